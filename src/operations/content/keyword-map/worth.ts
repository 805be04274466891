import type { Intent } from '../../../text/signals.ts';
import { readAddressLanguage } from '../../../text/address.ts';
import type { AskedKeyword } from './asked.ts';
import type { MapPage } from './pages.ts';
import type { Placed } from './risks.ts';

export const WORTH_COMPONENTS = ['keywords', 'intent', 'language', 'nearness'] as const;
type WorthComponent = (typeof WORTH_COMPONENTS)[number];

/** Points by how many keywords a page would answer; more than five add nothing. */
const BY_KEYWORDS = [0, 10, 17, 21, 24, 25] as const;
const BY_INTENT: Readonly<Record<Intent, number>> = {
  transactional: 25,
  local: 25,
  commercial: 20,
  informational: 10,
  navigational: 5,
};
/** A page in the language of the site, in one that it has some pages in, and in one that it does not speak. */
const BY_LANGUAGE = { main: 30, some: 15, none: 0 } as const;
const NEARNESS = 20;

/** What languages a site speaks, by its pages. */
export interface SiteLanguages {
  readonly main: string;
  readonly all: ReadonlySet<string>;
}

/** Pages that name no language, nor show one, are in that of most pages. */
export function languagesOf(pages: readonly MapPage[]): SiteLanguages {
  const counts = new Map<string, number>();
  for (const { url, language } of pages) {
    const code = readAddressLanguage(url).slice(0, 2) || language;
    if (code !== '') counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const ranked = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  return { main: ranked[0]?.[0] ?? '', all: new Set(counts.keys()) };
}

export interface Worth {
  readonly worth: number;
  readonly components: Readonly<Record<WorthComponent, number>>;
  readonly language: keyof typeof BY_LANGUAGE;
}

/**
 * What a missing page is worth, 0–100: `keywords + intent + language + nearness`. Our own points, pinned by the tests.
 *
 * keywords: how many it would answer (25 for five). intent: 25 for a search of a buyer or of someone nearby, 10 for a
 * question. language: 30 in the language of most pages, 15 in one that some are in. nearness: 20 × the share of its
 * first keyword that the nearest page has, since a page close to what a site is about is found sooner.
 */
export function worthOf(
  group: readonly AskedKeyword[],
  intent: Intent,
  near: Placed | undefined,
  site: SiteLanguages,
): Worth {
  const code = group[0]?.reading.language ?? '';
  const spoken = code === '' || site.main === '' || code === site.main ? 'main' : site.all.has(code) ? 'some' : 'none';
  const components = {
    keywords: BY_KEYWORDS[Math.min(group.length, BY_KEYWORDS.length - 1)] ?? 0,
    intent: BY_INTENT[intent],
    language: BY_LANGUAGE[spoken],
    nearness: Math.round(NEARNESS * Math.min(1, near?.best?.covered ?? 0)),
  };
  return {
    worth: Object.values(components).reduce((sum, points) => sum + points, 0),
    components,
    language: spoken,
  };
}
