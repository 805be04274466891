import { type TextRun, textRuns } from './runs.ts';
import { dateIn, datesIn } from './date-in-text.ts';
import { parsePublishedAt } from '../dates.ts';
import { isPosterName } from './poster.ts';
import { contains, descendants, type PageElement, weighText } from './element.ts';
import { meaningfulNames } from './names.ts';

/** What a visitor reads beside the title of a page: when it was published and who wrote it. */
export interface ByLine {
  readonly date: string | undefined;
  readonly changed: string | undefined;
  readonly author: string | undefined;
}

interface AskedPage {
  readonly title: string | null;
  /** As declared, '' where the page says nothing. */
  readonly language: string;
  /** Posts of readers, each with its own line. */
  readonly discussion: boolean;
}

/** Runs before and behind the title in which its by-line is looked for. */
const BEFORE_RUNS = 5;
const AFTER_RUNS = 14;
/** Above the first post stand buttons, pages and the portrait of its author. */
const AFTER_RUNS_DISCUSSION = 60;
/** A longer line is a sentence about something else that happened on a day. */
const LINE_WORDS_MAX = 18;
/** A sentence with a label before the date may be longer, and stand at the end of the text. */
const LABELLED_WORDS_MAX = 60;
const LABELLED_CHARACTERS = 40;
/** With more of them, the page is a list. */
const LABELLED_MAX = 3;

const PUBLISHED =
  /(?:published|posted|written|veröffentlicht|erschienen|erstellt|publiée?|publicado|publicada|pubblicato|gepubliceerd|geplaatst|opublikowano|publicerad|udgivet|publisert)(?:\s(?:on|am|vom|le|el|em|il|op))?[\s:]*(?:\p{L}+,?\s)?$/iu;
const CHANGED =
  /updated|modified|revised|edited|reviewed|edit:|aktualisiert|geändert|stand:|actualizad|mis à jour|modifiée?|aggiornat|bijgewerkt|atualizad|zaktualizowano|updat/i;
/** Since when a reader has an account. */
const JOINED = /joined|member since|registered|registriert|mitglied seit|inscrit|registrad/i;
const ELSEWHERE_NAMES =
  /review|comment|relat|recommend|teaser|sidebar|widget|footer|newsletter|cookie|menu|(?:^|[^a-z])nav|event|upcoming|latest|recent|popular/;
const ELSEWHERE_TAGS = new Set(['nav', 'aside', 'footer', 'form']);
const LEVELS = 4;
const HEADING = /^h[1-3]$/;
const ANY_HEADING = /^h[1-6]$/;
const HEAD_WORDS_MIN = 40;
const LABEL_WORDS_MAX = 4;
const POSTER_WORDS_MAX = 3;

export function readByLine(body: PageElement, page: AskedPage): ByLine {
  const all = textRuns(body);
  const title = all[titleAt(all, page.title)]?.parent;
  const runs = all.filter((run) => !isElsewhere(run.parent, title));
  const near = nearTitle(runs, page);
  const labelled = labelledDates(runs, page.language);
  const date = (labelled.length === 1 ? labelled[0] : undefined) ?? dateNear(near, page.language) ?? labelled[0];
  const author = page.discussion ? posterIn(near) : undefined;
  const changed = dateNear(near, page.language, true);
  return { date, changed, author: author ?? authorNear(near, page.language) };
}

/** The lines beside the title, those behind it first. */
function nearTitle(runs: readonly TextRun[], { title, discussion }: AskedPage): readonly TextRun[] {
  const at = titleAt(runs, title);
  const after = discussion ? AFTER_RUNS_DISCUSSION : AFTER_RUNS;
  if (at === -1) return discussion ? runs.slice(0, after) : [];
  const behind = runs.slice(at + 1, at + 1 + after);
  const end = discussion ? -1 : endOfHead(behind);
  return [
    ...(end === -1 ? behind : behind.slice(0, end)),
    ...runs.slice(Math.max(0, at - BEFORE_RUNS), at).toReversed(),
  ];
}

/** Behind some text, a heading begins another part, which may be a list of other pages. */
function endOfHead(behind: readonly TextRun[]): number {
  let words = 0;
  return behind.findIndex((run) => {
    words += run.words;
    return words > HEAD_WORDS_MIN && ANY_HEADING.test(run.parent.tag);
  });
}

function titleAt(runs: readonly TextRun[], title: string | null): number {
  const wanted = flat(title ?? '');
  const named = runs.findIndex((run) => wanted !== '' && HEADING.test(tagAround(run)) && flat(run.text) === wanted);
  if (named !== -1) return named;
  const h1 = runs.findIndex((run) => tagAround(run) === 'h1');
  return h1 === -1 ? runs.findIndex((run) => wanted !== '' && flat(run.text) === wanted) : h1;
}

/** The heading that a line stands in, else its own element. */
function tagAround({ parent }: TextRun): string {
  for (
    let at: PageElement | undefined = parent, level = 0;
    at !== undefined && level < LEVELS;
    at = at.parent, level += 1
  )
    if (HEADING.test(at.tag)) return at.tag;
  return parent.tag;
}

/** The first that is said to be of a change, or of none. */
function dateNear(near: readonly TextRun[], language: string, changed = false): string | undefined {
  for (const [at, run] of near.entries()) {
    const day = dayIn(run, near[at - 1], language, changed);
    if (day !== undefined) return day;
  }
  return undefined;
}

function dayIn(run: TextRun, before: TextRun | undefined, language: string, changed: boolean): string | undefined {
  const marked = markedDay(run);
  const days = marked === undefined ? datesIn(run.text, language) : [{ day: marked, from: 0, to: 0 }];
  const label: string = before !== undefined && before.words <= LABEL_WORDS_MAX ? before.text : '';
  return days.find(({ from }, place) => {
    if (JOINED.test(run.text.slice(0, from))) return false;
    if (run.words > (from === 0 ? LABELLED_WORDS_MAX : LINE_WORDS_MAX)) return false;
    const said = run.text.slice(days[place - 1]?.to ?? 0, from).slice(-LABELLED_CHARACTERS);
    return CHANGED.test(from === 0 ? label : said) === changed;
  })?.day;
}

/** `2 years ago`, with the day in its element. */
function markedDay({ parent, from, to }: TextRun): string | undefined {
  const inside = parent.children.slice(from, to).filter((child) => typeof child !== 'string');
  for (const element of [...inside, ...inside.flatMap(descendants), parent]) {
    const day = element.tag === 'time' ? parsePublishedAt(element.attributes.get('datetime') ?? '') : undefined;
    if (day !== undefined && !CHANGED.test(element.names)) return day;
  }
  return undefined;
}

function labelledDates(runs: readonly TextRun[], language: string): string[] {
  const found: string[] = [];
  for (const run of runs) {
    if (run.words > LABELLED_WORDS_MAX) continue;
    const date = dateIn(run.text, language);
    if (date !== undefined && PUBLISHED.test(run.text.slice(0, date.from).slice(-LABELLED_CHARACTERS)))
      found.push(date.day);
    if (found.length > LABELLED_MAX) return [];
  }
  return found;
}

/** What a line says behind the name of who posted: a sign, or a label such as `Posts:` with the figure of an account. */
const BEHIND_POSTER = /\s?[»|·•,]|\s(?=\p{L}+\s?:)/u;

/** Who wrote the first post of a discussion, as its program names the element. */
function posterIn(near: readonly TextRun[]): string | undefined {
  for (const run of near) {
    const name = run.text.slice(0, dateIn(run.text, '')?.from).replace(BY, '').split(BEHIND_POSTER)[0]?.trim() ?? '';
    if (isPosterName(run) && /\p{L}/u.test(name) && weighText(name) <= POSTER_WORDS_MAX) return name;
  }
  return undefined;
}

/** Before a name, alone on its line or with it. */
const BY =
  /^(?:(?:written|posted|words|story|published|text|reviewed)\s)?(?:by|von|par|por|di|door|af|av|autor(?:in)?:?|author:?|auteur:?|autore:?)(?:\s|:|$)\s*/iu;
const NAME_PARTS = /\s[|·•–—-]\s|[|·•]|\s(?:on|am|le|el|in|for|at|on behalf of)\s|,\s(?=\d|\p{Lu}\p{L}+\s\d)|\d/u;
const NAME_WORDS_MAX = 5;

function authorNear(near: readonly TextRun[], language: string): string | undefined {
  for (const [at, { text, words }] of near.entries()) {
    if (words > LINE_WORDS_MAX) continue;
    const said = text.replace(BY, '');
    if (said !== text) {
      const name = nameIn(said === '' ? (near[at + 1]?.text ?? '') : said);
      if (name !== undefined) return name;
    }
    const date = dateIn(text, language);
    if (date === undefined) continue;
    const rest = `${text.slice(0, date.from)} | ${text.slice(date.to)}`;
    const name = rest
      .split('|')
      .map((part) => part.replace(/^[\s|·•,–—-]+/, '').replace(/^(?:published|posted|on)\s.*$/i, ''))
      .map((part) => nameIn(part.replace(BY, '')))
      .find((part) => part !== undefined);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Two to five words that begin with capitals, up to what ends a name. */
function nameIn(text: string): string | undefined {
  const name = (text.replace(ROLE, '').split(NAME_PARTS)[0] ?? '').trim().replace(/[\s,;:]+$/, '');
  const words = name.split(/\s+/);
  if (words.length < 2 || words.length > NAME_WORDS_MAX || CHANGED.test(name)) return undefined;
  return words.every((word) => NAME_WORD.test(word)) ? name : undefined;
}

const ROLE =
  /,\s[^,]{0,40}(?:editor|writer|author|reporter|contributor|correspondent|manager|director|founder|ceo|phd|md|redakt|journalist|rédact|redactor).{0,60}$/iu;
const NAME_WORD = /^(?:\p{Lu}[\p{L}.’'-]*,?|and|und|et|y|e|de|da|di|del|della|van|von|der|den|la|le|bin|al|&)$/u;

/** What holds the title is the page itself, whatever its names. */
export function isElsewhere(element: PageElement, title: PageElement | undefined, names = ELSEWHERE_NAMES): boolean {
  let at: PageElement | undefined = element;
  for (let level = 0; at !== undefined && level < LEVELS; at = at.parent, level += 1) {
    if (title !== undefined && contains(at, title)) return false;
    if (ELSEWHERE_TAGS.has(at.tag) || names.test(meaningfulNames(at.names))) return true;
  }
  return false;
}

function flat(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
