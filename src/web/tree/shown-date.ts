import type { Entity } from '../structured-data/entity.ts';
import { parseDate } from '../dates.ts';
import { type ByLine, isElsewhere } from './by-line.ts';
import { dateIn } from './date-in-text.ts';
import { descendants, type PageElement, rawText } from './element.ts';

const PUBLISHED_LABEL = /publish|posted|entry-date|post-date|date-line|dateline/;
const DATE_NAMES =
  /\s(?:\S*(?:publish(?:ed)?|posted|post|entry|article|blog|news)[-_]{0,2}(?:on|date|time)|\S*publish(?:ed)?[-_]date[-_]\S+|date(?:line|-?published)?|dt-published|pub-?date|timestamp|published)\s/;
const LEAD_IN = /^(?:published|posted|written|veröffentlicht|publié|publicado)?\s*(?:on|am|le|el)?[\s:]*/i;
/** A date may share its line with the name of who wrote the text. */
const DATE_WORDS_MAX = 16;
/** What stands around a date that is not the day of publication. */
const CHANGED = /updated|modified|revised|edited|reviewed|aktualisiert|geändert|actualizado|mis à jour|modifié/i;
/** Dates of these are not the page's. */
const ELSEWHERE_NAMES = /review|comment|relat|recommend|teaser|event|sidebar|widget/;
/** More candidates than any page has that is no list of dates. */
const CANDIDATES_MAX = 300;
/** So much before a date says what it is the day of: characters, in at most so many nodes. */
const BEFORE_CHARACTERS = 80;
const BEFORE_NODES_MAX = 200;
/** With more of them, the first of the unmarked dates is one of a list. */
const UNMARKED_MAX = 3;
const ARTICLE = /^(?:\w*Article|BlogPosting|Report|Recipe|HowTo|DiscussionForumPosting|QAPage|Question)$/;

/**
 * The day of publication as a visitor reads it: a `time` that is marked as such, else the only ones there are, else a
 * date that its class names. Release and review dates of products are no such days.
 */
export function shownDate(
  body: PageElement,
  entities: readonly Entity[],
  discussion: boolean,
  byLine: () => ByLine,
): string | null {
  if (isOfType(entities, /^Product$/)) return null;
  const elements = descendants(body).filter((element) => element.words > 0 || element.attributes.has('content'));
  const heads = elements.filter((element) => element.tag === 'h1');
  const title = heads.length === 1 ? heads[0] : undefined;
  const elsewhere = (element: PageElement): boolean => isElsewhere(element, title, ELSEWHERE_NAMES);
  const timed = timeOf(elements, elsewhere, discussion, isOfType(entities, ARTICLE));
  const seen = byLine().date;
  return (discussion ? (seen ?? timed) : (timed ?? seen)) ?? namedDate(elements, elsewhere) ?? null;
}

function isOfType(entities: readonly Entity[], type: RegExp): boolean {
  return entities.some((entity) => entity.types.some((name) => type.test(name)));
}

type IsElsewhere = (element: PageElement) => boolean;

function timeOf(
  elements: readonly PageElement[],
  elsewhere: IsElsewhere,
  discussion: boolean,
  article: boolean,
): string | undefined {
  const times = elements
    .filter((element) => element.tag === 'time' || element.attributes.get('itemprop') === 'datePublished')
    .slice(0, CANDIDATES_MAX)
    .filter((time) => !elsewhere(time) && !isChanged(time));
  // The first post opens a discussion, however its time is marked.
  const marked = discussion
    ? undefined
    : times.find(({ names, attributes }) =>
        PUBLISHED_LABEL.test(`${names} ${attributes.get('itemprop') ?? ''}`.toLowerCase()),
      );
  const trusted = discussion || article || times.length <= UNMARKED_MAX;
  const time = marked ?? (trusted ? times[0] : undefined);
  if (time === undefined) return undefined;
  return parseDate(time.attributes.get('datetime') ?? time.attributes.get('content') ?? rawText(time));
}

function namedDate(elements: readonly PageElement[], elsewhere: IsElsewhere): string | undefined {
  let candidates = 0;
  for (const element of elements) {
    if (element.words === 0 || element.words > DATE_WORDS_MAX || !DATE_NAMES.test(element.names)) continue;
    candidates += 1;
    if (candidates > CANDIDATES_MAX) break;
    if (elsewhere(element) || isChanged(element)) continue;
    const line = rawText(element).trim().replace(LEAD_IN, '');
    const date = parseDate(line) ?? openingDay(line);
    if (date !== undefined) return date;
  }
  return undefined;
}

/** A date elsewhere in a line may be the day of what the line tells of. */
function openingDay(line: string): string | undefined {
  const found = dateIn(line, '');
  return found?.from === 0 ? found.day : undefined;
}

/** `Last updated on`, said by the element's names or just before it on its line. */
function isChanged(element: PageElement): boolean {
  if (CHANGED.test(element.names) || element.attributes.get('itemprop') === 'dateModified') return true;
  const { parent } = element;
  if (parent === undefined) return false;
  const at = parent.children.indexOf(element);
  const before = lastWords(parent.children.slice(Math.max(0, at - BEFORE_NODES_MAX), at));
  const line = /\S/.test(before) ? before : lastWords(aboveOf(parent));
  return CHANGED.test(line.slice(-BEFORE_CHARACTERS));
}

/** The end of what the nodes say, as far back as there is more than blanks. */
function lastWords(nodes: readonly (PageElement | string)[]): string {
  let text = '';
  for (let at = nodes.length - 1; at >= 0; at -= 1) {
    const node = nodes[at];
    if (node === undefined || (text.length >= BEFORE_CHARACTERS && /\S/.test(text))) break;
    text = at === nodes.length - 1 ? rawText(node) : `${rawText(node)} ${text}`;
  }
  return text;
}

function aboveOf(parent: PageElement): readonly (PageElement | string)[] {
  const siblings = parent.parent?.children ?? [];
  return siblings.slice(Math.max(0, siblings.indexOf(parent) - 2), siblings.indexOf(parent));
}
