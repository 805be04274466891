import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import type { Job } from '../ports/jobs.ts';
import type { RateRule } from '../ports/limits.ts';
import type { WorkspaceLook } from '../ports/workspace-look.ts';
import { signalOf } from './account-routes.ts';
import { lookView } from './brand-routes.ts';
import { check } from './check.ts';
import { networkOf, requireTurn } from './login-routes.ts';
import { printReport, TOO_MANY_PDFS } from './printed-report.ts';
import { type DashboardParts, type DashboardScope, found, idOf } from './routes.ts';
import { hashOf, newToken } from './tokens.ts';
import type { NewReportLinkView, ReportLinkListView, SharedReportView } from './views.ts';
import { wire } from './wire.ts';

const DAY_MS = 86_400_000;
/** A team may look at one report from one address. */
const BY_ADDRESS: RateRule = { per_minute: 120 };
const PDFS: RateRule = { per_minute: 6 };
/** Pasted texts say nothing in a title. */
const INPUT_MAX = 2000;

const Days = z.strictObject({ days: z.int().min(1).max(365).default(30) });
const Token = z.strictObject({ token: z.string().max(100) });

/** Who is logged in makes links to reports and takes them back. */
export function serveReportLinks({ app, parts, userOf }: DashboardScope): void {
  app.get('/reports/:id/links', async (request): Promise<ReportLinkListView> => {
    const links = await parts.reports.links(userOf(request).workspace_id, idOf(request));
    return { links: wire(links) };
  });

  app.post('/reports/:id/links', async (request, reply) => {
    const { days } = check(Days, request.body);
    const id = idOf(request);
    const { id: user, workspace_id } = userOf(request);
    const token = newToken();
    const expires_at = new Date(Date.now() + days * DAY_MS);
    const asked = { workspace_id, job_id: id, token_hash: hashOf(token), expires_at };
    const link = found(await parts.reports.share(asked), 'report', id);
    parts.log.info({ request_id: request.id, user, report: id, link: link.id }, 'a report was shared');
    const view: NewReportLinkView = { link: wire(link), token };
    return reply.code(201).send(view);
  });

  app.delete('/report-links/:id', async (request) => {
    const id = idOf(request);
    const { id: user, workspace_id } = userOf(request);
    if (!(await parts.reports.unshare(workspace_id, id))) found(undefined, 'link', id);
    parts.log.info({ request_id: request.id, user, link: id }, 'a shared report was withdrawn');
    return { withdrawn: true };
  });
}

interface Public {
  readonly app: FastifyInstance;
  readonly parts: DashboardParts;
}

/** Whoever has a link sees its report, and nothing else of the workspace. */
export function serveSharedReport({ app, parts }: Public): void {
  app.post('/shared', async (request): Promise<SharedReportView> => {
    const { token } = check(Token, request.body);
    await requireTurn(
      parts,
      `shared:${networkOf(request.ip)}`,
      BY_ADDRESS,
      'Too many reports were opened from this address.',
    );
    return openShared(parts, token);
  });

  app.post('/shared/pdf', async (request, reply) => {
    const { token } = check(Token, request.body);
    await requireTurn(parts, `shared-pdf:${networkOf(request.ip)}`, PDFS, TOO_MANY_PDFS);
    // However many have the link, and from wherever: each file keeps the browser busy for seconds.
    await requireTurn(parts, `shared-pdf-link:${hashOf(token).toString('hex')}`, PDFS, TOO_MANY_PDFS);
    const view = await openShared(parts, token);
    const pdf = await printReport({ app, parts }, { ...view, expires_at: null, can_print: false }, signalOf(reply));
    return reply.type('application/pdf').send(pdf);
  });
}

/** @throws AppError not_found for a link that is unknown, was withdrawn or has expired */
async function openShared(parts: DashboardParts, token: string): Promise<SharedReportView> {
  const opened = await parts.reports.open(hashOf(token));
  if (opened === undefined) throw unknown();
  if (opened.expires_at.getTime() <= Date.now()) throw expired(opened.expires_at);
  const job = await parts.account.jobs.find(opened.workspace_id, opened.job_id);
  const view = job === undefined ? undefined : sharedView(job, await parts.looks.find(opened.workspace_id));
  if (view === undefined) throw unknown();
  return { ...view, expires_at: opened.expires_at.toISOString(), can_print: parts.printer !== undefined };
}

/** What leaves the workspace of a report, on screen and on paper; undefined where there is no answer. */
export function sharedView(job: Job, look: WorkspaceLook): SharedReportView | undefined {
  if (job.result === undefined) return undefined;
  return {
    operation: job.operation,
    input: shownInput(job),
    answer: shownAnswer(job.result),
    created_at: job.created_at.toISOString(),
    expires_at: null,
    can_print: false,
    look: lookView(look),
  };
}

/** Where the figures come from is shown, and whether they are made up; what the call cost and what is left are the owner's. */
function shownAnswer({ meta, ...answer }: NonNullable<Job['result']>): SharedReportView['answer'] {
  const { sources, demo } = fieldsOf(meta);
  return { ...answer, meta: { sources, ...(demo === true ? { demo } : {}) } };
}

function shownInput({ input }: Job): SharedReportView['input'] {
  const entries = Object.entries(input).filter(([, value]) => (JSON.stringify(value) ?? '').length <= INPUT_MAX);
  return Object.fromEntries(entries);
}

function unknown(): AppError {
  return new AppError('not_found', 'This link is not valid, or it was withdrawn.', {
    fix: 'Ask whoever sent it for a new one.',
  });
}

function expired(at: Date): AppError {
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  return new AppError('not_found', `This shared report expired on ${day}.`, {
    fix: 'Ask whoever sent it for a new link.',
  });
}
