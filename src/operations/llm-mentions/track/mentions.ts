import { findPosition } from '../../../mentions/read-answer.ts';
import type { Sentiment } from '../../../mentions/sentiment.ts';
import { citesOwn, tellsCitations } from './figures.ts';
import type { Mention } from './report.ts';
import type { SiteRules } from './sources.ts';
import type { Trial } from './trials.ts';

const YEAR_MS = 365 * 86_400_000;
const SNIPPET_CHARACTERS_MAX = 300;

interface MentionParts {
  readonly rules: SiteRules;
  /** Keys of listed names that are taken for brands. */
  readonly others: ReadonlySet<string>;
  readonly sampled_at: string;
}

/** One text that names the brand, with the sentences that show what is said of it. */
export function describeMention(trial: Trial, { rules, others, sampled_at }: MentionParts): Mention {
  const { reading, platform, answer } = trial;
  return {
    platform,
    ...describePlace(trial, sampled_at),
    run: answer?.run ?? null,
    snippet: cut(reading.sentence ?? ''),
    ...describeSentiment(reading.sentiment),
    brand_position: findPosition(reading, others),
    list_position: reading.list_position,
    competitors_named: reading.competitors.flatMap((at) => rules.competitors[at] ?? []),
    own_cited: tellsCitations(trial) ? citesOwn(trial, rules) : null,
  };
}

type Place = Pick<Mention, 'kind' | 'url' | 'title' | 'published_at' | 'is_old' | 'promotional' | 'attribution'>;

const NOWHERE: Place = {
  kind: 'assistant',
  url: null,
  title: null,
  published_at: null,
  is_old: null,
  promotional: [],
  attribution: null,
};

/** Answers of assistants have no address. */
function describePlace({ discussion }: Trial, now: string): Place {
  if (discussion === null) return NOWHERE;
  const { url, title, published_at, promotional, attribution } = discussion;
  return {
    kind: 'discussion',
    url,
    title,
    published_at,
    is_old: isOld(published_at, now),
    promotional: [...promotional],
    attribution,
  };
}

function describeSentiment(sentiment: Sentiment | null) {
  if (sentiment === null || sentiment.value === null)
    return { sentiment: null, sentiment_mixed: null, sentiment_sentence: null };
  return { sentiment: sentiment.value, sentiment_mixed: sentiment.is_mixed, sentiment_sentence: sentiment.sentence };
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
