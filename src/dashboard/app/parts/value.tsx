import type { VNode } from 'preact';

import { day, month } from '../model/format.ts';
import {
  addressText,
  figureText,
  type Interval,
  intervalOf,
  isAddress,
  isDate,
  isFields,
  isMonth,
  numberText,
  unitOf,
} from '../model/values.ts';
import { withoutCommands } from '../model/ways.ts';
import { labelOf, properName, wordsOf } from '../model/words.ts';
import type { Fields, Unit } from '../model/report.ts';

const TEXT_MAX = 220;
const LIST_MAX = 4;
const FIELDS_MAX = 4;

/** Fields that are null where there is nothing of the kind, such as the day on which a link that stands was lost. */
export const OFTEN_NONE: ReadonlySet<string> = new Set([
  'after',
  'before',
  'cause',
  'competitor',
  'corrected_query',
  'detail',
  'docs',
  'evidence',
  'image_url',
  'item',
  'lost_date',
  'nearest_page',
  'note',
  'owned_asset',
  'redirect_target',
  'redirect_url',
  'retired_on',
  'rich_result',
  'score_gain',
  'second_intent',
  'url_to_redirect_target',
  'where',
]);

/** Whose values are names of products. */
const NAMED: ReadonlySet<string> = new Set(['assistant', 'assistants', 'engine', 'platform', 'platforms', 'source']);

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  readonly unit?: Unit | undefined;
  /** Long texts are cut in a cell. */
  readonly isWhole?: boolean;
}

/** One value of an answer as people read it; what is not known says so, and is never 0. */
export function Value({ name, value, unit, isWhole = false }: ValueProps): VNode {
  if (value === null || value === undefined) {
    return OFTEN_NONE.has(name) ? <span class="muted">–</span> : <span class="unknown">not known</span>;
  }
  if (typeof value === 'boolean') return <>{value ? 'Yes' : 'No'}</>;
  if (typeof value === 'number') return <>{figureText(value, unit ?? unitOf(name, value))}</>;
  if (typeof value === 'string') return <Text text={wordsFor(name, value)} isWhole={isWhole} />;
  if (Array.isArray(value)) return <List name={name} values={value} />;
  return <Inline value={value} />;
}

/** In which the service may name commands. */
const ADVISING: ReadonlySet<string> = new Set(['fix', 'how', 'note', 'notes', 'reason', 'why']);

function wordsFor(name: string, value: string): string {
  if (NAMED.has(name)) return properName(value);
  return ADVISING.has(name) ? withoutCommands(value) : value;
}

function Text({ text, isWhole }: { readonly text: string; readonly isWhole: boolean }): VNode {
  if (isAddress(text)) {
    return (
      <a href={text} title={text} rel="noreferrer noopener" target="_blank">
        {addressText(text)}
      </a>
    );
  }
  if (isDate(text) || isMonth(text)) {
    return (
      <time dateTime={text} title={text}>
        {isMonth(text) ? month(text) : day(text)}
      </time>
    );
  }
  if (isWhole || text.length <= TEXT_MAX) return <>{text === '' ? '–' : wordsOf(text)}</>;
  return <span title={text}>{text.slice(0, TEXT_MAX - 1)}…</span>;
}

function List({ name, values }: { readonly name: string; readonly values: readonly unknown[] }): VNode {
  if (values.length === 0) return <span class="muted">none</span>;
  const more = values.length - LIST_MAX;
  return (
    <>
      {values.slice(0, LIST_MAX).map((value, at) => (
        <span key={String(at)}>
          {at > 0 ? ' · ' : ''}
          <Value name={name} value={value} />
        </span>
      ))}
      {more > 0 ? <span class="muted"> and {more} more</span> : null}
    </>
  );
}

/** The single values of a record side by side. */
function Inline({ value }: { readonly value: unknown }): VNode {
  const interval = intervalOf(value);
  if (interval !== undefined) return <Spread {...interval} />;
  if (isFields(value) && typeof value['within_noise'] === 'boolean') return <Moved change={value} />;
  const fields = isFields(value) ? Object.entries(value).filter(([, each]) => typeof each !== 'object') : [];
  if (fields.length === 0) return <span class="muted">–</span>;
  const [first] = fields;
  if (first !== undefined && fields.length === 1) return <Value name={first[0]} value={first[1]} />;
  return (
    <>
      {fields.slice(0, FIELDS_MAX).map(([name, each], at) => (
        <span key={name}>
          {at > 0 ? ' · ' : ''}
          {typeof each === 'string' ? null : <span class="muted">{labelOf(name)} </span>}
          <Value name={name} value={each} />
        </span>
      ))}
    </>
  );
}

/** A share with what it may as well be. */
function Spread({ value, low, high }: Interval): VNode {
  if (value === null) return <span class="unknown">not known</span>;
  const unit = Math.abs(value) <= 1 ? 'share' : undefined;
  return (
    <span class="together">
      {numberText(value, unit)}
      {low === null || high === null ? null : (
        <span class="faint">
          {' '}
          {numberText(low, unit)}–{numberText(high, unit)}
        </span>
      )}
    </span>
  );
}

/** What moved, and whether that is more than it moves by itself. */
function Moved({ change: { from, to, within_noise: isNoise, percent } }: { readonly change: Fields }): VNode {
  if (isNoise === true) return <span class="faint">→ within noise</span>;
  const span =
    typeof from === 'number' && typeof to === 'number'
      ? `${numberText(from, undefined)} → ${numberText(to, undefined)}`
      : '';
  return (
    <>
      {span}
      {typeof percent === 'number' ? <span class="faint"> {numberText(percent, 'percent')}</span> : null}
    </>
  );
}
