import type { Page } from '../page/page.ts';
import { cleanLine } from '../page/quote.ts';
import { registrableDomain } from '../url.ts';

/** A heading that shares less than this with the page's other titles is a slogan or the site's name. */
const SHARED_MIN = 0.5;
const HEADINGS_READ_MAX = 20;
const SEPARATOR = /\s+[|–—·•»:-]{1,2}\s+/;

/** The title element as it is written; '' where the head has none. */
export function titleOf(page: Page): string {
  return cleanLine(page.head.titles.find(({ in_head, text }) => in_head && text !== '')?.text ?? '');
}

/** The h1 that the page's other titles bear out, else og:title, else the title element, both without the site's name. */
export function findHeadline(page: Page, social: string | null, siteName: string | null): string | null {
  const written = titleOf(page) || cleanLine(page.head.titles[0]?.text ?? '');
  const isSite = siteTest(page, siteName);
  const headings = page.headings
    .filter((heading) => heading.level === 1 && !heading.hidden)
    .slice(0, HEADINGS_READ_MAX)
    .map((heading) => dropPermalink(cleanLine(heading.text)))
    .filter((text) => text !== '');
  const template = headings.find((text) => isNameOfSite(text, written)) ?? '';
  const best = bornOut(
    headings.filter((text) => text !== template),
    new Set(wordsOf(`${written} ${social ?? ''}`)),
    isSite,
  );
  if (best !== undefined) return best;
  const stated = withoutSite(social ?? written, (text) => isSite(text) || flat(text) === flat(template));
  return stated === '' ? (headings[0] ?? null) : stated;
}

/** `Topic of the page | Name`, with that name as the first heading of every page. */
function isNameOfSite(heading: string, written: string): boolean {
  const parts = written.split(SEPARATOR);
  const last = parts.at(-1) ?? '';
  return parts.length > 1 && flat(heading) === flat(last) && flat(parts[0] ?? '').length > flat(last).length;
}

/** The heading with the most words of the other titles. The site's name counts only where the titles say no more. */
function bornOut(
  headings: readonly string[],
  evidence: ReadonlySet<string>,
  isSite: (text: string) => boolean,
): string | undefined {
  let best: string | undefined;
  let most = 0;
  for (const heading of headings) {
    const words = wordsOf(heading);
    const shared = words.filter((word) => evidence.has(word)).length;
    const onlySite = isSite(heading) && headings.length + evidence.size > words.length + 1;
    if (shared <= most || shared / words.length < SHARED_MIN || onlySite) continue;
    best = heading;
    most = shared;
  }
  return best;
}

/** Whether a text is the site's name: as the page says it, or as its host has it. */
export function siteTest(page: Page, siteName: string | null): (text: string) => boolean {
  const host = URL.parse(page.url ?? '')?.hostname ?? '';
  const domain = registrableDomain(host);
  const names = new Set(
    [host.replace(/^www\./, ''), domain].flatMap((address) => [flat(address), flat(address.split('.')[0] ?? '')]),
  );
  const name = flat(siteName ?? '');
  return (text) => {
    const compared = flat(text);
    return compared !== '' && (compared === name || names.has(compared));
  };
}

/** `Topic | Site`: the part that names the site goes; failing that, the longer part is the topic. */
function withoutSite(title: string, isSite: (text: string) => boolean): string {
  const parts = title.split(SEPARATOR);
  if (parts.length < 2) return title;
  const last = parts.at(-1) ?? '';
  if (isSite(last)) return title.slice(0, title.length - last.length).replace(/\s+[|–—·•»:-]{1,2}\s+$/, '');
  if (isSite(parts[0] ?? '')) return title.slice((parts[0] ?? '').length).replace(/^\s+[|–—·•»:-]{1,2}\s+/, '');
  return title;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function flat(text: string): string {
  return wordsOf(text).join('');
}

/** Documentation puts a sign behind its headings that links to them. */
export function dropPermalink(heading: string): string {
  return heading.replace(/(?<=\S)\s*[¶§#🔗]+$/u, '');
}
