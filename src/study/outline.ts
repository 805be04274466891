import type { Topic } from './topics.ts';

/** A topic with those that belong under it. */
export interface TopicSection {
  readonly topic: Topic;
  readonly points: readonly Topic[];
}

const POINTS_MAX = 5;
/** Share of the pages of a topic that treat it in a section of another one. */
const BELONGS = 0.5;

/**
 * Topics as sections, the most important first, each with the topics that most pages treat within it.
 *
 * A topic belongs under another that has a heading where half of its pages treat both in one section.
 */
export function findSubtopics(topics: readonly Topic[]): TopicSection[] {
  const parents = new Map<Topic, Topic>();
  for (const [at, topic] of topics.entries()) {
    const parent = topics
      .slice(0, at)
      .find(
        (other) =>
          other.in_headings > 0 && !parents.has(other) && (isWithin(topic, other) || hasHeadingOf(topic, other)),
      );
    if (parent !== undefined) parents.set(topic, parent);
  }
  return topics
    .filter((topic) => !parents.has(topic))
    .map((topic) => ({
      topic,
      points: topics.filter((other) => parents.get(other) === topic).slice(0, POINTS_MAX),
    }));
}

/** Both would stand under the same heading, such as «Scrub and rinse». */
function hasHeadingOf(topic: Topic, other: Topic): boolean {
  const [heading] = topic.example_headings;
  return heading !== undefined && other.example_headings[0] === heading;
}

function isWithin(topic: Topic, other: Topic): boolean {
  const sections = new Set(
    other.seen_on.filter(({ is_in_heading }) => is_in_heading).map(({ url, section }) => `${url} ${section}`),
  );
  const inside = topic.seen_on.filter(({ url, section }) => sections.has(`${url} ${section}`)).length;
  return inside >= Math.max(1, BELONGS * topic.seen_on.length) && topic.in_headings <= inside;
}
