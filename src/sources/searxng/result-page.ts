import { z } from 'zod';

import { SourceFailure } from '../../ports/source-failure.ts';
import { Figure, readAnswer, Text } from '../result-pages/answer-shape.ts';
import { UNSEEN_AI_OVERVIEW } from '../result-pages/compose-serp.ts';
import { draftItem, type ItemDraft } from '../result-pages/items.ts';
import type { ResultPage } from '../result-pages/read-pages.ts';
import { readPublishedAt, readText } from '../result-pages/texts.ts';

export const TITLE = 'SearXNG';

const Row = z.object({
  url: Text,
  title: Text,
  content: Text,
  publishedDate: Text,
  engine: Text,
  engines: z.array(z.string()).nullish().catch(null),
  positions: z.array(z.number()).nullish().catch(null),
});
type Row = z.infer<typeof Row>;

const Answer = z.object({
  results: z.array(Row),
  number_of_results: Figure,
  corrections: z.array(z.unknown()).nullish().catch(null),
  /** Pairs of an engine and what happened to it. */
  unresponsive_engines: z.array(z.tuple([z.string(), z.string()]).rest(z.unknown())).nullish(),
});

/** How long SearXNG pauses an engine by default, in seconds, by the reason it gives. */
const SUSPENSIONS: readonly (readonly [RegExp, number])[] = [
  [/captcha/i, 3600],
  [/too many requests|access denied/i, 180],
];

interface PageContext {
  readonly page: number;
  readonly now: Date;
  /** The engine to get results from. */
  readonly engine: string;
}

/**
 * One page of one engine behind SearXNG.
 *
 * @throws SourceFailure when the engine did not respond: then the list is empty for that, and not for want of results
 */
export function readResultPage(body: unknown, { page, now, engine }: PageContext): ResultPage {
  const answer = readAnswer(Answer, body, TITLE);
  const rows = answer.results.filter((row) => isOf(row, engine));
  const [, reason] = (answer.unresponsive_engines ?? []).find(([name]) => name === engine) ?? [];
  if (rows.length === 0 && reason !== undefined) throw unresponsive(engine, reason);
  const total = answer.number_of_results ?? 0;
  const [spell] = (answer.corrections ?? []).filter((correction) => typeof correction === 'string');
  return {
    drafts: inOrder(rows).map((row) => draftRow(row, page, now)),
    more: undefined,
    has_results: total > 0,
    usd: 0,
    facts: {
      spell: readText(spell),
      total_results: total > 0 ? total : null,
      check_url: null,
      checked_at: now.toISOString(),
      ai_overview: UNSEEN_AI_OVERVIEW,
      people_also_ask: null,
      related_searches: null,
    },
  };
}

/** Plugins and other engines may add results of their own. */
function isOf({ engine, engines }: Row, wanted: string): boolean {
  if (engines !== null && engines !== undefined && engines.length > 0) return engines.includes(wanted);
  return engine === null || engine === undefined || engine === wanted;
}

/** The list is sorted by a score; the engine's own order stands in the positions, which begin again on every page. */
function inOrder(rows: readonly Row[]): Row[] {
  const places = new Map(rows.map((row, at) => [row, row.positions?.[0] ?? at + 1]));
  return rows.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

function draftRow({ url, title, content, publishedDate }: Row, page: number, now: Date): ItemDraft {
  const published_at = readPublishedAt(publishedDate, now);
  return draftItem({ type: 'organic', page, url, title, description: content, published_at });
}

function unresponsive(engine: string, written: string): SourceFailure {
  const reason = (readText(written) ?? 'no reason given').slice(0, 200);
  const suspension = SUSPENSIONS.find(([words]) => words.test(reason))?.[1];
  if (suspension === undefined) {
    return new SourceFailure('failed', `${TITLE} got no results from ${engine}: ${reason}.`, {
      fix: 'Check the engine in the instance’s statistics, or set SEAMARK_SEARXNG_ENGINE to another engine.',
    });
  }
  const minutes = suspension / 60;
  return new SourceFailure('rate_limited', `${TITLE} got no results from ${engine}: ${reason}.`, {
    fix:
      `SearXNG pauses the engine for ${minutes} minutes by default (search.suspended_times in settings.yml). Wait, ` +
      'search less often, or set SEAMARK_SEARXNG_ENGINE to another engine.',
    retry_after_s: suspension,
  });
}
