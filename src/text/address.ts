import { pageAddress, publicSuffix, registrableDomain } from '../web/url.ts';
import { cleanText, compareText, foldPhrase } from './normalize.ts';
import { readWords } from './word-lists.ts';

const LANGUAGE = /^(?:[a-z]{2}|[a-z]{2}[-_][a-z]{2,4})$/i;
/** Two letters that are a part of an address more often than a language. */
const NOT_A_LANGUAGE = readWords('no_language');

/**
 * The language that an address itself names: `/de/schuhe`, `/pt-br/`, `de.example.com`, `?lang=de`. '' when none is.
 *
 * Only the first part of a path counts; a region makes a pair of letters that is another word a language (`/id-id/`).
 */
export function readAddressLanguage(url: string): string {
  const parsed = URL.parse(url) ?? URL.parse(url, 'https://page.invalid/');
  if (parsed === null) return '';
  const parameter =
    parsed.searchParams.get('lang') ?? parsed.searchParams.get('hl') ?? parsed.searchParams.get('language');
  const part = parsed.pathname.split('/')[1] ?? '';
  for (const written of [parameter ?? '', part, subdomainOf(parsed.hostname)]) {
    if (!LANGUAGE.test(written)) continue;
    const plain = written.toLowerCase().replace('_', '-');
    if (plain.length > 2 || !NOT_A_LANGUAGE.has(plain)) return plain;
  }
  return '';
}

/** What stands before the name of a site; the name itself may have two letters and is no language. */
function subdomainOf(host: string): string {
  const [label = ''] = host.split('.');
  return registrableDomain(host) === host ? '' : label;
}

/** The name in a domain or brand as words: `harbour-bikes.example` and `Harbour Bikes` are `harbour bikes`. */
export function readBrandName(target: string): string {
  const written = foldPhrase(target, 300);
  const parsed = /^[^\s/]+\.[a-z0-9-]{2,}(?:[:/?#].*)?$/.test(written)
    ? URL.parse('https://' + written)
    : URL.parse(written);
  const host = parsed === null || parsed.hostname === '' ? '' : parsed.hostname;
  if (host === '' || !host.includes('.')) return written;
  const domain = registrableDomain(host);
  const suffix = publicSuffix(host);
  const label = suffix === '' || suffix === domain ? domain : domain.slice(0, -suffix.length - 1);
  return label.replaceAll(/[-_.]+/g, ' ').trim();
}

/** The key under which two spellings of an address are one page. */
export function buildAddressKey(url: string): string {
  const address = pageAddress(url);
  return address === undefined ? foldPhrase(url, 2048).replace(/(?<=.)\/$/, '') : address.host_key + address.path_key;
}

/** Rows that are about one page, in an order that does not depend on how they were sent. */
export interface AddressRows<Row> {
  readonly key: string;
  readonly rows: readonly Row[];
}

/**
 * Each page once, with all rows that name it: exports list one page under several spellings of its address. The row of
 * the plainest spelling comes first, so that what is shown of the page is its own and not that of a copy.
 */
export function groupByAddress<Row extends { readonly url: string }>(rows: readonly Row[]): AddressRows<Row>[] {
  return [...Map.groupBy(rows, ({ url }) => buildAddressKey(url))]
    .sort(([one], [other]) => compareText(one, other))
    .map(([key, own]) => ({
      key,
      rows: own.toSorted(
        (one, other) => comparePlainness(one.url, other.url) || compareText(JSON.stringify(one), JSON.stringify(other)),
      ),
    }));
}

/** The spelling of one address to show: on https where there is one, then the shortest, without tracking and fragments. */
export function pickPlainestUrl(urls: readonly string[]): string {
  return urls.map((url) => cleanText(url, 2048)).sort(comparePlainness)[0] ?? '';
}

function comparePlainness(one: string, other: string): number {
  const secure = Number(other.startsWith('https:')) - Number(one.startsWith('https:'));
  return secure || one.length - other.length || compareText(one, other);
}

/** From so many on, pages below a URL make it a folder; one may be a part of the page above it. */
const FOLDER_PAGES_MIN = 2;

/** Keys of the addresses that several of these lie right below. */
export function findFolders(urls: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const key of new Set(urls.map(buildAddressKey))) {
    const folder = key.replace(/\/[^/]*$/, '');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([folder, count]) => (count >= FOLDER_PAGES_MIN ? [folder] : [])));
}

/** The title without the name of the site that follows a bar or a dash, or that the title of a home page begins with. */
export function stripSiteName(title: string, url = ''): string {
  const [first = '', ...rest] = title.split(/\s+[|–—·»]\s+|\s+-\s+/, 8);
  if (rest.length > 0 && isHomeOf(first, url)) return rest.join(' ');
  return rest.length > 0 && first.trim().length >= 8 ? first : title;
}

const NAME_MIN = 4;

/** Whether an address is the home page of the site that a part of its title names: `Harbour Bikes` of harbourbikes.example. */
function isHomeOf(name: string, url: string): boolean {
  const address = url === '' ? undefined : pageAddress(url);
  if (address === undefined || readPathWords(url).trim() !== '') return false;
  const label = readBrandName(address.host).replaceAll(NO_LETTERS, '');
  return label.length >= NAME_MIN && foldPhrase(name, 300).replaceAll(NO_LETTERS, '').startsWith(label);
}

const NO_LETTERS = /[^\p{L}\p{N}]/gu;

/** The parts of the path of an address, which may begin at its root, as they are written. */
export function listPathParts(url: string): string[] {
  return (URL.parse(url, 'https://page.invalid/')?.pathname ?? '').split('/').filter((part) => part !== '');
}

/** Words of the last part of its path; the parts before it are folders. */
export function readSlugWords(url: string): string {
  return readPathWords(`/${listPathParts(url).at(-1) ?? ''}`).trim();
}

/** Words of the address behind the host, the parts of its path and nothing of its query. */
export function readPathWords(url: string): string {
  const path = URL.parse(url, 'https://page.invalid/')?.pathname ?? '';
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // Broken percent signs are read as they stand.
  }
  return plain.replace(/\.(?:html?|php|aspx?|jsp)$/i, '').replaceAll(/[/_.+-]+/g, ' ');
}
