import { z } from 'zod';

import { language, locationCode, target } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { fetchHtml } from '../../../contract/page-input.ts';
import { AppError } from '../../../kernel/errors.ts';
import { OWN_ENGINE, type Serp, type SerpQuery } from '../../../ports/serp.ts';
import { planSerpQuery } from '../../../serp/query.ts';
import { parseTarget } from '../../../web/target.ts';
import { type CandidatePage, choosePages, listCandidates } from './candidates.ts';
import { extractOverview, type PageReading } from './extract.ts';
import { readPassages } from './passages.ts';
import { planOverview, summarizeOverview } from './plan.ts';
import { OverviewReport } from './report.ts';
import { hostOf, type OwnSite } from './target.ts';

const DEPTH = 10;
const HISTORY_MAX = 100;
/** The name by which robots.txt files address us. */
const USER_AGENT = 'Seamark';

const Input = z.object({
  keyword: z
    .string()
    .trim()
    .min(1)
    .max(700)
    .refine((text) => /[\p{L}\p{N}\p{S}]/u.test(text), 'must contain a letter, a digit or a symbol')
    .describe('Query to check.'),
  location: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Name of the place to search from; without one, the source searches from its own location.'),
  location_code: locationCode(),
  language: language(),
  device: z.enum(['desktop', 'mobile']).default('desktop').describe('Device to search from.'),
  target_domain: target()
    .optional()
    .describe(
      'Your domain: the answer says whether it is cited, where it ranks and what its page lacks. Default: the domains of your project’s brand.',
    ),
});

export default defineOperation({
  id: 'ai-overview.extract',
  method: 'POST',
  path: '/ai-overview/extract',
  group: 'Rank and AI visibility',
  title: 'Extract the AI Overview of a search',
  description:
    'Checks once whether a search shows an AI Overview, and returns its text and references. ' +
    'Adds the organic ranks of the references, and the ranking pages with the sentences that could be quoted. ' +
    'Says whether target_domain, or else your project’s brand, is cited and what its page lacks. ' +
    'The status is unavailable, not absent, if the source cannot see AI Overviews.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { serp: {}, fetch: { optional: true } },

  input: Input,
  result: OverviewReport,

  price: { rule: '2 credits', credits: () => 2 },
  example: { keyword: 'how to true a bicycle wheel', target_domain: 'harbour-bikes.example' },

  asks: async (input, context) => [{ capability: 'serp', method: 'check', query: await queryOf(input, context) }],

  async run(input, context) {
    const { ports, locate } = context;
    const serp = await ports.serp.check(await queryOf(input, { locate }));
    const own = await findOwnSite(input.target_domain, context);
    const [history, readings] = await Promise.all([
      readHistory(serp, ports.serp),
      readPages(choosePages(listCandidates(serp), own), serp, context),
    ]);
    const report = extractOverview({ serp, history, readings, own });
    return { result: report, guidance: planOverview(report), markdown_summary: summarizeOverview(report) };
  },
});

async function queryOf(
  input: z.output<typeof Input>,
  { locate }: Pick<OperationContext, 'locate'>,
): Promise<SerpQuery> {
  return planSerpQuery({
    keyword: input.keyword,
    location: await locate(input),
    language: input.language,
    device: input.device,
    depth: DEPTH,
    wants: ['organic', 'ai_overview'],
  });
}

/** A domain in the request takes precedence over the project’s brand. */
async function findOwnSite(
  named: string | undefined,
  { brand }: Pick<OperationContext, 'brand'>,
): Promise<OwnSite | undefined> {
  if (named !== undefined) {
    const host = parseTarget(named, 'target_domain').host.replace(/^www\./, '');
    return { name: host, domains: [host] };
  }
  const known = await brand();
  return known === null || known.domains.length === 0 ? undefined : known;
}

async function readHistory(serp: Serp, port: OperationContext<'serp'>['ports']['serp']): Promise<readonly Serp[]> {
  if (serp.engine === OWN_ENGINE) return [];
  return port.history({
    keyword: serp.keyword,
    engine: serp.engine,
    location_code: serp.location?.code ?? null,
    language: serp.language,
    device: serp.device,
    since: undefined,
    limit: HISTORY_MAX,
  });
}

type Context = OperationContext<'serp' | 'fetch'>;

/** Reads pages on different hosts in parallel, and pages on the same host one after the other. */
async function readPages(
  pages: readonly CandidatePage[],
  serp: Serp,
  context: Context,
): Promise<ReadonlyMap<string, PageReading>> {
  const hosts = Map.groupBy(pages, ({ url }) => hostOf(url));
  const readings = await Promise.all([...hosts.values()].map((group) => readInTurn(group, serp, context)));
  return new Map(readings.flat());
}

async function readInTurn(
  pages: readonly CandidatePage[],
  serp: Serp,
  context: Context,
): Promise<(readonly [string, PageReading])[]> {
  const readings: (readonly [string, PageReading])[] = [];
  // oxlint-disable-next-line no-await-in-loop -- One host is asked for one page at a time.
  for (const { url } of pages) readings.push([url, await readOne(url, serp, context)]);
  return readings;
}

const FIX = 'Only HTML pages are read.';

/** A page that cannot be read is reported and affects nothing else in the answer. */
async function readOne(url: string, serp: Serp, { ports, compute, signal }: Context): Promise<PageReading> {
  try {
    const robots = await ports.fetch.robots({ url, user_agent: USER_AGENT });
    if (robots.allowed !== true)
      return { status: robots.allowed === null ? 'failed' : 'disallowed', note: noteRobots(robots) };
    const page = await fetchHtml(url, ports.fetch, FIX);
    if (page.status >= 400) return { status: 'failed', note: `The server answered ${page.status}.` };
    const found = await compute(readPassages, {
      html: page.text,
      url: page.final_url,
      keyword: serp.keyword,
      language: serp.language,
      overview: serp.ai_overview.status === 'present' ? (serp.ai_overview.markdown ?? '') : '',
    });
    return { status: 'read', found };
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof AppError)) throw thrown;
    return { status: 'failed', note: thrown.message };
  }
}

function noteRobots({
  allowed,
  matched_line,
}: {
  readonly allowed: boolean | null;
  readonly matched_line: string | null;
}) {
  if (allowed === null) return 'The site’s robots.txt could not be read.';
  return `The site’s robots.txt forbids it${matched_line === null ? '' : `: ${matched_line}`}.`;
}
