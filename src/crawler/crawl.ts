import { AppError } from '../kernel/errors.ts';
import { hostKey, pageAddress, type PageAddress } from '../web/url.ts';
import type { FrontierEntry } from '../ports/frontier.ts';
import { confirmSuspects } from './confirm.ts';
import { checkExternalLinks } from './external.ts';
import { hostKeyOf } from './hosts.ts';
import { checkImages } from './images.ts';
import { probeHosts } from './probe.ts';
import { ProgressTeller, reportOf } from './progress.ts';
import { followUpOf } from './parse.ts';
import { Run } from './run.ts';
import { inScope, scopeOf } from './scope.ts';
import { LIMITS, POLITE, type CrawlLimits, type CrawlParts, type CrawlReport, type CrawlSettings } from './settings.ts';
import { offerList, testAddress } from './follow-list.ts';
import { visitPage } from './visit.ts';
import { sleep } from './wake.ts';

/**
 * Crawls from its seeds until there is nothing left, enough was fetched, or the signal says stop.
 *
 * The crawl lives in the frontier: one that was stopped or killed resumes when it is started again with the
 * same seeds, limits and scope, and several processes may work at the same one.
 *
 * @throws AppError invalid_input for seeds that are no page addresses
 */
export async function crawl(
  settings: CrawlSettings,
  parts: CrawlParts,
  signal: AbortSignal,
  limits: CrawlLimits = LIMITS,
): Promise<CrawlReport> {
  const seeds = settings.seeds.map(seedAddress);
  const { pages_max, depth_max, stay } = settings;
  const urls = seeds.map((seed) => seed.url);
  const state = await parts.frontier.open({ seeds: urls, pages_max, depth_max, stay, id: parts.crawl_id });
  const run = new Run({ settings, parts, limits, scope: scopeOf(seeds, settings.stay), state });
  parts.log.info({ crawl_id: state.id, resumed: state.resumed, seeds: seeds.length }, 'A crawl starts.');
  await parts.recorder?.begin({
    crawl_id: state.id,
    started_at: parts.clock(),
    seeds: urls,
    pages_max,
    depth_max,
    stay,
    sitemaps: settings.sitemaps,
    render: settings.render ?? 'none',
    external_links: settings.external_links ?? false,
    include: settings.include ?? [],
    exclude: settings.exclude ?? [],
    user_agent: settings.user_agent ?? parts.user_agent,
  });
  if (parts.list === undefined) run.offerSeeds(seeds.map(followUpOf));
  else offerList(run, parts.list.addresses);
  if (!state.resumed) await offerRemembered(run, signal);
  await run.ledger.commit();
  return new Crawl(run, signal).finish();
}

/**
 * Begins with what is known of the hosts as well, one link away from the seeds: a page that lost its last link and its place
 * in the sitemap would never be read again, and its own links would live for ever.
 */
async function offerRemembered(run: Run, signal: AbortSignal): Promise<void> {
  const { parts, settings, scope } = run;
  if (parts.remembered === undefined || settings.depth_max === 0 || signal.aborted) return;
  const names = [...scope.names];
  const isDomains = scope.mode === 'domains';
  const range = { host_keys: isDomains ? names.map((name) => hostKey(name)) : names, has_subdomains: isDomains };
  const urls = await parts.remembered(range, run.budget, signal);
  await run.offerMany(
    urls.flatMap((url) => {
      const address = pageAddress(url);
      return address === undefined || !inScope(scope, address) ? [] : [followUpOf(address)];
    }),
    1,
  );
}

function seedAddress(seed: string): PageAddress {
  const text = seed.trim();
  const address = pageAddress(text) ?? (text.includes('://') ? undefined : pageAddress('https://' + text));
  if (address !== undefined) return address;
  throw new AppError('invalid_input', `"${text.slice(0, 80)}" is not a page that can be crawled.`, {
    fix: 'Send absolute URLs such as https://example.com/.',
  });
}

class Crawl {
  private readonly run: Run;
  private readonly signal: AbortSignal;
  private readonly stopping = new AbortController();
  private readonly progress: ProgressTeller;
  private taking = false;
  private takeAfter = 0;
  private fatal: { readonly error: unknown } | undefined;

  constructor(run: Run, signal: AbortSignal) {
    this.run = run;
    this.signal = signal;
    this.progress = new ProgressTeller(run);
  }

  async finish(): Promise<CrawlReport> {
    const stop = (): void => {
      this.stopping.abort(new Error('The crawl was stopped.'));
      this.run.wake.ring();
    };
    this.signal.addEventListener('abort', stop, { once: true });
    if (this.signal.aborted) stop();
    try {
      const reason = await this.loop();
      if (reason !== 'aborted') {
        await confirmSuspects(this.run, this.progress, this.signal);
        this.run.endReading();
        await probeHosts(this.run, this.signal);
        await checkImages(this.run, this.signal);
        await checkExternalLinks(this.run, this.progress, this.signal);
      }
      return await this.close(reason);
    } catch (error) {
      // So that the next run need not wait for what this one holds; the error that counts is the first one.
      await this.run.parts.frontier.close(this.run.state.id, 'stopped').catch(() => undefined);
      throw error;
    } finally {
      this.signal.removeEventListener('abort', stop);
      this.stopping.abort(new Error('The crawl has ended.'));
      await Promise.allSettled(this.run.working);
    }
  }

  private async loop(): Promise<CrawlReport['reason']> {
    const { run } = this;
    for (;;) {
      this.throwIfFailed();
      if (this.signal.aborted) return 'aborted';
      if (run.budget <= 0 && run.inFlight === 0) return 'pages_max';
      const wait = this.startReady();
      const buffered = run.hosts.queued < run.settings.concurrency * 2;
      run.ledger.work(buffered && run.inFlight < run.settings.concurrency);
      if (buffered) this.take();
      if (this.isIdle() && !(await this.refill())) return 'exhausted';
      this.progress.tell();
      await run.wake.wait(wait);
    }
  }

  private startReady(): number {
    const { run } = this;
    const now = run.now();
    while (run.inFlight < run.settings.concurrency && run.budget > 0 && !this.signal.aborted) {
      const next = run.hosts.next(now);
      if ('wait_ms' in next) return next.wait_ms;
      const { host, visit } = next;
      run.inFlight += 1;
      host.inFlight += 1;
      run.budget -= 1;
      const work = this.visit(host, visit).finally(() => {
        run.inFlight -= 1;
        host.inFlight -= 1;
        run.wake.ring();
      });
      run.track(work);
    }
    return Number.POSITIVE_INFINITY;
  }

  private async visit(host: Parameters<typeof visitPage>[1], visit: Parameters<typeof visitPage>[2]): Promise<void> {
    try {
      await this.run.ledger.room();
      await this.run.shareTurn(host, this.stopping.signal);
      const work = this.run.parts.list === undefined ? visitPage : testAddress;
      await work(this.run, host, visit, this.stopping.signal);
    } catch (error) {
      // What a stopped crawl had begun is taken again by the next run.
      if (!this.stopping.signal.aborted) this.fatal ??= { error };
    }
  }

  /** Asks the frontier for more, one question at a time. */
  private take(): void {
    const { run } = this;
    if (this.taking || run.now() < this.takeAfter) return;
    this.taking = true;
    void this.takeNow()
      .catch((error: unknown) => (this.fatal ??= { error }))
      .finally(() => {
        this.taking = false;
        run.wake.ring();
      });
  }

  private async takeNow(): Promise<number> {
    const { run } = this;
    const { rate, concurrency } = run.settings;
    const limit = Math.max(TAKE_MIN, Math.min(TAKE_MAX, concurrency * 16));
    const perHost = Math.max(2, Math.min(limit, Math.ceil((rate ?? POLITE.rate) * TAKE_SECONDS)));
    const entries = await run.parts.frontier.take(run.state.id, limit, perHost, run.hosts.full());
    const accepted = entries.filter((entry) => this.accept(entry)).length;
    // Nothing to do yet: what is being fetched will bring more, or hosts have to be waited for.
    if (accepted === 0) this.takeAfter = run.now() + (entries.length > 0 ? SURPLUS_WAIT_MS : EMPTY_WAIT_MS);
    return accepted;
  }

  /** False leaves the entry to come back from the frontier once its lease has ended. */
  private accept(entry: FrontierEntry): boolean {
    const { run } = this;
    const host = run.hosts.get(hostKeyOf(entry));
    // Each address of a list gets a result of its own.
    if (host.givenUp === undefined || run.parts.list !== undefined) return run.hosts.push(entry);
    run.failed += 1;
    host.failed += 1;
    run.ledger.finish({ key: entry.key, outcome: 'failed', note: host.givenUp.slice(0, 200) });
    return true;
  }

  private isIdle(): boolean {
    const { run } = this;
    return run.inFlight === 0 && run.hosts.queued === 0 && run.background === 0 && !this.taking;
  }

  /** Nothing is under way: is there anything left at all? Entries that another process holds are waited for. */
  private async refill(): Promise<boolean> {
    const { run } = this;
    await run.ledger.commit();
    const deadline = run.now() + run.limits.lease_wait_ms;
    while (!this.signal.aborted) {
      if ((await this.takeNow()) > 0) return true;
      const { waiting } = await run.parts.frontier.counts(run.state.id);
      if (waiting === 0 || run.now() > deadline) return !run.ledger.isEmpty;
      this.progress.tell();
      await sleep(LEASE_POLL_MS, this.stopping.signal).catch(() => undefined);
    }
    return true;
  }

  private async close(reason: CrawlReport['reason']): Promise<CrawlReport> {
    const { run } = this;
    const drained = new AbortController();
    const patience = sleep(DRAIN_MS, drained.signal).catch(() => undefined);
    await Promise.race([Promise.allSettled(run.working), patience]);
    // The timer would keep the process for the rest of its time.
    drained.abort();
    await run.ledger.commit();
    this.throwIfFailed();
    await run.parts.frontier.close(run.state.id, reason === 'aborted' ? 'stopped' : 'finished');
    const counts = await run.parts.frontier.counts(run.state.id);
    const report = reportOf(run, counts, reason, this.progress.startedAt);
    await run.parts.recorder?.end({
      crawl_id: run.state.id,
      ended_at: run.parts.clock(),
      reason,
      waiting: counts.waiting,
      problems: report.problems,
    });
    this.progress.tellLast();
    run.parts.log.info(
      { crawl_id: run.state.id, reason, fetched: run.fetched, problems: report.problems.length },
      'A crawl ends.',
    );
    return report;
  }

  private throwIfFailed(): void {
    this.run.ledger.throwIfFailed();
    if (this.fatal !== undefined) throw this.fatal.error;
  }
}

const TAKE_MIN = 64;
const TAKE_MAX = 500;
/** How much work for one host is taken at once; well below the lease of the frontier. */
const TAKE_SECONDS = 30;
const EMPTY_WAIT_MS = 50;
const SURPLUS_WAIT_MS = 1000;
const LEASE_POLL_MS = 1000;
const DRAIN_MS = 5000;
