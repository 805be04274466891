import { z } from 'zod';

import { jsonSchemaOf } from '../contract/json-schema.ts';
import type { Operation } from '../contract/operation.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import type { Call } from '../engine/engine.ts';
import type { Caller } from '../ports/accounts.ts';
import type { Site } from '../ports/site-registry.ts';
import { jobView } from '../contract/job-view.ts';
import { priceableCall } from './account-routes.ts';
import { check } from './check.ts';
import { type DashboardScope, found, idOf } from './routes.ts';
import type { EarlierReportsView, OperationFormView, ReportsAboutView } from './views.ts';
import { titled, withTitles } from './form-texts.ts';
import { wire } from './wire.ts';
import { workbookOf } from './workbook.ts';

const Ordered = z.strictObject({
  operation: z.string().max(100),
  input: z.record(z.string(), z.unknown()),
  /** Only check it and say what it costs. */
  dry_run: z.boolean().default(false),
  /** On whose pages it is asked: the answer is found there again, and counts to the project of the site. */
  site: z.string().max(200).optional(),
});

const Listed = z.object({
  operation: z.string().max(1000).optional(),
  site: z.string().max(200).optional(),
  /** Only those that somebody can open by a link. */
  shared: z.stringbool().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  offset: z.coerce.number().int().min(0).max(20_000).default(0),
});

const About = z.object({
  value: z.string().min(1).max(2000).optional(),
  site: z.string().min(1).max(200).optional(),
  question: z.string().min(1).max(2000).optional(),
});

/** An answer is compared with one of these, so a list to choose from is enough. */
const EARLIER_MAX = 20;

/**
 * Analyses asked in the dashboard. Each runs as a job, by the one path of every call, so that its answer is kept: a report is
 * a job of an analysis, whoever ordered it.
 */
export function serveReports({ app, parts, userOf }: DashboardScope): void {
  const analyses = new Map(
    parts.operations.filter(({ is_account }) => !is_account).map((operation) => [operation.id, operation]),
  );

  const titles = new Map(parts.operations.map(({ id, title }) => [id, title]));

  const siteOf = async (caller: Caller, id: string): Promise<Site> =>
    found(await parts.account.sites.find(caller, id), 'site', id);

  app.get('/operations/:id', (request): OperationFormView => {
    const id = idOf(request);
    return formOf(found(analyses.get(id), 'operation', id), titles);
  });

  app.post('/reports', async (request, reply) => {
    const ordered = check(Ordered, request.body);
    const operation = found(analyses.get(ordered.operation), 'operation', ordered.operation);
    const call = priceableCall(userOf(request), request, reply);
    const { status, body } = await parts.execute(operation, ordered.input, {
      ...call,
      ...(ordered.site === undefined ? {} : attributionOf(await siteOf(call.caller, ordered.site))),
      dry_run: ordered.dry_run,
      mode: 'async',
    });
    return reply.code(status).send(body);
  });

  // `ReportListView`, as the registry writes job views.
  app.get('/reports', async (request) => {
    const { operation, site, shared, limit, offset } = check(Listed, request.query);
    const { workspace_id } = userOf(request);
    const wanted = operation === undefined ? [...analyses.keys()] : operation.split(',');
    const page = await parts.account.jobs.list(workspace_id, {
      status: undefined,
      operation: wanted.filter((id) => analyses.has(id)),
      project_id: undefined,
      workflow_id: site,
      is_shared: shared,
      limit,
      offset,
    });
    const ids = page.jobs.map(({ id }) => id);
    const [inputs, shares] = await Promise.all([
      parts.account.jobs.inputs(workspace_id, ids),
      parts.reports.sharedUntil(workspace_id, ids),
    ]);
    return {
      reports: page.jobs.map((job) => ({
        job: jobView(job),
        input: inputs.get(job.id) ?? {},
        asked_by: job.transport,
        shared_until: shares.get(job.id)?.toISOString() ?? null,
      })),
      total_count: page.total_count,
    };
  });

  app.get('/reports/about', async (request): Promise<ReportsAboutView> => {
    const { value, site, question } = check(About, request.query);
    const subject = { operations: [...analyses.keys()], value, workflow_id: site, question };
    return { reports: wire(await parts.reports.about(userOf(request).workspace_id, subject)) };
  });

  app.get('/reports/:id/workbook', async (request, reply) => {
    const id = idOf(request);
    const job = found(await parts.account.jobs.find(userOf(request).workspace_id, id), 'report', id);
    const { result } = found(job.result === null ? undefined : job, 'answer of report', id);
    return reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .send(await workbookOf(result));
  });

  app.get('/reports/:id/earlier', async (request): Promise<EarlierReportsView> => {
    const earlier = await parts.reports.earlier(userOf(request).workspace_id, idOf(request), EARLIER_MAX);
    return { reports: wire(earlier) };
  });
}

function attributionOf({ id, project_id }: Site): Pick<Call, 'project_id' | 'workflow_id'> {
  return { project_id, workflow_id: id };
}

function formOf(operation: Operation, titles: ReadonlyMap<string, string>): OperationFormView {
  const shared = new Map<string, Record<string, unknown>>();
  const { id, title, description, method, path, group, price_rule, one_of, example } = operation;
  return {
    id,
    title,
    description: titled(description, titles),
    method,
    path,
    group,
    price_rule,
    one_of,
    example,
    input: fieldsOf(withTitles(jsonSchemaOf(operation.input, 'input', shared), titles)),
    shared: fieldsOf(withTitles(Object.fromEntries(shared), titles)),
  };
}
