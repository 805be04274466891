import type { KnownPage } from '../../src/ports/links.ts';
import { detectDecay } from '../../src/operations/content-decay/detect/detect.ts';
import type { DecayAudit } from '../../src/operations/content-decay/detect/report.ts';
import { findOpportunities } from '../../src/operations/opportunities/find/find.ts';
import type { Opportunity } from '../../src/operations/opportunities/find/report.ts';
import { parseTarget } from '../../src/web/target.ts';
import { UNITED_STATES } from '../source-context.ts';
import { dailyOf, rankedOf } from './made-facts.ts';
import type { MadePage, MadeSite } from './made-site.ts';

/** What decays of a made site are called: the kind of the page decides what is right. */
export const TRUE_CAUSES = {
  rank_loss: 'rank',
  demand_loss: 'demand',
  clicks_above: 'clicks_lost_above',
  cannibalised: 'cannibalised',
  technical: 'technical',
} as const;

export interface JudgedPage {
  readonly page: MadePage;
  /** The name of the kind, or of the second page of a pair. */
  readonly kind: string;
  readonly audit: DecayAudit;
}

/** Judges every page of a made site for its first keyword, as the operation would. */
export function judgeSite(site: MadeSite, days = 28): JudgedPage[] {
  return site.pages
    .filter(({ url }) => !url.endsWith('-new'))
    .map((page) => {
      const keyword = page.keywords[0]?.keyword ?? '';
      // A page that moved is judged where it is now, with its history.
      const successor = page.kind === 'moved' ? site.pages.find(({ url }) => url === page.other) : undefined;
      const current = successor ?? page;
      const addresses = successor === undefined ? [page] : [successor, page];
      const { decay_audit } = detectDecay({
        url: current.url,
        followed: successor === undefined ? [] : [page.url],
        keyword,
        lookback_days: days,
        threshold: 3,
        daily: addresses.map((each) => dailyOf(site, each, keyword, days)),
        page: describeMade(current),
        curve: null,
        serps: [],
      });
      return { page, kind: nameKind(page), audit: decay_audit };
    });
}

function nameKind({ kind, url }: MadePage): string {
  return url.endsWith('-rival') ? 'rival of cannibalised' : kind;
}

export function describeMade({ url, facts }: MadePage): KnownPage {
  return {
    url,
    ...facts,
    title: 'A page',
    words_count: 900,
    referring_domains: 3,
    backlinks: 5,
    fetched_at: '2026-11-18T00:00:00Z',
  };
}

/** Every task that a made site offers, best first. */
export function listTasks(site: MadeSite): readonly Opportunity[] {
  return findOpportunities({
    target: parseTarget(site.host),
    market: { location: UNITED_STATES, language: 'en', is_any_place: true },
    found: rankedOf(site),
    more: [],
    curve: null,
    pages: site.pages.map(describeMade),
    serps: new Map(),
    isBranded: () => null,
    brand: null,
    include_brand: false,
    limit: 10_000,
    offset: 0,
    seeds: null,
    competitors: null,
    gaps: new Map(),
  }).opportunities;
}
