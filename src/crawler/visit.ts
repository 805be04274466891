import { messageOf } from '../kernel/errors.ts';
import { isSamePage, pageAddress, type PageAddress } from '../web/url.ts';
import type { Suspect, VisitOutcome, VisitRecord } from '../ports/crawl-records.ts';
import type { RawAnswer } from '../ports/fetch.ts';
import type { FrontierResult } from '../ports/frontier.ts';
import type { RenderFact, Validators } from '../ports/index.ts';
import { BUSY, followChain, type Hop, releaseClaims, type Chain } from './chain.ts';
import { answerFact, bytesOf, redirectFacts, unchangedFact } from './facts.ts';
import { failureOf, retryAfter, type Failure } from './failure.ts';
import type { Host, Visit } from './host.ts';
import { parseRobots } from '../web/robots/robots.ts';
import { outcomeOf } from './outcome.ts';
import { followUpOf, type ParsedPage } from './parse.ts';
import type { RobotsAccess } from './robots-gate.ts';
import type { Run } from './run.ts';
import { inScope } from './scope.ts';
import { readSitemaps } from './sitemap-discovery.ts';

/** One entry of the frontier from its turn to its result: robots.txt, fetch, parse, facts, follow-ups. */
export async function visitPage(run: Run, host: Host, visit: Visit, signal: AbortSignal): Promise<void> {
  const { entry } = visit;
  const task: Task = { run, host, visit, signal };
  const start = pageAddress(host.reachable(entry.url));
  if (start === undefined) return finish(task, 'failed', 'not a page URL');
  if (host.givenUp !== undefined) return noAnswer(task, 'failed', host.givenUp);
  if (visit.attempt === 1 && !run.claimed.add(entry.key)) return finish(task, 'fetched', 'reached by a redirect');
  const trap = run.traps.refusal(entry.url, entry.key);
  if (trap !== undefined) return noAnswer(task, 'trapped', trap);
  const access = await accessTo(task, start);
  if (access === undefined) return;
  if (!run.mayRead({ kind: 'rules', rules: access.rules }, access.start.url)) {
    run.problems.add('robots_refused', access.start.url);
    return noAnswer(task, 'blocked', 'robots.txt');
  }
  await fetchPage(task, access.start);
}

interface Task {
  readonly run: Run;
  readonly host: Host;
  readonly visit: Visit;
  readonly signal: AbortSignal;
}

interface Access {
  readonly start: PageAddress;
  readonly rules: Extract<RobotsAccess, { kind: 'rules' }>['rules'];
}

/** What robots.txt says, over the other scheme when nobody answers over this one. Undefined: dealt with. */
async function accessTo(task: Task, start: PageAddress): Promise<Access | undefined> {
  const { run, host, signal } = task;
  const known = run.robots.known(start.url);
  if (known?.kind === 'rules') return accept(task, start, known);
  const access = known ?? (await run.robots.rules(start.url, host, signal, true));
  if (access.kind === 'rules') return acceptLater(task, start, access);
  if (access.error !== undefined && failureOf(access.error).noConnection) {
    const other = await accessOverOtherScheme(task, start);
    if (other !== undefined) return other;
  }
  // The server answers, so its pages can be asked for.
  if (run.mayRead(access, start.url)) return acceptLater(task, start, NO_RULES);
  robotsUnreachable(task, access);
  return undefined;
}

async function accessOverOtherScheme(task: Task, start: PageAddress): Promise<Access | undefined> {
  const { run, host, signal } = task;
  const other = pageAddress(host.schemeFailed(start.url) ?? '');
  const second = other === undefined ? undefined : await run.robots.rules(other.url, host, signal, false);
  return other === undefined || second?.kind !== 'rules' ? undefined : acceptLater(task, other, second);
}

const NO_RULES = { kind: 'rules', rules: parseRobots('') } as const;

/** Reading robots.txt took up the turn of this visit. */
async function acceptLater(
  task: Task,
  start: PageAddress,
  access: Extract<RobotsAccess, { kind: 'rules' }>,
): Promise<Access> {
  const accepted = accept(task, start, access);
  await task.run.turn(task.host, task.signal);
  return accepted;
}

function accept(task: Task, start: PageAddress, access: Extract<RobotsAccess, { kind: 'rules' }>): Access {
  const { run, host } = task;
  run.keepPace(host, access.rules, start.url);
  if (run.settings.sitemaps) readSitemaps(run, new URL(start.url).origin, access.rules, task.signal);
  return { start, rules: access.rules };
}

function robotsUnreachable(task: Task, access: Extract<RobotsAccess, { kind: 'unreachable' }>): void {
  const { run, host, visit } = task;
  if (access.retry_at === undefined) {
    giveUp(task, `robots.txt could not be read: ${access.note}`);
    return;
  }
  host.pauseUntil(access.retry_at);
  run.hosts.requeue(host, { ...visit, after: access.retry_at, attempt: visit.attempt + 1 });
  run.budget += 1;
}

/** Fetches a page of this run once more, whole, and lets what it says now stand in place of what it said. */
export async function readAgain(run: Run, { url, depth }: Suspect, signal: AbortSignal): Promise<void> {
  const start = pageAddress(url);
  if (start === undefined) return;
  const host = run.hosts.get(start.host_key);
  if (host.givenUp !== undefined) return;
  await run.turn(host, signal);
  const chain = await followChain(run, start, {}, signal);
  if (chain.error !== undefined) return;
  const key = followUpOf(start).key;
  const task = { run, host, visit: { entry: { url, key, host: host.name, depth }, attempt: 1, after: 0 }, signal };
  await recordFacts(task, chain, chain.answer);
}

async function fetchPage(task: Task, start: PageAddress): Promise<void> {
  const { run, signal } = task;
  // A source that has not changed says nothing of what its scripts write.
  const isRendering = (run.settings.render ?? 'none') !== 'none';
  const previous = isRendering ? undefined : await run.parts.previous?.(start.url);
  const chain = await followChain(run, start, conditionsOf(previous), signal);
  if (chain.error !== undefined) return fetchFailed(task, chain);
  const { answer } = chain;
  if (answer !== undefined && BUSY.has(answer.status)) await hostBusy(task, chain, answer);
  else if (answer?.status === 304 && previous !== undefined) await notModified(task, chain, previous);
  else await record(task, chain, answer);
}

function conditionsOf(previous: Validators | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (previous?.etag !== undefined) headers['if-none-match'] = previous.etag;
  if (previous?.last_modified !== undefined) headers['if-modified-since'] = previous.last_modified;
  return headers;
}

async function recordFacts(task: Task, chain: Chain, answer: RawAnswer | undefined): Promise<void> {
  const { run } = task;
  const page = answer?.body === undefined ? undefined : await readPage(task, chain, answer, answer.body);
  for (const fact of redirectFacts(chain)) {
    await run.parts.writer.write(fact);
    run.count(String(fact.status));
  }
  const note = chain.problem === 'redirect_loop' ? chain.problem : '';
  for (const [at, { from, status }] of chain.hops.entries()) {
    if (isSamePage(from, chain.end) && note === '') continue;
    const moved_to = chain.hops.slice(at).find(({ to }) => !isSamePage(from, to))?.to.url;
    const isDown = chain.hops.slice(at).some(leadsToHttp);
    remember(task, from.url, { outcome: 'moved', status, moved_to, note: note || (isDown ? DOWN : '') });
  }
  if (answer === undefined) redirectLeft(task, chain);
  else await answered(task, chain, answer, page);
}

/** From https to http, whatever the page. */
function leadsToHttp({ from, to }: Hop): boolean {
  return from.https && !to.https;
}

const DOWN = 'https_down';

async function record(task: Task, chain: Chain, answer: RawAnswer | undefined): Promise<void> {
  const { run, visit } = task;
  await recordFacts(task, chain, answer);
  for (const reached of chain.claimed) finishReached(task, reached);
  if (chain.problem !== undefined) run.problems.add(chain.problem, visit.entry.url);
  const failed = chain.problem !== undefined || (answer !== undefined && BUSY.has(answer.status));
  finish(
    task,
    failed ? 'failed' : 'fetched',
    chain.problem ?? (answer === undefined ? 'redirect' : String(answer.status)),
  );
}

/** The chain ended before its last address was fetched, which is then a page of its own. */
function redirectLeft({ run, visit }: Task, chain: Chain): void {
  run.traps.fetched(visit.entry.key, chain.end.host_key, undefined);
  if (chain.problem === undefined && inScope(run.scope, chain.end))
    run.offer([followUpOf(chain.end)], visit.entry.depth);
}

function brokenRules(outcome: VisitOutcome, page: ParsedPage | undefined): readonly string[] {
  if (outcome === 'dead') return ['index.status-4xx'];
  return outcome === 'error' ? ['index.status-5xx'] : (page?.checks?.failed ?? []);
}

async function answered(
  { run, visit }: Task,
  chain: Chain,
  answer: RawAnswer,
  read: ReadPage | undefined,
): Promise<void> {
  const page = read?.parsed;
  const outcome = outcomeOf(answer, page?.document?.title);
  const isDown = chain.hops.some((hop) => isSamePage(hop.from, chain.end) && leadsToHttp(hop));
  const note = isDown ? DOWN : '';
  remember({ run, visit }, chain.end.url, { outcome, status: answer.status, response_ms: chain.response_ms, note });
  // 429 says something about us, not about the page.
  if (answer.status !== 429)
    await run.parts.writer.write(answerFact(chain.end, answer, chain.observed_at, page, read?.render));
  run.breaks(brokenRules(outcome, page), chain.end.url);
  run.bytes += bytesOf(answer);
  run.count(String(answer.status));
  const shape = page?.document === undefined ? undefined : page.shape_hash;
  run.traps.fetched(followUpOf(chain.end).key, chain.end.host_key, shape);
  await run.offerMany(page?.follow ?? [], visit.entry.depth + 1);
}

interface ReadPage {
  readonly parsed: ParsedPage;
  readonly render?: RenderFact;
}

/** As the browser shows it where that was asked for, else as its server sent it. */
async function readPage(
  { run, visit, signal }: Task,
  chain: Chain,
  answer: RawAnswer,
  bytes: Uint8Array,
): Promise<ReadPage> {
  const parsed = await parse(run, chain, answer, bytes);
  const html = { ...answer, headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' } };
  const again = (shown: Uint8Array): Promise<ParsedPage> => parse(run, chain, html, shown);
  const rendered = await run.renders.read(
    { end: chain.end, depth: visit.entry.depth, answer, bytes, parsed },
    again,
    signal,
  );
  return rendered ?? { parsed };
}

async function parse(run: Run, chain: Chain, answer: RawAnswer, bytes: Uint8Array): Promise<ParsedPage> {
  const { url } = chain.end;
  if (answer.truncated) run.problems.add('body_cut', url);
  const page = await run.parts.parser.parse(
    {
      url,
      content_type: answer.content_type,
      content_type_header: answer.headers['content-type'] ?? '',
      x_robots_tag: answer.headers['x-robots-tag'] ?? '',
      link: answer.headers['link'] ?? '',
      bytes,
      today: chain.observed_at.toISOString().slice(0, 10),
    },
    { agent_token: run.agentAt(url).token, scope: run.scope },
  );
  for (const problem of page.problems) run.problems.add(problem, url);
  return page;
}

async function notModified(task: Task, chain: Chain, previous: Validators): Promise<void> {
  const { run, visit } = task;
  await run.parts.writer.write(unchangedFact(chain.end, chain.observed_at));
  remember(task, chain.end.url, { outcome: 'unchanged', status: 304, response_ms: chain.response_ms });
  run.notModified += 1;
  run.count('304');
  const pages = previous.links.map((link) => pageAddress(link, chain.end.url)).filter((page) => page !== undefined);
  run.offer(pages.filter((page) => inScope(run.scope, page)).map(followUpOf), visit.entry.depth + 1);
  finish(task, 'fetched', '304');
}

function fetchFailed(task: Task, chain: Chain): void {
  const { run, host, visit } = task;
  const failure = failureOf(chain.error);
  releaseClaims(run, chain);
  const failedHost = run.hosts.get(chain.end.host_key);
  const other = failure.noConnection ? failedHost.schemeFailed(chain.end.url) : undefined;
  if (failure.transient && failedHost.failedToAnswer()) giveUpHost(run, failedHost);
  const last = visit.attempt >= run.limits.attempts_max || host.givenUp !== undefined;
  if ((failure.transient || other !== undefined) && !last)
    return retry(task, run.limits.retry_ms * 4 ** (visit.attempt - 1));
  tell(task, chain, failure);
}

function tell(task: Task, chain: Chain, failure: Failure): void {
  task.run.problems.add(failure.kind, `${chain.end.url}: ${messageOf(chain.error)}`);
  remember(task, chain.end.url, { outcome: 'failed', note: failure.kind });
  finish(task, 'failed', messageOf(chain.error).slice(0, 200));
}

/** The server asks for fewer requests, or cannot answer just now: it gets time. */
async function hostBusy(task: Task, chain: Chain, answer: RawAnswer): Promise<void> {
  const { run, visit } = task;
  const busy = run.hosts.get(chain.end.host_key);
  run.problems.add('host_slowed_down', `${chain.end.url}: status ${answer.status}`);
  if (busy.slowDown(run.now(), retryAfter(answer.headers['retry-after'], run.now()))) giveUpHost(run, busy);
  if (visit.attempt >= run.limits.attempts_max || task.host.givenUp !== undefined) {
    await record(task, chain, answer);
    return;
  }
  releaseClaims(run, chain);
  retry(task, 0);
}

function retry(task: Task, wait_ms: number): void {
  const { run, host, visit } = task;
  run.budget += 1;
  run.hosts.requeue(host, { entry: visit.entry, attempt: visit.attempt + 1, after: run.now() + wait_ms });
}

function giveUp(task: Task, reason: string): void {
  task.host.givenUp ??= reason;
  giveUpHost(task.run, task.host);
  noAnswer(task, 'failed', reason);
}

/** Nothing more is asked of the host in this run; what waits for it fails. */
function giveUpHost(run: Run, host: Host): void {
  const reason = host.givenUp ?? '';
  run.problems.add('host_given_up', `${host.name}: ${reason}`);
  run.parts.log.warn({ host: host.name, reason }, 'The crawl skips a host.');
  for (const { entry } of run.hosts.drain(host)) {
    run.failed += 1;
    host.failed += 1;
    remember({ run, visit: { entry } }, entry.url, { outcome: 'failed', note: reason });
    run.ledger.finish({ key: entry.key, outcome: 'failed', note: reason.slice(0, 200) });
  }
}

/** A page that a redirect led to is in the frontier as well, and done with. */
function finishReached(task: Task, reached: PageAddress): void {
  const { run, visit } = task;
  const { key } = followUpOf(reached);
  run.ledger.add({ url: reached.url, key, host: run.hosts.get(reached.host_key).name, depth: visit.entry.depth });
  run.ledger.finish({ key, outcome: 'fetched', note: 'reached by a redirect' });
  run.fetched += 1;
}

/** The address was not asked for. */
function noAnswer(task: Task, outcome: 'failed' | 'trapped' | 'blocked', note: string): void {
  remember(task, task.visit.entry.url, { outcome, note });
  finish(task, outcome === 'failed' ? 'failed' : 'refused', note);
}

type Seen = Pick<VisitRecord, 'outcome'> &
  Partial<Pick<VisitRecord, 'status' | 'response_ms' | 'note'>> & { readonly moved_to?: string | undefined };

function remember(
  { run, visit }: { readonly run: Run; readonly visit: Pick<Visit, 'entry'> },
  url: string,
  { outcome, status = 0, response_ms = 0, moved_to = '', note = '' }: Seen,
): void {
  const { depth } = visit.entry;
  run.ledger.visited({ url, observed_at: run.parts.clock(), outcome, status, depth, response_ms, moved_to, note });
}

function finish(task: Task, outcome: Exclude<FrontierResult['outcome'], 'retry'>, note: string): void {
  const { run, host, visit } = task;
  run[outcome] += 1;
  if (outcome === 'fetched') host.fetched += 1;
  else run.budget += 1;
  if (outcome === 'failed') host.failed += 1;
  run.ledger.finish({ key: visit.entry.key, outcome, note });
}
