import { detectBrand, type SiteName, squash } from '../../../text/brand.ts';
import { cleanText, stripAccents } from '../../../text/normalize.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { splitTitle } from '../../../text/title-parts.ts';
import { firstText, listTopEntities } from '../../../web/structured-data/entity.ts';
import { tokenize } from '../../../web/words.ts';
import type { Page } from '../../../web/page/page.ts';

const TEXT_CHARACTERS_MAX = 50_000;
const NAME_WORDS_MAX = 4;
const LABEL_MIN = 3;

/**
 * The name of the site, as visitors read it.
 *
 * Where nothing declares one, a part of the title whose words make up the address is the name (`UMN Extension` of
 * extension.umn.edu), else a short name behind the last bar, if it has no word of what the page is about. A declared name that the page shows in another spelling is written as shown: `Van & Storage` for `Van And Storage`.
 */
export function findSiteName(
  page: Page,
  { title, description }: { readonly title: string | undefined; readonly description: string | undefined },
  { target, about }: { readonly target: string | undefined; readonly about: string },
): SiteName | undefined {
  const declared = detectBrand(page, title, target) ?? findBusiness(page);
  if (declared === undefined) return findInTitle(title ?? '', page.url, about) ?? findInText(page);
  if (declared.source === 'target') return declared;
  return {
    ...declared,
    name: writeAsShown(
      declared.name,
      `${title ?? ''}\n${description ?? ''}\n${page.text.slice(0, TEXT_CHARACTERS_MAX)}`,
    ),
  };
}

/** Whether a text names the site, if only by the first word of its name: `Brother` for `Brother USA`. */
export function namesSite(text: string, name: string): boolean {
  const whole = squash(text);
  return whole.includes(squash(name)) || splitTitle(text).some((part) => isShortName(part, name));
}

function isShortName(part: string, name: string): boolean {
  const [short, full] = [squash(part), squash(name)];
  return short.length >= LABEL_MIN && full.startsWith(short);
}

const NAME_CHARACTERS_MAX = 32;

/** The business whose address the page gives, whatever kind of business it is. */
function findBusiness(page: Page): SiteName | undefined {
  const names = listTopEntities(page)
    .filter(({ properties }) => properties.has('address') && !properties.has('startDate'))
    .map((entity) => cleanText(firstText(entity, 'name') ?? '', NAME_CHARACTERS_MAX + 1));
  const name = names.find((each) => each !== '' && each.length <= NAME_CHARACTERS_MAX);
  return name === undefined ? undefined : { name, source: 'structured data' };
}

function findInTitle(title: string, url: string | undefined, about: string): SiteName | undefined {
  return findInAddress(title, url) ?? findLast(title, about);
}

function findInAddress(title: string, url: string | undefined): SiteName | undefined {
  const { host, label } = readAddress(url);
  if (label.length < LABEL_MIN) return undefined;
  const parts = splitTitle(title);
  const found = parts.length > 1 ? parts.toReversed().find((part) => isInAddress(part, host, label)) : undefined;
  const [first = ''] = title.split(/\s/);
  if (found !== undefined) return { name: found.trim(), source: 'title' };
  if (plain(title) === label) return { name: title.trim(), source: 'title' };
  const isFirst = plain(first) === label || plain(first) === squash(host);
  return isFirst ? { name: first.replace(/\P{L}+$/u, ''), source: 'title' } : undefined;
}

/** The host of an address, and the label of it that names the site. */
function readAddress(url: string | undefined): { readonly host: string; readonly label: string } {
  const host = URL.parse(url ?? '')?.hostname.replace(/^www\./, '') ?? '';
  const labels = host.split('.');
  return { host, label: labels.length < 2 ? '' : squash(labels.at(-2) ?? '') };
}

/** Without accents, which addresses do not have. */
function plain(text: string): string {
  return squash(stripAccents(text));
}

const NAME = /\p{Lu}[\p{L}\p{N}’'-]*(?: (?:&|and|und|et|y|[\p{Lu}\p{N}][\p{L}\p{N}’'-]*)){0,3}/gu;

/** `Stem Society` of stemsociety.com, as the text writes it. */
function findInText({ url, text }: Page): SiteName | undefined {
  const { label } = readAddress(url);
  if (label.length < LABEL_MIN) return undefined;
  for (const [run] of text.slice(0, TEXT_CHARACTERS_MAX).matchAll(NAME)) {
    const name = listRuns(run.split(' ')).find((each) => plain(each) === label);
    if (name !== undefined) return { name, source: 'text' };
  }
  return undefined;
}

/** Runs of words, without a possessive at their end. */
function listRuns(words: readonly string[]): string[] {
  return words.flatMap((_, from) =>
    words.slice(from).map((__, more) =>
      words
        .slice(from, from + more + 1)
        .join(' ')
        .replace(/['’]s$/u, ''),
    ),
  );
}

const LAST_WORDS_MAX = 3;

function findLast(title: string, about: string): SiteName | undefined {
  const parts = title.split(/\s[|｜]\s/);
  const last = parts.length > 1 ? (parts.at(-1)?.trim() ?? '') : '';
  const words = last.split(/\s+/);
  const isName = words.length <= LAST_WORDS_MAX && words.every((word) => /^(?:\p{Lu}[^,;:!?]*|&)$/u.test(word));
  const known = new Set(tokenize(about));
  return isName && !tokenize(last).some((word) => known.has(word)) ? { name: last, source: 'title' } : undefined;
}

function isInAddress(part: string, host: string, label: string): boolean {
  const words = part
    .trim()
    .replace(/^the /i, '')
    .split(/\s+/)
    .map((word) => (word === '&' ? (AND_WORDS.find((and) => host.includes(and)) ?? '') : squash(stripAccents(word))))
    .filter((word) => word !== '');
  const telling = words.filter(
    (word) => host.includes(word) || !SMALL_LANGUAGES.some((code) => isStopWord(word, code)),
  );
  return (
    words.length <= NAME_WORDS_MAX && telling.every((word) => host.includes(word)) && telling.join('').includes(label)
  );
}

/** `Hôtel des Dunes` of hotel-dunes.fr: small words of these are left out of addresses. */
const SMALL_LANGUAGES = ['en', 'de', 'es', 'fr'];

const AND_WORDS = ['and', 'und', 'et', 'y'];
const AND = /^(?:and|und|et|y|&)$/i;

/** `&` or `and`, as the page shows it most; capitals stay as declared. */
function writeAsShown(name: string, text: string): string {
  const words = name.split(' ');
  const at = words.findIndex((word) => AND.test(word));
  if (at < 0) return name;
  const counted = [words[at] ?? '', '&', 'and', 'und', 'et', 'y'].map((and) => {
    const spelled = words.with(at, and).join(' ');
    return { spelled, count: text.split(spelled).length - 1 };
  });
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).spelled;
}
