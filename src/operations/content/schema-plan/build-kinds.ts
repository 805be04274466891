import { begin } from './begin.ts';
import { publisherOf } from './build-page.ts';
import type { Draft } from './draft.ts';
import type { PageFacts } from './page-facts.ts';

/** Drafts of the kinds of page that are known by their address. */

export function collection(facts: PageFacts): Draft {
  const draft = begin(facts, 'CollectionPage');
  draft.take('name', facts.name);
  draft.take('description', facts.description);
  draft.set('url', facts.url, 'address of the page');
  return draft.set('inLanguage', facts.language.code, 'language of the page');
}

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
