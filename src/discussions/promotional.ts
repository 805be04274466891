import { readDataRows } from '../kernel/data.ts';
import { counted } from '../kernel/grammar.ts';
import { readBrandName } from '../text/address.ts';
import { squash } from '../text/brand.ts';
import { foldPhrase } from '../text/normalize.ts';
import { isWithin, readHost, registrableDomain } from '../web/url.ts';
import { countWords } from '../web/words.ts';

/** What is read of a post to tell whether it advertises. */
export interface Post {
  readonly title: string | null;
  readonly text: string | null;
  readonly links: readonly string[];
  readonly author: string | null;
}

/** Whose posts are their own: names and domains of the brands that a question is about. */
export interface Promoters {
  readonly names: readonly string[];
  readonly domains: readonly string[];
}

const ROWS = readDataRows(import.meta.url, './data/promotion.tsv');
const DISCOUNTS = valuesOf('discount', '|').map((word) => foldPhrase(word));
const MERCHANTS = valuesOf('merchant', ' ');
const PARAMETERS: ReadonlySet<string> = new Set(valuesOf('parameter', ' '));
const OFFICIAL = valuesOf('official', ' ');

/** `code SAVE20`: capitals, as codes are written, so that «exit code of the process» is none. */
const CODE =
  /\b(?:[Cc]ode|CODE|[Cc]oupon|[Rr]abattcode|[Gg]utscheincode|[Cc]ódigo|[Cc]odice|[Пп]ромокод|[Ww]ith|[Uu]se)\s*[:=]?\s*["'“„«]?([A-Z][A-Z\d]{2,14})\b/gu;
/** Words of capitals that stand after «code» or «use» and are no codes. */
const NO_CODE =
  /^(?:HTTP|HTTPS|HTML|JSON|REST|API|URL|USB|VPN|SEO|CSS|PHP|SQL|AWS|USA|USD|EUR|GBP|THE|THIS|YOUR|AND|FOR|ISO|UTF)$/;
const LINK = /\bhttps?:\/\/[^\s<>"'“”)\]]{4,500}/gi;
/** Shorter names are words that many people call themselves. */
const NAME_MIN = 4;
const REPEATED_MIN = 3;
/** Short texts such as «thanks, that worked» are repeated by everybody. */
const REPEATED_WORDS_MIN = 8;

/**
 * Why each post may be promotional, as sentences; empty where nothing shows that it is. Cues, not proof: posts are flagged
 * with them and never left out for them.
 */
export function flagPromotions(posts: readonly Post[], promoters: Promoters): readonly (readonly string[])[] {
  const repeats = countRepeats(posts);
  return posts.map((post) => {
    const links = linksOf(post);
    const reasons = [
      findCode(post),
      findAffiliate(links),
      findOwnAuthor(post, links, promoters),
      describeRepeats(repeats.get(repeatKey(post) ?? '') ?? 0),
    ];
    return reasons.filter((reason) => reason !== undefined);
  });
}

/** Somebody who asks for a code names none. */
function findCode({ title, text }: Post): string | undefined {
  const whole = `${title ?? ''} ${text ?? ''}`;
  const folded = foldPhrase(whole, 3000);
  if (!DISCOUNTS.some((word) => folded.includes(word))) return undefined;
  const codes = [...whole.matchAll(CODE)].map(([, code = '']) => code);
  const code = codes.find((each) => !NO_CODE.test(each));
  return code === undefined ? undefined : `Offers the discount code ${code}.`;
}

function findAffiliate(links: readonly string[]): string | undefined {
  const link = links.find(isAffiliate);
  return link === undefined ? undefined : `Contains an affiliate link to ${readHost(link) ?? link}.`;
}

function isAffiliate(link: string): boolean {
  const url = URL.parse(link);
  if (url === null) return false;
  const host = url.hostname.toLowerCase();
  if (MERCHANTS.some((merchant) => isWithin(host, merchant))) return true;
  // Amazon's own name for whom it pays.
  if (/(?:^|\.)amazon\.[a-z.]{2,6}$/.test(host) && /-\d\d$/.test(url.searchParams.get('tag') ?? '')) return true;
  return [...url.searchParams.keys()].some((name) => PARAMETERS.has(name.toLowerCase()));
}

function findOwnAuthor({ author }: Post, links: readonly string[], { names, domains }: Promoters): string | undefined {
  if (author === null) return undefined;
  const name = [...names, ...domains.map(readBrandName)].find((each) => isNamedAfter(author, each));
  if (name !== undefined) return `The author’s name, ${author}, is the brand’s.`;
  const site = links.flatMap((link) => readHost(link) ?? []).find((host) => isNamedAfter(author, readBrandName(host)));
  return site === undefined
    ? undefined
    : `The author, ${author}, links to a site of the same name, ${registrableDomain(site)}.`;
}

/** `AcmeTools`, `acme_tools_official`, `acmetools.com` for Acme Tools. */
function isNamedAfter(author: string, name: string): boolean {
  const own = squash(name);
  if (own.length < NAME_MIN) return false;
  const written = squash(author);
  return [written, squash(readBrandName(author))].some(
    (each) =>
      each === own || OFFICIAL.some((word) => each === own + word || each === `the${own}` || each === word + own),
  );
}

function countRepeats(posts: readonly Post[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const post of posts) {
    const key = repeatKey(post);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function repeatKey({ author, text }: Post): string | undefined {
  if (author === null || text === null || countWords(text) < REPEATED_WORDS_MIN) return undefined;
  return JSON.stringify([foldPhrase(author), foldPhrase(text)]);
}

function describeRepeats(count: number): string | undefined {
  return count < REPEATED_MIN ? undefined : `The same author posted this text in ${counted(count, 'thread')}.`;
}

function linksOf({ title, text, links }: Post): readonly string[] {
  const written = [...`${title ?? ''} ${text ?? ''}`.matchAll(LINK)].map(([link]) => link.replace(/[.,;:!?]+$/, ''));
  return [...links, ...written];
}

function valuesOf(kind: string, separator: string): readonly string[] {
  return ROWS.flatMap(([each, values = '']) => (each === kind ? values.split(separator) : []));
}
