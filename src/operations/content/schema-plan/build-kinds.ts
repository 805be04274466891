import { cleanText } from '../../../text/normalize.ts';
import { begin } from './begin.ts';
import { publisherOf } from './build-page.ts';
import { type Draft, thing } from './draft.ts';
import type { PageFacts } from './page-facts.ts';

/** Drafts of the kinds of page that are known by their address. */

export function collection(facts: PageFacts): Draft {
  const draft = begin(facts, 'CollectionPage');
  draft.take('name', facts.name);
  draft.take('description', facts.description);
  draft.set('url', facts.url, 'address of the page');
  return draft.set('inLanguage', facts.language.code, 'language of the page');
}

/** The items of a list that is written as headings, the most of one level, in their order. */
export function headingList(facts: PageFacts): Draft {
  const draft = begin(facts, 'ItemList');
  draft.take('name', facts.name);
  const headings = facts.page.headings.filter(
    ({ level, region, hidden }) => level > 1 && region === 'content' && !hidden,
  );
  const ofLevel = (wanted: number): number => headings.filter(({ level }) => level === wanted).length;
  const level = [2, 3, 4].reduce((most, each) => (ofLevel(each) > ofLevel(most) ? each : most));
  const items = headings
    .filter((heading) => heading.level === level)
    .slice(0, ITEMS_MAX)
    .flatMap(
      ({ text }, at) => thing('ListItem', { position: at + 1, name: cleanText(text.replace(NUMBER, ''), 200) }) ?? [],
    );
  return draft.set('itemListElement', items, `${items.length} headings of one level`);
}

const ITEMS_MAX = 100;
const NUMBER = /^(?:#|no\.?\s?)?\d{1,3}\s?[.):–—-]\s*/iu;

export function service(facts: PageFacts): Draft {
  const draft = begin(facts, 'Service');
  draft.take('name', facts.name);
  draft.take('description', facts.description);
  draft.take('provider', publisherOf(facts));
  return draft.set('url', facts.url, 'address of the page');
}

/** Whose post it is, and what it says, stands in too many places of a thread to be told without the page's own data. */
export function thread(facts: PageFacts): Draft {
  const draft = begin(facts, 'DiscussionForumPosting');
  draft.take('headline', facts.name);
  return draft.set('url', facts.url, 'address of the page');
}
