import { z } from 'zod';

import { fieldsOf } from '../kernel/fields-of.ts';
import type { SiteAuditRecord } from '../ports/sites.ts';
import { callerOf, signalOf } from './account-routes.ts';
import { check } from './check.ts';
import { type DashboardScope, found, idOf } from './routes.ts';
import type { SiteAuditView, SitePagesView } from './views.ts';

const Paged = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).max(5_000_000).default(0),
});
const Listed = Paged.extend({ rule: z.string().max(100).optional(), url: z.string().max(2048).optional() });

/** The audit of a site that is set up, as its page shows it: free, since the crawl was paid for. */
export function serveSiteAudits({ app, parts, userOf }: DashboardScope): void {
  app.get('/sites/:id/audit', async (request, reply): Promise<SiteAuditView> => {
    const [caller, id] = [callerOf(userOf(request)), idOf(request)];
    const { rule, url, limit, offset } = check(Listed, fieldsOf(request.query));
    const listed = { rule, url, limit, offset };
    const { sites } = parts.account;
    const site = found(await sites.find(caller, id), 'site', id);
    const audit = await sites.audit(caller, site, listed, signalOf(reply));
    return { name: site.settings.name ?? site.target, audit: audit === null ? null : shown(audit) };
  });

  app.get('/sites/:id/pages', async (request, reply): Promise<SitePagesView> => {
    const [caller, id] = [callerOf(userOf(request)), idOf(request)];
    const listed = check(Paged, fieldsOf(request.query));
    const { sites } = parts.account;
    const site = found(await sites.find(caller, id), 'site', id);
    return { audited: await sites.auditedPages(caller, site, listed, signalOf(reply)) };
  });
}

function shown({
  crawl,
  health_score,
  no_score_because,
  pages,
  rules,
  changes,
  history,
  findings,
  findings_total,
}: SiteAuditRecord): SiteAuditView['audit'] {
  const copied = [...history];
  return { crawl, health_score, no_score_because, pages, rules, changes, history: copied, findings, findings_total };
}
