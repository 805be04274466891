import { PostgresFrontier } from '../adapters/postgres/frontier.ts';
import { PostgresCrawls } from '../adapters/postgres/crawls.ts';
import { PostgresHostTurns } from '../adapters/postgres/host-turns.ts';
import { PostgresIndexOwners } from '../adapters/postgres/index-owners.ts';
import { PostgresUpkeep } from '../adapters/postgres/index-upkeep.ts';
import { openAccounts } from '../compose/accounts.ts';
import { createLog } from '../compose/log.ts';
import { openIndex } from '../compose/indexes.ts';
import { openBrowser, openFetch } from '../compose/web.ts';
import { type Flags, readConfig } from '../config.ts';
import { crawl } from '../crawler/crawl.ts';
import { createPageParser } from '../crawler/parse-pool.ts';
import { type CrawlParts, type CrawlProgress, type CrawlReport, LIMITS } from '../crawler/settings.ts';
import { auditCrawl } from '../compose/site-audits.ts';
import { closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import { counted } from '../kernel/grammar.ts';
import type { CrawlOrder, RenderMode } from '../ports/crawls.ts';
import { version } from '../version.ts';
import { computeAuthority } from './authority.ts';
import { chosenWorkspace } from './chosen-workspace.ts';
import { orStopped, STOPPED_CODE, stopSignal } from './stop-signal.ts';
import { bar, columns, processTerminal, ProgressLine, styled, type Terminal } from './terminal.ts';

export interface CrawlFlags extends Flags {
  readonly pages: number;
  readonly depth: number;
  readonly rate?: number;
  readonly concurrency: number;
  readonly scope: 'host' | 'domain';
  readonly workspace?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly render: RenderMode;
  readonly externalLinks?: boolean;
}

/** Reads sites into the index, then computes authority, so that every operation can be asked at once. */
export async function crawlSites(urls: readonly string[], flags: CrawlFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const order = orderOf(urls, flags);
  const signal = stopSignal();
  await closingAfter(async (closing) => {
    const web = closing.add(openFetch(config));
    const accounts = closing.add(await orStopped(signal, () => openAccounts(config)));
    const workspace = await chosenWorkspace(config, accounts, flags.workspace);
    const index_id = await new PostgresIndexOwners(accounts.database).indexOf(workspace);
    const index = closing.add(await orStopped(signal, () => openIndex(config, index_id)));
    signal.throwIfAborted();
    const progress = new ProgressLine(terminal);
    const crawls = new PostgresCrawls(accounts.database);
    const file = await crawls.plan({ workspace_id: workspace, index_id, order });
    const turns = new PostgresHostTurns(accounts.database);
    const parts: CrawlParts = {
      crawl_id: file.id,
      requester: web.requester,
      browser: openBrowser(config),
      frontier: new PostgresFrontier(accounts.database),
      writer: index.writer,
      parser: closing.add(createPageParser()),
      user_agent: config.user_agent,
      clock: () => new Date(),
      log: createLog(config),
      onProgress: (state: CrawlProgress) => progress.show(progressText(state, flags.pages)),
      previous: index.previous,
      remembered: index.remembered,
      recorder: index.recorder,
      turn: (host, spacing_ms, stop) => turns.wait(host, spacing_ms, stop),
    };
    const settings = { ...order, seeds: order.urls, concurrency: flags.concurrency };
    const limits = { ...LIMITS, confirm_ms: config.confirm_seconds * 1000 };
    const report = await crawl(settings, parts, signal, limits).finally(() => progress.end());
    const { statuses, not_modified, bytes, problems, reason } = report;
    await crawls.report(file.id, { statuses, not_modified, bytes, problems, reason });
    terminal.out(reportText(terminal, report));
    if (report.status === 'finished') {
      await auditCrawl(parts, index, { id: file.id, urls: order.urls, sites: [] }, signal);
    }
    if (report.status === 'stopped') {
      terminal.out('Stopped. Run the same command to continue.');
      process.exitCode = STOPPED_CODE;
      return;
    }
    const upkeep = new PostgresUpkeep(accounts.database);
    if (!(await computeAuthority(index, (at) => upkeep.want(index_id, at), terminal, signal))) {
      terminal.out('Stopped. The pages are in the index; run `seamark index rebuild` to compute their authority.');
      process.exitCode = STOPPED_CODE;
      return;
    }
    if (report.counts.fetched === 0) {
      throw new AppError('source_failed', 'No page could be read.', { fix: 'The lines above say why.' });
    }
  });
}

function orderOf(urls: readonly string[], flags: CrawlFlags): CrawlOrder {
  return {
    urls: urls.map(seedUrl),
    pages_max: flags.pages,
    depth_max: flags.depth,
    stay: flags.scope,
    rate: flags.rate,
    include: flags.include ?? [],
    exclude: flags.exclude ?? [],
    sitemaps: true,
    respect_robots: true,
    user_agent: undefined,
    access: undefined,
    list: undefined,
    render: flags.render,
    external_links: flags.externalLinks ?? false,
  };
}

function seedUrl(text: string): string {
  const url = URL.parse(text) ?? URL.parse(`https://${text}`);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '') return text;
  throw new AppError('invalid_input', `"${text}" is not a web address.`, {
    fix: 'Pass absolute URLs, such as https://www.example.com/.',
  });
}

function progressText(state: CrawlProgress, pages: number): string {
  const share = state.fetched / Math.max(1, Math.min(pages, state.fetched + state.waiting + state.in_flight));
  const rate = state.pages_per_s >= 10 ? Math.round(state.pages_per_s) : state.pages_per_s.toFixed(1);
  const troubles = state.failed + state.refused > 0 ? `, ${state.failed} failed, ${state.refused} refused` : '';
  const next =
    state.confirming > 0
      ? `asking ${counted(state.confirming, 'failing page')} once more`
      : state.checking > 0
        ? `${counted(state.checking, 'link')} to other sites left to check`
        : `${state.waiting} waiting`;
  return `${bar(share)} ${state.fetched} read, ${next}${troubles}, ${rate} pages/s, ${(state.bytes / 1e6).toFixed(1)} MB`;
}

function reportText(terminal: Terminal, report: CrawlReport): string {
  const { counts } = report;
  const seconds = (report.duration_ms / 1000).toFixed(1);
  const lines = [
    `${counted(report.fetched, 'page')} read in ${seconds} s (${report.pages_per_s.toFixed(1)} pages/s)${report.resumed ? ', resumed from an earlier run' : ''}; ` +
      `${counts.failed} failed, ${counts.refused} refused, ${counts.waiting} not visited.`,
  ];
  if (report.problems.length > 0) {
    lines.push('', styled(terminal, 'yellow', 'Issues found:'));
    lines.push(
      columns(
        report.problems.map((problem) => [
          `  ${problem.kind.replaceAll('_', ' ')}`,
          String(problem.count),
          problem.examples[0] ?? '',
        ]),
      ),
      '',
    );
  }
  return lines.join('\n');
}
