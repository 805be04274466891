import type { BacklinkSummary } from './summary.ts';
import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import type { LinkStatus } from '../../../ports/links.ts';

export const ACTIONS: Record<NonNullable<BacklinkSummary['recommended_action_type']>, string> = {
  protect_authority: 'Keep the strongest links working and the linked pages where they are.',
  repair_broken_links: 'Restore or redirect the linked pages that fail.',
  reclaim_lost_links: 'Ask the sites that dropped their links to put them back.',
  review_risk: 'Review the risky links before building new ones.',
  build_links: 'Earn links from sites that already write about the subject.',
};

/** Which links the figures are about, in words: `2 lost backlinks`. */
export const LINKS: Record<LinkStatus, string> = {
  live: 'backlink',
  lost: 'lost backlink',
  all: 'backlink, live or lost',
};
export const LINKS_PLURAL: Record<LinkStatus, string> = {
  live: 'backlinks',
  lost: 'lost backlinks',
  all: 'backlinks, live or lost,',
};

/** Hosts and their registrable domains, told apart where they differ. */
export function sourcesOf({ referring_domains, referring_main_domains }: BacklinkSummary): string {
  const domains = counted(referring_main_domains ?? 0, 'domain');
  if (referring_domains === referring_main_domains) return domains;
  return `${counted(referring_domains ?? 0, 'host')} of ${domains}`;
}

export function summaryText(report: BacklinkSummary, status: LinkStatus): string {
  const { value } = report.target;
  if (report.backlinks === null)
    return `## Backlinks of ${inline(value)}\n\nNot known: the index has read no page of another domain yet.`;
  const facts = [
    `**${counted(report.backlinks, LINKS[status], LINKS_PLURAL[status])}** from **${sourcesOf(report)}** (${counted(report.referring_pages ?? 0, 'page')})`,
    report.rank === null ? 'Authority: not known' : `Authority: **${report.rank}** (${report.authority_tier})`,
    `Broken: ${report.broken_backlinks ?? 'not known'}; lost: ${report.lost_backlinks ?? 'not known'}`,
    report.dofollow_share === null ? '' : `Followed: ${Math.round(report.dofollow_share * 100)} %`,
    report.risk_level === null
      ? ''
      : `Risk: **${report.risk_level}**${report.risk_reasons.length > 0 ? ' – ' + report.risk_reasons.join(' ') : ''}`,
  ].filter((fact) => fact !== '');
  const rows = (report.top_pages ?? [])
    .slice(0, 5)
    .map((page) => [inline(page.url), page.backlinks, page.referring_domains, page.status_code]);
  return summary([
    `## Backlinks of ${inline(value)}`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    markdownTable(['Most linked page', 'Backlinks', 'Hosts', 'Status'], rows),
    `Next: ${ACTIONS[report.recommended_action_type ?? 'build_links']}`,
  ]);
}
