import { z } from 'zod';

import { keywordText, language, locationCode, searchEngine, trackedUrl } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { AppError, isNotConnected } from '../../../kernel/errors.ts';
import { OWN_ENGINE, type Serp, type SerpOutline, type SerpQuery } from '../../../ports/serp.ts';
import { planSerpQuery } from '../../../serp/query.ts';
import { isUnread } from '../../../serp/results.ts';
import { readTrackedTarget } from '../../../tracking/match.ts';
import { chooseSeries } from '../../../tracking/series.ts';
import { reportRank } from './check.ts';
import { planRank, summarizeRank } from './plan.ts';
import { RankReport } from './report.ts';

/** A check that is made by hand is new, but two targets of one result page share it. */
const FRESH_S = 3600;
const HISTORY_DAYS = 400;
const HISTORY_MAX = 1000;
const DAY_MS = 86_400_000;

const Input = z.object({
  keyword: keywordText().trim().min(1).describe('The search.'),
  url: trackedUrl(),
  location: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Name of the place to search from; without one, the source searches from its own location.'),
  location_code: locationCode(),
  device: z
    .enum(['desktop', 'mobile'])
    .optional()
    .describe('Device to search from; without one, the source takes its own default.'),
  language: language(),
  depth: z.int().min(10).max(100).default(30).describe('Organic results to read at most.'),
  engine: searchEngine().describe(
    'Search engine, such as google or bing. Default: the engine of the checks of this search so far, else the first that is connected.',
  ),
  stop_on_match: z
    .boolean()
    .default(false)
    .describe(
      'Stop reading at the first result of your site. Cheaper where each page costs, but what stands below it is not seen.',
    ),
});
type Input = z.output<typeof Input>;
type Context = OperationContext<'serp'>;

export default defineOperation({
  id: 'rank.track',
  method: 'POST',
  path: '/rank/track',
  group: 'Rank and AI visibility',
  title: 'Track a rank',
  description:
    'Looks up a search now and returns where your page or domain ranks. ' +
    'Also returns what stands above it, and whether anything changed beyond the noise of the series. ' +
    'Place, device and depth are honoured or refused. ' +
    'A check that fails or stops short is a failed job: it is not charged and leaves no point in the history.',
  runs: 'queued',
  guidance: 'workflow',
  needs: { serp: { fallback: 'refuse', is_whole: true, own: 'alone', fresh_s: FRESH_S } },

  input: Input,
  result: RankReport,

  price: { rule: '2 credits', credits: () => 2 },
  example: { keyword: 'bike repair', url: 'http://harbour-bikes.example/workshop/' },

  asks: async (input, context) => [
    { capability: 'serp', method: 'check', query: await queryOf(input, input.engine, context) },
  ],

  async run(input, context) {
    const target = readTrackedTarget(input.url);
    const serp = await checkSerp(input, context);
    if (isUnread(serp)) throw unread();
    const history = await readHistory(serp, target.site, context);
    const report = reportRank({ serp, target, history });
    // A source that stopped at somebody else's result has not looked for ours.
    if (report === undefined) throw unreadable(serp);
    return { result: report, guidance: planRank(report), markdown_summary: summarizeRank(report) };
  },
});

async function queryOf(
  input: Input,
  engine: string | undefined,
  { locate }: Pick<OperationContext, 'locate'>,
): Promise<SerpQuery> {
  return planSerpQuery({
    keyword: input.keyword,
    engine,
    location: await locate(input),
    language: input.language,
    device: input.device ?? null,
    depth: input.depth,
    stop_at: input.stop_on_match ? readTrackedTarget(input.url).site : undefined,
    wants: ['organic'],
  });
}

/**
 * A series goes on with its own engine: another one that answers while that fails would be another series, and the failure
 * would go unseen. Only where nothing that is connected knows the engine any more does the first one that can serve.
 */
async function checkSerp(input: Input, context: Context): Promise<Serp> {
  const { ports } = context;
  const engine = input.engine ?? (await findEngine(input, context));
  try {
    return await ports.serp.check(await queryOf(input, engine, context));
  } catch (thrown) {
    if (!isNotConnected(thrown) || input.engine !== undefined || engine === undefined) throw thrown;
    return ports.serp.check(await queryOf(input, undefined, context));
  }
}

async function findEngine(input: Input, { ports, locate }: Context): Promise<string | undefined> {
  const known = await ports.serp.series({ keyword: input.keyword });
  const place = await locate(input);
  return chooseSeries(known, {
    engine: undefined,
    location_code: place?.code,
    language: input.language,
    device: input.device,
  })?.engine;
}

async function readHistory(serp: Serp, site: string, { ports }: Context): Promise<readonly SerpOutline[]> {
  if (serp.engine === OWN_ENGINE) return [];
  return ports.serp.outlines({
    keyword: serp.keyword,
    domains: [site],
    engine: serp.engine,
    location_code: serp.location?.code ?? null,
    language: serp.language,
    device: serp.device,
    since: new Date(Date.parse(serp.checked_at) - HISTORY_DAYS * DAY_MS),
    limit: HISTORY_MAX,
  });
}

/** An index without pages would else record that nothing ranks. */
function unread(): AppError {
  return new AppError('source_not_configured', 'Your index has not read any page yet, so it cannot tell a rank.', {
    fix: 'Connect a source of result pages (see `seamark sources`), or crawl the sites to rank. Nothing was charged and no rank was recorded.',
  });
}

function unreadable({ organic_seen, depth_asked, source }: Serp): AppError {
  return new AppError(
    'source_failed',
    `The result page of ${source} ends after ${organic_seen} of ${depth_asked} results, so the rank is unknown.`,
    { fix: 'Run the check again. Nothing was charged and no rank was recorded.' },
  );
}
