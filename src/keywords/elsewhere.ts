import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import { agree, joinWords } from '../kernel/grammar.ts';
import { inline } from '../kernel/markdown.ts';
import type { VolumeElsewhere } from '../ports/keywords.ts';
import type { Location, LocationQuery } from '../ports/locations.ts';
import type { Ports } from '../ports/sources.ts';
import { nameLanguage } from '../text/languages.ts';
import type { Market } from './ask.ts';

/**
 * Places and languages other than the asked one for which volumes are on record.
 *
 * A volume of another market says nothing about the one asked for, so none is ever used; but whoever sees `null` should know
 * that one more call shows a figure.
 */
export const KnownElsewhere = z
  .array(
    z.object({
      location: z.object({ code: z.int(), name: z.string() }).nullable().describe('null: worldwide.'),
      language: z.string().nullable().describe('null: the source does not tell languages apart.'),
      keywords: z.array(z.string()).describe('Those without a volume in this answer.'),
    }),
  )
  .describe('Other places and languages with known volumes. None of their figures is used here.');
export type KnownElsewhere = z.infer<typeof KnownElsewhere>;

const MARKETS_MAX = 10;

interface LookUp {
  readonly keywords: Pick<Ports['keywords'], 'elsewhere'>;
  readonly locate: (query: LocationQuery) => Promise<Location | null>;
}

/** Of keywords without a volume in a market, the other markets where one is known: those with most of them first. */
export async function findElsewhere(
  unknown: readonly string[],
  { location, language }: Market,
  { keywords: port, locate }: LookUp,
): Promise<KnownElsewhere> {
  const keywords = [...new Set(unknown)];
  if (keywords.length === 0) return [];
  const found = await port.elsewhere({ keywords, location_code: location?.code ?? null, language });
  const markets = Map.groupBy(found, (each) => JSON.stringify([each.location_code, each.language]));
  const largest = [...markets.values()].toSorted((one, other) => other.length - one.length).slice(0, MARKETS_MAX);
  const named = await Promise.all(largest.map((rows) => nameMarket(rows, locate)));
  return named.filter((market) => market !== undefined);
}

/** Undefined for a place that no list of places has any more. */
async function nameMarket(
  rows: readonly VolumeElsewhere[],
  locate: LookUp['locate'],
): Promise<KnownElsewhere[number] | undefined> {
  const { location_code = null, language = null } = rows[0] ?? {};
  const keywords = rows.map(({ keyword }) => keyword);
  if (location_code === null) return { location: null, language, keywords };
  try {
    const place = await locate({ location_code });
    return place === null ? undefined : { location: { code: place.code, name: place.name }, language, keywords };
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'invalid_input') return undefined;
    throw thrown;
  }
}

const NAMED_MAX = 3;

/** A sentence without its full stop; undefined where nothing is known elsewhere either. */
export function describeElsewhere(markets: KnownElsewhere): string | undefined {
  if (markets.length === 0) return undefined;
  const keywords = new Set(markets.flatMap((market) => market.keywords)).size;
  const names = joinWords(markets.map(nameOf), NAMED_MAX);
  const have = agree(
    keywords,
    '1 keyword with no known volume here has one',
    `${keywords} keywords with no known volume here have one`,
  );
  return `${have} for ${names}; figures for other markets are not used here`;
}

function nameOf({ location, language }: KnownElsewhere[number]): string {
  const place = location === null ? 'all countries' : inline(location.name.split(',').join(', '), 60);
  return language === null ? place : `${place} (${nameLanguage(language)})`;
}

interface CallElsewhere {
  readonly operation: 'keyword-metrics.overview';
  readonly body: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/** Asks for the figures of the market that knows most of the keywords. */
export function callElsewhere([first]: KnownElsewhere): CallElsewhere | undefined {
  if (first === undefined || first.location === null) return undefined;
  const { location, language, keywords } = first;
  return {
    operation: 'keyword-metrics.overview',
    body: {
      keywords: keywords.slice(0, KEYWORDS_MAX),
      location_code: location.code,
      ...(language === null ? {} : { language }),
    },
    reason: `Shows ${agree(keywords.length, 'its volume', 'their volumes')} for ${nameOf(first)}, not for the market that you asked about.`,
  };
}

/** As many as the operation takes. */
const KEYWORDS_MAX = 100;
