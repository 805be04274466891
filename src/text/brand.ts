import { type Entity, isEntity } from '../web/structured-data/entity.ts';
import type { Page } from '../web/page/page.ts';
import { foldText, tokenize } from '../web/words.ts';
import { cleanText } from './normalize.ts';

/** The name of a site as the site or the caller writes it, and where it was found. */
export interface SiteName {
  readonly name: string;
  readonly source: string;
}

/** Longer names leave no room in a title. */
const NAME_CHARACTERS_MAX = 32;
/** What separates a title from the name of its site. */
const SEPARATOR = /\s+([|–—·•»:-]|::)\s+|\s*([｜])\s*/u;
const SITE_TYPES = new Set([
  'WebSite',
  'Organization',
  'Corporation',
  'LocalBusiness',
  'Store',
  'NewsMediaOrganization',
]);

/**
 * The name of the site as the site itself writes it, or as the caller wrote `target`; undefined when neither says one.
 *
 * A host name never becomes a brand, since `harbourbikes.example` does not say how Harbour Bikes is written, unless a
 * part of the title has the same letters.
 */
export function detectBrand(page: Page, title: string | undefined, target: string | undefined): SiteName | undefined {
  const named = readHostLabel(target);
  const host = named ?? readHostLabel(page.url) ?? readHostLabel(readCanonical(page));
  const wanted = target === undefined || named !== undefined ? undefined : cleanText(target, 80);
  if (wanted !== undefined && isName(wanted)) return { name: wanted, source: 'target' };
  const candidates: SiteName[] = [
    ...asBrand(readMeta(page, 'og:site_name'), 'og:site_name'),
    ...asBrand(readMeta(page, 'application-name'), 'application-name'),
    ...asBrand(findSiteName(page), 'structured data'),
  ];
  const [first] = candidates;
  if (first !== undefined) return first;
  const part = title === undefined ? undefined : findNamePart(title, host);
  return part === undefined ? undefined : { name: part, source: 'title' };
}

/** The separator in the site's current title; ' | ' where it has none. */
export function detectSeparator(title: string | undefined): string {
  const found = SEPARATOR.exec(title ?? '');
  const mark = found?.[1] ?? found?.[2];
  if (mark === '｜') return '｜';
  return mark === undefined || mark === ':' || mark === '::' || mark === '»' ? ' | ' : ` ${mark} `;
}

/** The title without the name of the site at its end or beginning. */
export function stripBrand(title: string, brand: string | undefined): string {
  const name = squash(brand ?? '');
  if (name === '') return title;
  const parts = title.split(new RegExp(SEPARATOR, 'u')).filter((part) => part !== undefined);
  if (parts.length < 3) return title;
  if (squash(parts.at(-1) ?? '') === name)
    return title.slice(0, title.lastIndexOf(parts.at(-1) ?? '')).replace(TAIL, '');
  if (squash(parts[0] ?? '') === name) return title.slice((parts[0] ?? '').length).replace(LEAD, '');
  return title;
}

const TAIL = /\s*[|–—·•»:｜-]+\s*$/u;
const LEAD = /^\s*[|–—·•»:｜-]+\s*/u;

function asBrand(text: string | undefined, source: string): SiteName[] {
  const name = cleanText(text ?? '', 80);
  return isName(name) ? [{ name, source }] : [];
}

/** A name, not a sentence, an address or a template's placeholder. */
function isName(text: string): boolean {
  return (
    text !== '' &&
    text.length <= NAME_CHARACTERS_MAX &&
    /\p{L}/u.test(text) &&
    !/[<>{}|]|^https?:|\$\{|%%/u.test(text) &&
    tokenize(text).length <= 5
  );
}

function readMeta(page: Page, key: string): string | undefined {
  return page.head.metas.find((meta) => (meta.property === key || meta.name === key) && meta.content.trim() !== '')
    ?.content;
}

function findSiteName(page: Page): string | undefined {
  const top = page.json_ld.flatMap((block) => block.entities);
  for (const type of ['WebSite', '']) {
    const found = top.find((entity) =>
      entity.types.some((each) => (type === '' ? SITE_TYPES.has(each) : each === type)),
    );
    const name = found === undefined ? undefined : readText(found, 'name');
    if (name !== undefined) return name;
  }
  const publisher = top.flatMap((entity) => entity.properties.get('publisher') ?? []).find(isEntity);
  return publisher === undefined ? undefined : readText(publisher, 'name');
}

function readText(entity: Entity, property: string): string | undefined {
  return entity.properties.get(property)?.find((value) => typeof value === 'string');
}

function readCanonical(page: Page): string | undefined {
  return (
    page.head.links.find((link) => link.in_head && link.rel.includes('canonical'))?.url ?? readMeta(page, 'og:url')
  );
}

/** `harbour-bikes` of an address or domain; undefined for a text that is neither. */
function readHostLabel(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const written = text.trim();
  const host = URL.parse(written)?.hostname ?? (/^[\w-]+(?:\.[\w-]+)+\/?$/.test(written) ? written.toLowerCase() : '');
  const labels = host.replace(/^www\./, '').split('.');
  return labels.length < 2 ? undefined : labels.at(-2) === 'co' ? labels.at(-3) : labels.at(-2);
}

function findNamePart(title: string, host: string | undefined): string | undefined {
  if (host === undefined) return undefined;
  const parts = title.slice(0, 500).split(new RegExp(SEPARATOR, 'u'));
  const label = squash(host);
  return parts.length < 3
    ? undefined
    : parts
        .filter((part) => part !== undefined)
        .find((part) => squash(part) === label && isName(part.trim()))
        ?.trim();
}

/** Letters and digits alone, folded: `Harbour-Bikes` and `harbourbikes` are one name. */
export function squash(text: string): string {
  return tokenize(foldText(text)).join('');
}
