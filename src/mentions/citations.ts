import { readDataRows } from '../kernel/data.ts';
import { findSiteKind } from '../serp/results.ts';
import { LARGE_DOMAINS } from '../text/large-domains.ts';
import { spellName } from '../text/branded.ts';
import { isWithin, registrableDomain } from '../web/url.ts';
import { tokenize } from '../web/words.ts';
import { type Named, readLabel } from './names.ts';

export const CITATION_CLASSES = [
  'own',
  'competitor',
  'review_site',
  'forum',
  'social',
  'news',
  'encyclopaedia',
  'video',
  'other',
] as const;
type CitationClass = (typeof CITATION_CLASSES)[number];

/** Whose site a cited page is on, or what kind of site it is. */
export interface SiteVerdict {
  readonly value: CitationClass;
  /** Place of the competitor among those that were given; undefined for all other sites. */
  readonly competitor: number | undefined;
}

const LISTED: ReadonlyMap<string, CitationClass> = new Map(
  readDataRows(import.meta.url, 'data/site-classes.tsv').flatMap(([written, domains = '']) => {
    const value = CITATION_CLASSES.find((each) => each === written);
    if (value === undefined) throw new Error(`site-classes.tsv names the unknown class “${written ?? ''}”.`);
    return domains.split(' ').map((domain) => [domain, value] as const);
  }),
);

/**
 * Tells of hosts whose they are. A competitor that was given by name alone is known by a domain with the same letters:
 * Beltana by beltana.com.
 */
export function classifySites(brand: Named, competitors: readonly Named[]): (host: string) => SiteVerdict {
  const letters = competitors.map(
    ({ name, aliases }) => new Set([name, ...aliases].flatMap((one) => spellName(tokenize(one)))),
  );
  return (host) => {
    if (isOf(host, brand.domains)) return { value: 'own', competitor: undefined };
    const given = competitors.findIndex(({ domains }) => isOf(host, domains));
    const labels = spellName(tokenize(readLabel(host)));
    const competitor = given === -1 ? letters.findIndex((own) => labels.some((label) => own.has(label))) : given;
    if (competitor !== -1) return { value: 'competitor', competitor };
    return { value: findClass(host), competitor: undefined };
  };
}

function isOf(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => isWithin(host, domain));
}

function findClass(host: string): CitationClass {
  const site = registrableDomain(host);
  const listed = LISTED.get(host) ?? LISTED.get(site) ?? findSiteKind(site);
  if (listed !== undefined) return listed;
  return LARGE_DOMAINS.get(site) === 'reference' ? 'encyclopaedia' : 'other';
}
