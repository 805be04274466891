import { findPosition } from '../../../mentions/read-answer.ts';
import { citesOwn, tellsCitations } from './figures.ts';
import type { Mention } from './report.ts';
import type { SiteRules } from './sources.ts';
import type { Trial } from './trials.ts';

const YEAR_MS = 365 * 86_400_000;
const SNIPPET_CHARACTERS_MAX = 400;

interface MentionParts {
  readonly rules: SiteRules;
  /** Keys of listed names that are taken for brands. */
  readonly others: ReadonlySet<string>;
  readonly sampled_at: string;
}

/** One text that names the brand, with the sentences that show what is said of it. */
export function describeMention(trial: Trial, { rules, others, sampled_at }: MentionParts): Mention {
  const { reading, platform, answer, discussion } = trial;
  const { sentiment } = reading;
  return {
    platform,
    kind: answer === null ? 'discussion' : 'assistant',
    run: answer?.run ?? null,
    url: discussion?.url ?? null,
    title: discussion?.title ?? null,
    snippet: cut(reading.sentence ?? ''),
    sentiment: sentiment?.value ?? null,
    sentiment_mixed: sentiment === null || sentiment.value === null ? null : sentiment.is_mixed,
    sentiment_sentence: sentiment === null || sentiment.value === null ? null : sentiment.sentence,
    brand_position: findPosition(reading, others),
    list_position: reading.list_position,
    competitors_named: reading.competitors.flatMap((at) => rules.competitors[at] ?? []),
    own_cited: tellsCitations(trial) ? citesOwn(trial, rules) : null,
    published_at: discussion?.published_at ?? null,
    is_old: isOld(discussion?.published_at ?? null, sampled_at),
  };
}

function cut(sentence: string): string {
  return sentence.length > SNIPPET_CHARACTERS_MAX
    ? `${sentence.slice(0, SNIPPET_CHARACTERS_MAX - 1).toWellFormed()}…`
    : sentence;
}

/** What people wrote a year ago may be of another product. */
export function isOld(published_at: string | null, now: string): boolean | null {
  const time = published_at === null ? Number.NaN : Date.parse(published_at);
  return Number.isNaN(time) ? null : Date.parse(now) - time > YEAR_MS;
}
