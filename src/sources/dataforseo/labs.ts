import type { z } from 'zod';

import type { Answered } from '../../ports/define-source.ts';
import type { Location } from '../../ports/locations.ts';
import { addCostOnFailure } from './bulk-figures.ts';
import { runLiveTask } from './live-task.ts';
import type { DataForSeoContext } from './settings.ts';

/** What all questions to DataForSEO Labs share: their price, their place and how many rows come at a time. */

/** USD of a request, and of each row that it answers. */
const REQUEST_USD = 0.02;
const ROW_USD = 0.0001;
/** Rows of one request. */
const LABS_ROWS_MAX = 1000;

/** The price of requests that answer so many rows together. */
export function priceLabs(requests: number, rows: number): number {
  return requests * REQUEST_USD + rows * ROW_USD;
}

/** The price of a list that is read in pages of `LABS_ROWS_MAX` rows. */
export function priceLabsList(rows: number): number {
  return priceLabs(Math.max(1, Math.ceil(rows / LABS_ROWS_MAX)), rows);
}

/** It knows countries only. */
export function listPlaceLacks({ kind }: Location): readonly string[] {
  return kind === 'country' ? [] : ['places smaller than a country'];
}

export function nameLabsMarket({
  location,
  language,
}: {
  readonly location: Location | null;
  readonly language: string;
}): Readonly<Record<string, unknown>> {
  return { ...(location === null ? {} : nameCountry(location)), language_code: codeLanguage(language) };
}

interface LabsPages {
  readonly task: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly offset?: number | undefined;
}

interface LabsList {
  readonly total_count?: number | null | undefined;
  readonly items?: readonly unknown[] | null | undefined;
}

/**
 * Rows of a list from an offset up to a limit, page by page.
 *
 * @returns the results of all pages in order, and what they cost together
 * @throws SourceFailure, which tells the cost of the pages before it
 */
export async function listLabs<Result extends LabsList>(
  context: DataForSeoContext,
  endpoint: string,
  { task, limit, offset: start = 0 }: LabsPages,
  shape: z.ZodType<Result>,
): Promise<{ readonly results: readonly Result[]; readonly usd: number }> {
  const results: Result[] = [];
  let usd = 0;
  const end = start + limit;
  for (let offset = start; offset < end; offset += LABS_ROWS_MAX) {
    const wanted = Math.min(LABS_ROWS_MAX, end - offset);
    const page = { ...task, limit: wanted, ...(offset === 0 ? {} : { offset }) };
    const answer = await addCostOnFailure(usd, () => runLabs(context, endpoint, page, shape));
    usd += answer.usd;
    if (answer.result === undefined) break;
    results.push(answer.result);
    if ((answer.result.items ?? []).length < wanted) break;
  }
  return { results, usd };
}

export function runLabs<Result>(
  context: DataForSeoContext,
  endpoint: string,
  task: Readonly<Record<string, unknown>>,
  shape: z.ZodType<Result>,
): ReturnType<typeof runLiveTask<Result>> {
  return runLiveTask(context, `dataforseo_labs/google/${endpoint}/live`, task, shape);
}

interface LabsReading {
  readonly usd: number;
  /** It has nothing of the target, which no filter explains. */
  readonly is_unknown: boolean;
  readonly is_empty: boolean;
  /** When it looked at the result pages behind each row; null where it does not say. */
  readonly checked?: readonly (string | null)[];
}

export function composeLabs<Value>(value: Value, reading: LabsReading): Answered<Value> {
  const { usd, is_unknown, is_empty, checked = [] } = reading;
  const newest = checked.reduce((one, other) => ((other ?? '') > (one ?? '') ? other : one), null);
  return {
    value,
    usd,
    measure: 'estimated',
    is_empty,
    ...(is_unknown ? { coverage: 'none' } : {}),
    ...(newest === null ? {} : { observed_at: newest }),
  };
}

/** The country of a place, for endpoints that know none smaller. Names of Google's list end with it. */
function nameCountry({ code, kind, name }: Location): { location_code: number } | { location_name: string } {
  return kind === 'country' ? { location_code: code } : { location_name: name.split(',').at(-1)?.trim() ?? name };
}

/** Codes of its languages are ISO 639-1, but for Chinese, which it tells apart by script, and Norwegian. */
function codeLanguage(language: string): string {
  const [base = '', region = ''] = language.split('-');
  if (base === 'zh') return /^(?:tw|hk|mo|hant)$/i.test(region) ? 'zh-TW' : 'zh-CN';
  return base === 'no' || base === 'nn' ? 'nb' : base;
}
