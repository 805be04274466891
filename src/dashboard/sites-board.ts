import { agree, counted } from '../kernel/grammar.ts';
import type { SiteFigure } from '../ports/reports.ts';
import type { SiteReport } from '../ports/site-registry.ts';
import type { BoardRow, Moved } from './views.ts';

/** All sites of somebody at a glance: what needs a look first, and how each figure moved. */

/** Below these, figures move by themselves. */
const HEALTH_FALL = 5;
const DOMAINS_FALL = 0.1;
const CLICKS_FALL = 0.2;
/** Of figures so small, one more or less is no news. */
const FIGURES_MIN = 20;

interface BoardSite {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly report: SiteReport;
  /** Of kept answers about the site, the newest first. */
  readonly figures: readonly SiteFigure[];
}

export function boardRow({ workspace, report: { site, audit, last_crawl }, figures }: BoardSite): BoardRow {
  const health = audit?.health_score == null ? null : moved(audit.health_score, audit.health_before);
  const referring_domains = newestOf(figures, ({ referring_domains: value }) => value);
  const top10 = newestOf(figures, ({ top10: value }) => value);
  const clicks = clicksOf(figures);
  const known = { health, referring_domains, clicks, critical: audit?.failing.critical ?? 0 };
  return {
    workspace,
    id: site.id,
    name: site.settings.name ?? site.target,
    target: site.target,
    alerts: last_crawl?.status === 'failed' ? ['the last crawl failed', ...alertsOf(known)] : alertsOf(known),
    health,
    critical: known.critical,
    clicks,
    top10,
    referring_domains,
    ai: mentionsOf(figures),
    last_crawl:
      last_crawl === undefined
        ? null
        : { status: last_crawl.status, at: (last_crawl.closed_at ?? last_crawl.created_at).toISOString() },
  };
}

/** Of one report, so that a change is one of the site: keywords where they were asked for, else pages. */
function clicksOf(figures: readonly SiteFigure[]): ReturnType<typeof newestOf> {
  const of = (operation: string) =>
    newestOf(figures, (figure) => (figure.operation === operation ? figure.clicks : undefined));
  return of('domain.ranked-keywords') ?? of('domain.relevant-pages');
}

/** Without a change: that of a few answers lies within their noise. */
function mentionsOf(figures: readonly SiteFigure[]): BoardRow['ai'] {
  const found = newestOf(figures, ({ mention_rate }) => mention_rate);
  return found === null ? null : { share: found.now, at: found.at };
}

interface Known extends Pick<BoardRow, 'health' | 'referring_domains' | 'clicks'> {
  readonly critical: number;
}

/** The worst first. */
function alertsOf({ health, referring_domains, clicks, critical }: Known): readonly string[] {
  return [
    ...(critical > 0 ? [`${counted(critical, 'critical issue')} in the audit`] : []),
    ...(fell(health) >= HEALTH_FALL ? [`health fell ${fromTo(health)}`] : []),
    ...(fellByShare(clicks) >= CLICKS_FALL ? [`clicks fell ${fromTo(clicks)}`] : []),
    ...(fellByShare(referring_domains) >= DOMAINS_FALL ? [`referring domains fell ${fromTo(referring_domains)}`] : []),
  ];
}

/** Sites that need a look first, then by name. */
export function sortBoard(rows: readonly BoardRow[]): readonly BoardRow[] {
  return rows.toSorted(
    (one, other) =>
      other.alerts.length - one.alerts.length ||
      one.name.localeCompare(other.name, 'en') ||
      one.workspace.name.localeCompare(other.workspace.name, 'en'),
  );
}

/** «1 of 30 sites needs you: harbour.example: health fell from 82 to 71.» */
export function boardSentence(rows: readonly BoardRow[]): string {
  const troubled = rows.filter(({ alerts }) => alerts.length > 0);
  const [first] = troubled;
  if (rows.length === 0) return 'No sites yet.';
  if (first === undefined) {
    return rows.length === 1 ? 'Your site needs nothing today.' : `None of your ${rows.length} sites needs you today.`;
  }
  if (rows.length === 1) return `${first.name} needs you: ${first.alerts[0] ?? ''}.`;
  const of = `${troubled.length} of ${counted(rows.length, 'site')} ${agree(troubled.length, 'needs', 'need')} you`;
  return `${of}: ${first.name}, ${first.alerts[0] ?? ''}${troubled.length > 1 ? ', and others' : ''}.`;
}

function newestOf(
  figures: readonly SiteFigure[],
  figureOf: (figure: SiteFigure) => number | undefined,
): (Moved & { readonly at: string }) | null {
  const [now, before] = figures.flatMap((figure) => {
    const value = figureOf(figure);
    return value === undefined ? [] : [{ value, at: figure.created_at.toISOString() }];
  });
  return now === undefined ? null : { ...moved(now.value, before?.value ?? null), at: now.at };
}

function moved(now: number, before: number | null): Moved {
  return { now, before };
}

function fell(figure: Moved | null): number {
  return figure?.before == null ? 0 : figure.before - figure.now;
}

function fellByShare(figure: Moved | null): number {
  if (figure?.before == null || figure.before < FIGURES_MIN) return 0;
  return fell(figure) / figure.before;
}

function fromTo(figure: Moved | null): string {
  return `from ${(figure?.before ?? 0).toLocaleString('en-US')} to ${(figure?.now ?? 0).toLocaleString('en-US')}`;
}
