import { z } from 'zod';

import { anyLanguage, keywordText, queryNumber, searchEngine, trackedUrl } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { StoredSeries } from '../../../ports/serp.ts';
import { readTrackedTarget } from '../../../tracking/match.ts';
import { chooseSeries, isSameSeries, type SeriesFilter } from '../../../tracking/series.ts';
import { blankHistory } from './blank.ts';
import { followRank } from './follow.ts';
import { planHistory, summarizeHistory } from './plan.ts';
import { RankHistory } from './report.ts';

const CHECKS_MAX = 1000;
const GAPS_MAX = 400;
/** A failed check of any other operation was no point of the history. */
const TRACKING = ['rank.track', 'rank.targets.check'];

const Input = z.object({
  keyword: keywordText().trim().min(1).describe('The search.'),
  url: trackedUrl(),
  engine: searchEngine().describe('Search engine of the series.'),
  location_code: queryNumber(
    z.int().optional().describe('Google location code of the series; 0 for checks without a place.'),
  ),
  language: anyLanguage(),
  device: z
    .enum(['desktop', 'mobile', 'none'])
    .optional()
    .describe('Device of the series; none for checks without a device.'),
});
type Input = z.output<typeof Input>;
type Context = OperationContext<'serp'>;

export default defineOperation({
  id: 'rank.history',
  method: 'GET',
  path: '/rank/track',
  group: 'Rank and AI visibility',
  title: 'Get a rank history',
  description:
    'Returns the rank history of a page or domain for one search. Adds its noise, trend, significant changes and gaps. ' +
    'It comes from stored result pages, so a search that was checked before has its history at once. ' +
    'Shows one series (engine, place, language, device) and lists the others. ' +
    'Default: the series that was tracked first, which is the oldest with at least two checks. Free.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { serp: {} },

  input: Input,
  result: RankHistory,

  price: { rule: 'free', credits: () => 0 },
  example: { keyword: 'bike repair', url: 'http://harbour-bikes.example/workshop/' },

  async run(input, context) {
    const { ports } = context;
    const { keyword } = input;
    const target = readTrackedTarget(input.url);
    const filter = filterOf(input);
    const asked = { keyword, domains: [target.site], ...filter, since: undefined, limit: CHECKS_MAX };
    // Most searches are checked in one series: its checks are read along with the list of series.
    const [series, failures, found] = await Promise.all([
      ports.serp.series({ keyword }),
      ports.serp.failures({ keyword, operations: TRACKING, since: undefined, limit: GAPS_MAX }),
      ports.serp.outlines(asked),
    ]);
    const shown = chooseSeries(series, filter);
    const places = await readPlaces(series, context);
    if (shown === undefined) {
      const report = blankHistory({ keyword, url: target.value, series, failures, places });
      return answerOf(report, input);
    }
    const { engine, location_code, language, device } = shown;
    const outlines =
      found.length < CHECKS_MAX
        ? found.filter((outline) => isSameSeries(outline, shown))
        : await ports.serp.outlines({ ...asked, engine, location_code, language, device });
    return answerOf(followRank({ keyword, target, series, shown, outlines, failures, places }), input);
  },
});

function filterOf({ engine, location_code, language, device }: Input): SeriesFilter {
  return {
    engine,
    location_code: location_code === 0 ? null : location_code,
    language,
    device: device === 'none' ? null : device,
  };
}

/** A code that no list of places has any more keeps its series. */
async function readPlaces(
  series: readonly StoredSeries[],
  { locate }: Pick<Context, 'locate'>,
): Promise<ReadonlyMap<number, string>> {
  const codes = [...new Set(series.flatMap(({ location_code }) => location_code ?? []))];
  const named = await Promise.all(
    codes.map(async (location_code): Promise<readonly (readonly [number, string])[]> => {
      try {
        const place = await locate({ location_code });
        return place === null ? [] : [[location_code, place.name]];
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.code === 'invalid_input') return [];
        throw thrown;
      }
    }),
  );
  return new Map(named.flat());
}

function answerOf(report: RankHistory, { location_code, language, device, engine }: Input) {
  const asked = {
    ...(engine === undefined ? {} : { engine }),
    ...(location_code === undefined || location_code === 0 ? {} : { location_code }),
    ...(language === undefined ? {} : { language }),
    ...(device === undefined || device === 'none' ? {} : { device }),
  };
  return { result: report, guidance: planHistory(report, asked), markdown_summary: summarizeHistory(report, asked) };
}
