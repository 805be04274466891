import { z } from 'zod';

import { defineOperation, type OperationContext } from '../../../../contract/operation.ts';
import { rankTag } from '../../../../contract/rank-target.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { turns } from '../../../../kernel/turns.ts';
import { OWN_ENGINE, type SerpQuery } from '../../../../ports/serp.ts';
import { planSerpQuery } from '../../../../serp/query.ts';
import { readTrackedRanks } from '../../../../tracking/tracked.ts';
import { listAlerts } from './alerts.ts';
import { reportCheck, type SearchOutcome } from './check.ts';
import { planCheck, summarizeCheck } from './plan.ts';
import { RankCheckReport } from './report.ts';
import { listSearches, type Search } from './searches.ts';

const CREDITS_A_SEARCH = 2;
/** A round that is run again after a kill takes what it had already looked up. */
const FRESH_S = 6 * 3600;
const HISTORY_DAYS = 90;
const CHECKS_MAX = 70;
const AT_ONCE = 8;
const DAY_MS = 86_400_000;

const Input = z.object({
  tag: rankTag().optional().describe('Only tracked keywords with this tag; all of them by default.'),
  max_searches: z
    .int()
    .min(1)
    .max(5000)
    .default(100)
    .describe(
      'Most searches that the check may make. Credits are reserved for that many, and charged for those that answered.',
    ),
});
type Input = z.output<typeof Input>;
type Context = OperationContext<'serp'>;

export default defineOperation({
  id: 'rank.targets.check',
  method: 'POST',
  path: '/rank/targets/check',
  group: 'Rank and AI visibility',
  title: 'Check tracked keywords',
  description:
    'Looks up your tracked keywords and says which rose or fell beyond their noise. Takes all of them or those with a tag. ' +
    'Each search is looked up once, whichever pages you track on it. ' +
    'Schedule it to track every day: `alert.rank_changed` then tells your webhooks, Slack or mailbox about significant changes. ' +
    'A search that fails leaves no point, is not charged and does not stop the others.',
  runs: 'queued',
  guidance: 'workflow',
  needs: { serp: { fallback: 'refuse', is_whole: true, own: 'alone', fresh_s: FRESH_S } },

  input: Input,
  result: RankCheckReport,

  price: {
    rule: '2 credits per search checked, reserved for max_searches',
    credits: ({ max_searches }) => max_searches * CREDITS_A_SEARCH,
  },
  example: { tag: 'services', max_searches: 100 },

  async run(input, context) {
    const { ports, now, tracked } = context;
    const targets = await tracked({ tag: input.tag });
    if (targets.length === 0) throw nothingTracked(input.tag);
    const since = new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
    const ranks = await readTrackedRanks(targets, ports.serp, { since, limit: CHECKS_MAX });
    const searches = listSearches(ranks);
    if (searches.length > input.max_searches) throw tooMany(searches.length, input.max_searches);
    const outcomes = await checkAll(searches, context);
    const report = reportCheck({ tag: input.tag, ranks, outcomes });
    return {
      credits: report.searches_checked * CREDITS_A_SEARCH,
      result: report,
      guidance: planCheck(report),
      markdown_summary: summarizeCheck(report),
      alerts: listAlerts(report),
    };
  },
});

/** @throws AppError what the first search failed with, where none was answered */
async function checkAll(searches: readonly Search[], context: Context): Promise<readonly SearchOutcome[]> {
  const inTurn = turns(AT_ONCE);
  let done = 0;
  const failures: AppError[] = [];
  const outcomes = await Promise.all(
    searches.map((search) =>
      inTurn(context.signal, async (): Promise<SearchOutcome> => {
        const outcome = await checkOne(search, context).catch(async (thrown: unknown) => {
          if (context.signal.aborted || !(thrown instanceof AppError)) throw thrown;
          failures.push(thrown);
          return { search, reason: thrown.message, failed_checks: await countFailures(search, context) };
        });
        done += 1;
        context.report((100 * done) / searches.length, 'checking', `${done} of ${searches.length} searches`);
        return outcome;
      }),
    ),
  );
  const [first] = failures;
  if (first !== undefined && failures.length === searches.length) throw first;
  return outcomes;
}

async function checkOne(search: Search, { ports, locate }: Context): Promise<SearchOutcome> {
  const serp = await ports.serp.check(await queryOf(search, locate));
  if (serp.engine === OWN_ENGINE || serp.ended !== 'incomplete') return { search, serp };
  throw new AppError(
    'source_failed',
    `${serp.source} stopped after ${serp.organic_seen} of ${serp.depth_asked} results.`,
  );
}

async function queryOf({ keyword, series, depth, engine }: Search, locate: Context['locate']): Promise<SerpQuery> {
  const { location_code, location, language, device } = series;
  // Places without a code of Google's are found again by their whole name.
  const isCoded = location_code !== null && location_code > 0;
  const place = await locate(isCoded ? { location_code } : { location: location ?? undefined });
  return planSerpQuery({ keyword, engine, location: place, language, device, depth, wants: ['organic'] });
}

const FAILURES_MAX = 50;

/** How often in a row the search has failed, since its newest point. */
async function countFailures({ keyword, series, ranks }: Search, { ports }: Context): Promise<number> {
  const last = ranks
    .flatMap(({ points }) => points.at(-1)?.checked_at ?? [])
    .toSorted()
    .at(-1);
  const failed = await ports.serp.failures({
    keyword,
    operations: ['rank.track', 'rank.targets.check'],
    since: last === undefined ? undefined : new Date(last),
    limit: FAILURES_MAX,
  });
  const own = failed.filter(
    ({ location_code, language, device }) =>
      location_code === series.location_code && language === series.language && device === series.device,
  );
  return Math.max(1, own.length);
}

function nothingTracked(tag: string | undefined): AppError {
  const what = tag === undefined ? 'No keywords are tracked' : `No tracked keyword has the tag “${tag}”`;
  return new AppError('not_found', `${what}, or all of them are paused.`, {
    fix: 'Add keywords with POST /rank/targets; GET /rank/targets lists those you have. Nothing was charged.',
  });
}

function tooMany(searches: number, most: number): AppError {
  return new AppError('invalid_input', `The set has ${searches} searches, and max_searches is ${most}.`, {
    fix: `Set max_searches to ${searches} or more, or check one tag at a time. Nothing was charged.`,
    issues: [{ path: 'max_searches', message: `is less than the ${searches} searches of the set` }],
  });
}
