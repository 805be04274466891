import { findPlaces, type ReadText } from './candidates.ts';
import type { ComparedPage } from './kinds.ts';
import { cleanHeading } from './headings.ts';
import { sight, type TopicSighting } from './sighting.ts';
import { median, type Topic } from './topics.ts';

/** How a page treats a topic: `thin` with hardly a word, although those that rank give it a section. */
export type TopicStatus = 'covered' | 'thin' | 'missing';

export interface TopicCoverage {
  readonly topic: Topic;
  readonly status: TopicStatus;
  /** Where it stands; undefined where it is missing. */
  readonly sighting: TopicSighting | undefined;
  /** Words that pages with a heading for it usually spend on it; null where fewer than two have one. */
  readonly usual_words: number | null;
}

/** A topic that no heading names gets at least so many words where it is said at all. */
const THIN_SHARE = 0.3;
/** A passage with more topics for each of its words lists them and says nothing. */
const WORDS_PER_TOPIC = 5;
const TOPICS_LISTED_MAX = 4;

/**
 * How a page treats each topic.
 *
 * A topic counts as present or not, however often it is said. A passage that strings topics together without a sentence
 * about any of them counts for none.
 */
export function coverTopics(
  topics: readonly Topic[],
  page: Pick<ComparedPage, 'page' | 'url'>,
  text: ReadText,
): TopicCoverage[] {
  const honest = dropStuffed(topics, text);
  return topics.map((topic) => {
    const usual_words = usualWords(topic);
    const sighting = sight(topic.terms, { ...page, position: 0 }, honest);
    return { topic, sighting, usual_words, status: judge(sighting, usual_words) };
  });
}

function judge(sighting: TopicSighting | undefined, usual: number | null): TopicStatus {
  if (sighting === undefined) return 'missing';
  return usual !== null && sighting.words < THIN_SHARE * usual ? 'thin' : 'covered';
}

function usualWords({ seen_on }: Topic): number | null {
  const words = seen_on.filter(({ is_in_heading }) => is_in_heading).map((each) => each.words);
  return words.length < 2 ? null : Math.round(median(words));
}

/** The text of a page without passages that only list topics. */
function dropStuffed(topics: readonly Topic[], text: ReadText): ReadText {
  const held = new Map<number, number>();
  for (const { terms } of topics) for (const at of findPlaces(text, terms)) held.set(at, (held.get(at) ?? 0) + 1);
  const stuffed = new Set(
    [...held].flatMap(([at, count]) =>
      count > TOPICS_LISTED_MAX && (text.passages[at]?.words.length ?? 0) < WORDS_PER_TOPIC * count ? [at] : [],
    ),
  );
  if (stuffed.size === 0) return text;
  const places = new Map([...text.places].map(([term, own]) => [term, own.filter((at) => !stuffed.has(at))]));
  return { ...text, places };
}

/**
 * How much of what the ranking pages treat a page treats, 0–100: the importance of the topics that are present, over that of all.
 * Null without topics.
 */
export function scoreCoverage(coverage: readonly TopicCoverage[]): number | null {
  const all = coverage.reduce((sum, { topic }) => sum + topic.importance, 0);
  const there = coverage.reduce((sum, { topic, status }) => sum + (status === 'missing' ? 0 : topic.importance), 0);
  return all === 0 ? null : Math.round((100 * there) / all);
}

export interface UniqueTopic {
  readonly heading: string;
  readonly section: number;
  readonly words: number;
}

/** Sections of a page whose heading no ranking page treats: what it has that they lack. */
export function findUniqueTopics(
  page: ComparedPage['page'],
  text: ReadText,
  others: readonly ReadText[],
  subject: ReadonlySet<string>,
): UniqueTopic[] {
  return [...text.headings].flatMap((at) => {
    const passage = text.passages[at];
    const terms = [...(passage?.terms ?? [])].filter((term) => !subject.has(term));
    if (passage === undefined || terms.length === 0) return [];
    const isElsewhere = others.some((other) =>
      other.passages.some((each) => terms.filter((term) => each.terms.has(term)).length * 2 > terms.length),
    );
    if (isElsewhere) return [];
    const words = page.sections[passage.section]?.word_count ?? 0;
    return [{ heading: cleanHeading(passage.text), section: passage.section, words }];
  });
}
