import type { PageSignals } from './signals.ts';
import { countWordsIn } from './hidden.ts';
import { BLOCK_TAGS, detach, findFirst, type PageElement } from './element.ts';

/** Names of what readers wrote below a page. Whole names only: `comments-open` is a state and `hljs-comment` is code. */
const COMMENT_LIST =
  /\s(?:comments?|comments?[-_]?(?:area|list|section|wrap|wrapper|container|block|thread|threads|holder|box|inner|content|tree|template|form|main|system)|commentlist|commentlisting|comment-?respond|respond|disqus_thread|fb-comments|user-comments|article-comments|post-comments|entry-comments)\s/;
/** With less text of its own, a page is about what its readers write. */
const OWN_WORDS_MIN = 120;
const SENTENCE_WORDS_MIN = 15;
const CODE = new Set(['pre', 'code', 'span']);

/** Leaves out readers' comments unless the page is a discussion. Answers how many words they had. */
export function dropComments(body: PageElement, signals: PageSignals): number {
  if (signals.discussion || signals.url_discussion || signals.forum_software) return 0;
  const lists: PageElement[] = [];
  collectLists(body, lists);
  if (lists.length === 0 || ownWords(body, new Set(lists)) < OWN_WORDS_MIN) return 0;
  for (const list of lists) detach(list);
  return lists.reduce((sum, list) => sum + countWordsIn(list), 0);
}

function collectLists(element: PageElement, lists: PageElement[]): void {
  for (const child of element.children) {
    if (typeof child === 'string' || child.words === 0 || CODE.has(child.tag)) continue;
    if (COMMENT_LIST.test(child.names) && findFirst(child, (inner) => inner.tag === 'h1') === undefined)
      lists.push(child);
    else collectLists(child, lists);
  }
}

/** Words of running text outside the comments: menus do not make a page one of its own. */
function ownWords(element: PageElement, lists: ReadonlySet<PageElement>): number {
  if (lists.has(element)) return 0;
  const inner = element.children.filter((child) => typeof child !== 'string' && BLOCK_TAGS.has(child.tag));
  if (inner.length === 0)
    return element.words - element.linkedWords >= SENTENCE_WORDS_MIN ? element.words - element.linkedWords : 0;
  return element.children.reduce((sum, child) => sum + (typeof child === 'string' ? 0 : ownWords(child, lists)), 0);
}
