import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

import { type Before, changeOf } from '../model/change.ts';
import { intervalOf, isFields, isRows, numberText, unitOf, unitWords, valueAt } from '../model/values.ts';
import { labelOf, wordsOf } from '../model/words.ts';
import { type FigureSource, sourceByRows, sourceOf } from '../model/figure-source.ts';
import type { Card, Fields, Report } from '../model/report.ts';
import { FigureMark, whyUnknown } from './sources.tsx';
import { Value } from './value.tsx';

export type OnAsk = (operation: string, input: Fields) => void;

interface FiguresProps {
  readonly cards: readonly Card[];
  readonly declared: Report | undefined;
  readonly answer: Fields;
  readonly before?: Before | undefined;
  readonly onAsk?: OnAsk | undefined;
}

/** The figures that matter, side by side. */
export function Figures({ cards, declared, answer, before, onAsk }: FiguresProps): VNode {
  return (
    <dl class="strip panel">
      {cards.map((card) => (
        <div key={card.field} class="fig">
          <dt>
            {labelOfCard(card)}
            <FigureMark
              of={labelOfCard(card)}
              source={sourceOfCard(declared, card, answer)}
              mayConnect={onAsk !== undefined}
            />
          </dt>
          <dd>
            <Figure card={card} answer={answer} onAsk={onAsk} />
            {card.note === undefined ? null : <Note value={valueAt(answer, card.note)} />}
            {before === undefined ? null : <Moved card={card} answer={answer} before={before} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function labelOfCard({ label, field }: Card): string {
  return label ?? labelOf(field.split('.').at(-1) ?? field);
}

function sourceOfCard(declared: Report | undefined, { field }: Card, answer: Fields): FigureSource | undefined {
  const meta = valueAt(answer, 'meta');
  return sourceOf(declared, meta, field) ?? sourceByRows(declared, meta, field, [answer]);
}

/** Beside a label that says the rest. */
const SAID_BESIDE: ReadonlySet<string | undefined> = new Set(['of_100', 'pixels']);

function Figure({
  card: { field, unit },
  answer,
  onAsk,
}: Omit<FiguresProps, 'cards' | 'declared' | 'before'> & { readonly card: Card }): VNode {
  const name = field.split('.').at(-1) ?? field;
  const value = valueAt(answer, field);
  const interval = intervalOf(value);
  const known = interval === undefined ? value : interval.value;
  if (known === null || known === undefined) return <Unknown answer={answer} onAsk={onAsk} />;
  if (typeof known !== 'number') return <Word name={name} value={known} />;
  const shown = unit ?? unitOf(name, known);
  return (
    <>
      <b>{numberText(known, shown)}</b>
      {SAID_BESIDE.has(shown) ? <small>{unitWords(known, shown)}</small> : null}
      {interval === undefined ? null : <Spread interval={interval} shown={shown} />}
    </>
  );
}

interface SpreadProps {
  readonly interval: NonNullable<ReturnType<typeof intervalOf>>;
  readonly shown: Card['unit'];
}

function Spread({ interval: { low, high, n }, shown }: SpreadProps): VNode {
  return (
    <>
      {low === null || high === null ? null : (
        <small>
          {' '}
          {numberText(low, shown)}–{numberText(high, shown)}
        </small>
      )}
      {n === null ? null : <div class="note">n = {numberText(n, undefined)}</div>}
    </>
  );
}

/** A word in place of a figure, such as a tier, starts with a capital. */
function Word({ name, value }: { readonly name: string; readonly value: unknown }): VNode {
  if (typeof value === 'string' && /^[a-z][a-z0-9_]*$/.test(value)) {
    const words = wordsOf(value).replaceAll('_', ' ');
    return <b class="word">{words.charAt(0).toUpperCase() + words.slice(1)}</b>;
  }
  return (
    <b class="word">
      <Value name={name} value={value} />
    </b>
  );
}

/** Says why, and offers the call that would change it. */
function Unknown({ answer, onAsk }: Pick<FiguresProps, 'answer' | 'onAsk'>): VNode {
  const id = useId();
  const calls = valueAt(answer, 'agent_workflow.next_calls');
  const [call] = isRows(calls) ? calls : [];
  return (
    <>
      <button type="button" class="unknown" popovertarget={id}>
        not known
      </button>
      <div id={id} popover="auto" class="popover">
        <p>{whyUnknown(valueAt(answer, 'meta'))}</p>
        {call === undefined || onAsk === undefined ? null : (
          <button type="button" onClick={() => onAsk(String(call['operation']), inputOf(call))}>
            {String(call['reason'])}
          </button>
        )}
      </div>
    </>
  );
}

/** What a next call asks. */
export function inputOf(call: Fields): Fields {
  if (isFields(call['body'])) return call['body'];
  return isFields(call['query']) ? call['query'] : {};
}

interface MovedProps {
  readonly card: Card;
  readonly answer: Fields;
  readonly before: Before;
}

function Moved({ card, answer, before }: MovedProps): VNode | null {
  const change = changeOf(card, answer, before.answer);
  if (change === undefined) return null;
  return (
    <div class={`moved ${change.judgement}`}>
      {change.arrow} {change.text}
    </div>
  );
}

function Note({ value }: { readonly value: unknown }): VNode | null {
  return typeof value === 'string' && value !== '' ? (
    <div class="note">{wordsOf(value).replaceAll('_', ' ')}</div>
  ) : null;
}
