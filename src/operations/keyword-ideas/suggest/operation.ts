import { z } from 'zod';

import { exportRows, isExport, withRowsAsked } from '../../../contract/export-rows.ts';
import { keywordText, language, limit, location, locationCode, offset, target } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import { planPastEnd } from '../../../guidance/list-page.ts';
import { isNotConnected } from '../../../kernel/errors.ts';
import { joinFacts, listUnrated, metricsQuery } from '../../../keywords/ask.ts';
import { findElsewhere } from '../../../keywords/elsewhere.ts';
import { readDifficulties } from '../../../keywords/own-difficulty.ts';
import { readResultPages, type ResultPages } from '../../../keywords/result-pages.ts';
import type { KeywordFact, KeywordIdeasQuery } from '../../../ports/keywords.ts';
import type { Ports } from '../../../ports/sources.ts';
import { readOwnRates } from '../../../rankings/ask-curve.ts';
import { branding } from '../../../text/branded.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { parseTarget } from '../../../web/target.ts';
import { collectIdeas, fromSources, type Proposal } from './collect.ts';
import { buildIdeas, KeywordIdeas } from './ideas.ts';
import { planIdeas, summarizeIdeas } from './plan.ts';

/** So many ideas each source is asked for, whatever the limit: many turn out to be variants of each other, and all pages are of one list. */
const IDEAS_MAX = 300;
/** As many ideas as one question to a provider brings: an export asks for all of them. */
const EXPORT_MAX = 1000;
const CREDITS_PER_BLOCK = 4;
const BLOCK_IDEAS = 100;
/** Pages that rank for the seed whose other keywords are ideas. */
const RANKING_PAGES = 3;
const SEEN_MAX = 100;

const Input = z.object({
  keyword: keywordText().describe('Seed keyword or topic.'),
  location: location(),
  location_code: locationCode(),
  language: language(),
  limit: limit({ min: 5, max: 100, default: 25 }),
  offset: offset(),
  export_rows: exportRows(EXPORT_MAX),
  min_search_volume: z
    .int()
    .min(0)
    .default(0)
    .describe('Leave out ideas with fewer searches a month. Any minimum above 0 also leaves out unknown volumes.'),
  target: target()
    .optional()
    .describe(
      'Your domain; default: your brand’s. Shows where it ranks on stored result pages and what you could gain.',
    ),
});

export default defineOperation({
  id: 'keyword-ideas.suggest',
  method: 'POST',
  path: '/keyword-ideas/suggest',
  group: 'Keywords and competitors',
  title: 'Find keyword ideas',
  description:
    'Expands a seed keyword into keyword ideas. ' +
    'They come from suggestions, imports, stored result pages, crawled pages and connected providers. ' +
    'Each comes with its evidence, metrics, buyer stage and page type. ' +
    'Near duplicates are merged; ideas left out are counted by reason. ' +
    'Ideas that contain your project’s brand are marked, not left out.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { keywords: {}, serp: { optional: true }, links: { optional: true }, rankings: { optional: true } },

  input: Input,
  result: KeywordIdeas,

  price: {
    rule: '4 credits, +4 with each further 100 ideas of an export',
    credits: (input) => priceIdeas(withRowsAsked(input).limit),
  },
  always_queues: isExport,
  example: { keyword: 'bike repair', limit: 10 },

  asks: async (input, context) => [{ capability: 'keywords', method: 'ideas', query: await queryOf(input, context) }],

  async run(input, context) {
    const { ports, locate, now } = context;
    const query = await queryOf(input, { locate });
    const place = { location_code: query.location?.code ?? null, language: query.language, now };
    const [brand, proposed, ranking] = await Promise.all([
      context.brand(),
      ports.keywords.ideas(query),
      proposeFromRankings(ports.serp, query.seed, place),
    ]);
    const domain = input.target ?? brand?.domains[0];
    const site = domain === undefined ? undefined : parseTarget(domain);
    const proposals = [...fromSources(proposed), ...ranking];
    const collected = collectIdeas(query.seed, proposals, query.language, branding(brand));
    const known = collected.kept.flatMap(({ facts }) => facts);
    const keywords = [query.seed, ...collected.kept.map(({ keyword }) => keyword)];
    const open = unmeasured(keywords, known).slice(0, query.limit);
    const facts = joinFacts(known, await askMetrics(ports.keywords, open, query));
    const pages = await readResultPages(ports.serp, { ...place, keywords });
    const difficulties = await readDifficulties(ports.links, pages, listUnrated(keywords, facts));
    const { location: where } = query;
    const built = buildIdeas({
      ...withRowsAsked(input),
      seed: query.seed,
      collected,
      facts,
      location: where,
      pages,
      difficulties,
      host: site?.host,
      readRate: await readOwnRates(ports.rankings, site, where, brand),
      brand,
    });
    const unknown = [built.seed, ...built.items].filter(({ search_volume }) => search_volume === null);
    const elsewhere = findElsewhere(
      unknown.map(({ keyword }) => keyword),
      query,
      { keywords: ports.keywords, locate },
    );
    const ideas: KeywordIdeas = { ...built, known_elsewhere: await elsewhere };
    return {
      // If no source has an idea, there is nothing to pay for.
      ...(ideas.coverage === 'none'
        ? { credits: 0 }
        : isExport(input)
          ? { credits: priceIdeas(ideas.items.length) }
          : {}),
      result: ideas,
      guidance: planIdeas(ideas),
      markdown_summary: summarizeIdeas(ideas),
      ...planPastEnd(ideas, ideas.items, {
        operation: 'keyword-ideas.suggest',
        asked: input,
        row: 'idea',
        heading: `Keyword ideas for “${query.seed}”`,
      }),
    };
  },
});

function priceIdeas(ideas: number): number {
  return CREDITS_PER_BLOCK * blocks(ideas, BLOCK_IDEAS);
}

async function queryOf(
  input: z.output<typeof Input>,
  { locate }: Pick<OperationContext, 'locate'>,
): Promise<KeywordIdeasQuery> {
  return {
    seed: input.keyword.trim(),
    location: await locate(input),
    language: input.language,
    limit: isExport(input) ? EXPORT_MAX : IDEAS_MAX,
  };
}

/** What sources reported along with a keyword is not asked for again. */
function unmeasured(keywords: readonly string[], facts: readonly KeywordFact[]): string[] {
  const measured = new Set(facts.flatMap(({ keyword, volume }) => (volume === null ? [] : [foldPhrase(keyword)])));
  return keywords.filter((keyword) => !measured.has(foldPhrase(keyword)));
}

/** With suggestions alone, ideas have no figures. */
async function askMetrics(
  port: Ports['keywords'],
  keywords: readonly string[],
  query: KeywordIdeasQuery,
): Promise<readonly KeywordFact[]> {
  if (keywords.length === 0) return [];
  try {
    return await port.metrics(metricsQuery(keywords, query));
  } catch (thrown) {
    if (isNotConnected(thrown)) return [];
    throw thrown;
  }
}

interface Place {
  readonly location_code: number | null;
  readonly language: string;
  readonly now: Date;
}

/** Other keywords that the seed's ranking pages rank for, as far as result pages are stored. */
async function proposeFromRankings(
  port: Ports['serp'],
  seed: string,
  { now, ...place }: Place,
): Promise<readonly Proposal[]> {
  const known = await readResultPages(port, { keywords: [seed], ...place, now });
  if (known === undefined) return [];
  const found = await Promise.all(
    listTopUrls(known).map((url) => port.seen({ target: url, ...known.series, since: undefined, limit: SEEN_MAX })),
  );
  // A page appears in every check of a keyword; what counts is how many pages share the keyword.
  const shared = found.flatMap((results) => {
    const organic = results.filter(({ type }) => type === 'organic');
    return [...new Map(organic.map((result) => [result.keyword, result])).values()];
  });
  return [...Map.groupBy(shared, ({ keyword }) => keyword)].map(([keyword, results]) => ({
    keyword,
    facts: [],
    evidence: [{ kind: 'ranking_page', source: results[0]?.source ?? '', seen: results.length }],
  }));
}

function listTopUrls({ pages }: ResultPages): string[] {
  const urls = [...pages.values()].flatMap(({ items }) =>
    items.flatMap(({ type, url }) => (type === 'organic' && url !== null ? [url] : [])),
  );
  return urls.slice(0, RANKING_PAGES);
}
