import { ChangeSource } from '../audit/changes.ts';
import { PAGE_CHANGES_COUNTED } from '../audit/page-changes.ts';
import type { CrawlLog } from '../crawler/settings.ts';
import { messageOf } from '../kernel/errors.ts';
import { counted } from '../kernel/grammar.ts';
import { inline } from '../kernel/markdown.ts';
import type { Alert } from '../ports/alerts.ts';
import type { PageChange, PageChangeKind, SiteChangesRecord } from '../ports/sites.ts';
import type { Target } from '../web/target.ts';
import { type CrawledUrls, sitesOf } from './site-audits.ts';

/** What an owner wants to hear of without having asked; headings and new pages change every day. */
const TOLD = ['dead', 'error', 'noindexed', 'blocked', 'redirected', 'canonical_changed', 'title_changed'] as const;
const LISTED_MAX = 50;

type Stores = ConstructorParameters<typeof ChangeSource>[0];

/** What changed on the sites that a crawl began with. What fails here is logged: the crawl itself is none the worse. */
export async function siteAlerts(
  { clock, log }: { readonly clock: () => Date; readonly log: CrawlLog },
  stores: Stores,
  crawl: CrawledUrls,
  signal: AbortSignal,
): Promise<readonly Alert[]> {
  const source = new ChangeSource(stores, clock);
  const alerts: Alert[] = [];
  // A change in a folder is one of its domain, and told once.
  for (const site of sitesOf({ urls: crawl.urls, sites: [] })) {
    try {
      const asked = { site, crawl_id: crawl.id, compare_with: undefined, kinds: TOLD, limit: LISTED_MAX, offset: 0 };
      const { value } = await source.changes(asked, signal);
      if (value !== null && isWorthTelling(value)) alerts.push(siteAlert(site, value));
    } catch (thrown) {
      if (signal.aborted) return alerts;
      log.warn({ site: site.value, error: messageOf(thrown) }, 'What changed on a site could not be told.');
    }
  }
  return alerts;
}

function isWorthTelling({ changes_total, links }: SiteChangesRecord): boolean {
  return changes_total > 0 || (links !== null && links.lost_referring_domains > 0);
}

const SENTENCES: Readonly<Partial<Record<PageChangeKind, (change: PageChange) => string>>> = {
  dead: ({ url, after }) => `${inline(url)} answers ${after ?? 'nothing'}.`,
  error: ({ url, after }) => `${inline(url)} answers ${after ?? 'nothing'}.`,
  noindexed: ({ url }) => `${inline(url)} is set to noindex.`,
  blocked: ({ url }) => `${inline(url)} is blocked by robots.txt.`,
  redirected: ({ url, after }) => `${inline(url)} redirects to ${inline(after ?? 'another page')}.`,
  canonical_changed: ({ url, after }) => `${inline(url)} names ${inline(after ?? 'no page')} as its canonical.`,
  title_changed: ({ url, before, after }) =>
    `The title of ${inline(url)} was “${inline(before ?? '')}” and is “${inline(after ?? '')}”.`,
};

function siteAlert(
  { value: site }: Target,
  { crawl, counts, changes, changes_total, links }: SiteChangesRecord,
): Alert {
  const parts = TOLD.flatMap((kind) => (counts[kind] === 0 ? [] : [PAGE_CHANGES_COUNTED[kind](counts[kind])]));
  const lost = links?.lost_referring_domains ?? 0;
  const domains = lost === 0 ? [] : [`${counted(lost, 'referring domain')} lost`];
  const data = {
    summary: `${site}: ${[...parts, ...domains].join(', ')}`,
    lines: changes.flatMap((change) => SENTENCES[change.kind]?.(change) ?? []),
    site,
    crawl_id: crawl.id,
    counts,
    changes: changes.map(({ url, kind, before, after }) => ({ url, change: kind, before, after })),
    changes_total,
    links,
  };
  return { type: 'alert.site_changed', data };
}
