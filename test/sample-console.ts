import type { ConsoleWriter } from '../src/ports/console.ts';
import { consolePart, consoleRow, daysBetween, importConsole, totalRow } from './console-rows.ts';
import { number } from './providers/web.ts';

/** What Search Console counted for the sample's bike shop, a day at a time, over two years of the calendar. */

const LAST_DAY = '2026-02-27';
const WINDOWS = [
  ['2026-01-03', LAST_DAY],
  ['2025-01-04', '2025-02-28'],
] as const;
/** From this day on the guide to winter care loses its places. */
const FALL_DAY = '2026-01-31';

interface Search {
  readonly query: string;
  readonly path: string;
  /** Impressions a day. */
  readonly impressions: number;
  readonly position: number;
  readonly click_rate: number;
  /** Position after the fall. */
  readonly fallen?: number;
}

const SEARCHES: readonly Search[] = [
  { query: 'harbour bikes', path: '/', impressions: 60, position: 1.1, click_rate: 0.55 },
  { query: 'bike repair', path: '/workshop/', impressions: 240, position: 8.4, click_rate: 0.018 },
  { query: 'bike repair near me', path: '/workshop/', impressions: 180, position: 6.2, click_rate: 0.03 },
  { query: 'bike service price', path: '/workshop/', impressions: 70, position: 2.3, click_rate: 0.06 },
  { query: 'city bike plover', path: '/bikes/plover-city', impressions: 30, position: 2.1, click_rate: 0.17 },
  { query: 'touring bike', path: '/bikes/dunlin-tourer', impressions: 150, position: 13.5, click_rate: 0.006 },
  {
    query: 'how to fit a child seat',
    path: '/guides/fit-a-child-seat',
    impressions: 110,
    position: 3.2,
    click_rate: 0.1,
  },
  {
    query: 'winter bike care',
    path: '/guides/winter-care',
    impressions: 130,
    position: 2.4,
    click_rate: 0.15,
    fallen: 7.8,
  },
  {
    query: 'clean bike chain winter',
    path: '/guides/winter-care',
    impressions: 60,
    position: 3.1,
    click_rate: 0.1,
    fallen: 9.2,
  },
];
const HOST = 'http://harbour-bikes.example';
/** After the fall, of what was clicked before. */
const FALLEN_SHARE = 0.28;

export async function importSampleConsole(writer: ConsoleWriter, workspace_id: string): Promise<void> {
  const days = WINDOWS.flatMap(([first, last]) => daysBetween(first, last));
  const details = days.flatMap(({ day }) => SEARCHES.map((search) => ({ ...search, ...countOn(day, search), day })));
  const part = {
    workspace_id,
    property: 'sc-domain:harbour-bikes.example',
    observed_at: new Date('2026-03-01T06:00:00Z'),
  };
  await importConsole(
    writer,
    consolePart({ ...part, grain: 'detail', part: 'detail' }),
    details.map(({ day, query, path, clicks, impressions, position_sum }) =>
      consoleRow({ day, query, page: HOST + path, clicks, impressions, position_sum }),
    ),
    days,
  );
  await importConsole(
    writer,
    consolePart({ ...part, grain: 'page', part: 'page' }),
    [...Map.groupBy(details, ({ day, path }) => `${day} ${path}`).values()].flatMap((rows) => {
      const [first] = rows;
      return first === undefined ? [] : [totalRow({ ...sumOf(rows), day: first.day, page: HOST + first.path })];
    }),
    days,
  );
  await importConsole(
    writer,
    consolePart({ ...part, grain: 'total', part: 'total' }),
    [...Map.groupBy(details, ({ day }) => day)].map(([day, rows]) => {
      const sums = sumOf(rows);
      // A tenth of the clicks come from queries that the engine withholds.
      return totalRow({
        ...sums,
        day,
        clicks: Math.round(sums.clicks * 1.1),
        impressions: Math.round(sums.impressions * 1.2),
      });
    }),
    days,
  );
}

interface Counts {
  readonly clicks: number;
  readonly impressions: number;
  readonly position_sum: number;
}

function countOn(day: string, { query, impressions, position, click_rate, fallen }: Search): Counts {
  const shown = Math.round(impressions * (0.9 + number(day, query, 'shown', 21) / 100));
  const hasFallen = fallen !== undefined && day >= FALL_DAY;
  const rate = click_rate * (hasFallen ? FALLEN_SHARE : 1) * (0.85 + number(day, query, 'clicked', 31) / 100);
  return {
    clicks: Math.round(shown * rate),
    impressions: shown,
    position_sum: shown * (hasFallen ? fallen : position),
  };
}

function sumOf(rows: readonly Counts[]): Counts {
  const sum = (figure: keyof Counts): number => rows.reduce((total, row) => total + row[figure], 0);
  return { clicks: sum('clicks'), impressions: sum('impressions'), position_sum: sum('position_sum') };
}
