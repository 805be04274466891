import { z } from 'zod';

import type { AssistantAnswer, AssistantPage, AssistantQuery } from '../../ports/assistants.ts';
import type { Answered, Offers } from '../../ports/define-source.ts';
import type { Location } from '../../ports/locations.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { type AnswerReading, composeAnswer } from '../assistants/answer.ts';
import { readPage, uniquePages } from '../assistants/pages.ts';
import { keepRaw } from '../assistants/raw.ts';
import { Text } from '../result-pages/answer-shape.ts';
import { googleLanguage } from '../result-pages/google-language.ts';
import { isListed } from '../result-pages/reach.ts';
import { listPlaceLacks, nameLabsMarket } from './labs.ts';
import { escapeKeyword, runLiveTask } from './live-task.ts';
import { placeOf } from './serp-task.ts';
import { type DataForSeoContext, type DataForSeoSettings, FAILURES, TITLE } from './settings.ts';

/** USD for a live request as known in advance; the answer states what it did cost. */
const PROMPT_USD = 0.004;
/** The page is opened, typed into and waited for. */
const ASK_MS_MAX = 180_000;
/** The United States: it does not ask without a location. */
const DEFAULT_LOCATION_CODE = 2840;

const SCRAPERS: ReadonlyMap<string, string> = new Map([
  ['chatgpt', 'chat_gpt'],
  ['gemini', 'gemini'],
]);
const AI_MODE = 'google_ai_mode';
/** Assistants whose pages it reads as users see them. */
export const SURFACES: readonly string[] = [...SCRAPERS.keys(), AI_MODE];

const Page = z.object({ url: Text, title: Text });
const Pages = z.array(Page).nullish().catch(null);
const Scraped = z.looseObject({
  model: Text,
  markdown: Text,
  sources: Pages,
  search_results: Pages,
  fan_out_queries: z.array(z.string()).nullish().catch(null),
});
const AiMode = z.looseObject({
  items: z.array(z.object({ type: Text, markdown: Text, references: Pages })).nullish(),
});

/** Answers as the pages of assistants show them, read by a browser. */
export const assistantOffers: NonNullable<Offers<DataForSeoSettings>['assistants']> = {
  ask: {
    lacks: ({ assistant, access, location }) => {
      if (!SURFACES.includes(assistant) || (access ?? 'surface') !== 'surface') return undefined;
      return location === null || assistant === AI_MODE ? [] : listPlaceLacks(location);
    },
    usd: () => PROMPT_USD,
    timeout_ms: ASK_MS_MAX,
    ask: (query, context) => (query.assistant === AI_MODE ? askAiMode(query, context) : scrape(query, context)),
  },
};

async function scrape(query: AssistantQuery, context: DataForSeoContext): Promise<Answered<AssistantAnswer>> {
  const asked_at = context.now();
  const { location, language, prompt, assistant } = query;
  const task = {
    keyword: escapeKeyword(prompt),
    ...(location === null ? { location_code: DEFAULT_LOCATION_CODE } : {}),
    ...nameLabsMarket({ location, language }),
  };
  const path = `ai_optimization/${SCRAPERS.get(assistant) ?? assistant}/llm_scraper/live/advanced`;
  const { result, usd } = await runLiveTask(context, path, task, Scraped);
  const { model, markdown, sources, search_results, fan_out_queries: queries } = result ?? {};
  const hasSearched = [sources, search_results, queries].some((list) => (list ?? []).length > 0);
  return compose(query, asked_at, {
    reading: {
      status: 'answered',
      served_model: model ?? null,
      searched: hasSearched ? true : null,
      queries: queries ?? null,
      text: markdown ?? '',
      cited: readPages(sources)?.map((page) => ({ ...page, span: null })) ?? null,
      retrieved: readPages(search_results),
    },
    location: location?.kind === 'country' ? location : null,
    usd,
    raw: result,
  });
}

async function askAiMode(query: AssistantQuery, context: DataForSeoContext): Promise<Answered<AssistantAnswer>> {
  const asked_at = context.now();
  const { location, language, prompt } = query;
  const task = { keyword: escapeKeyword(prompt), ...placeOf(query), language_code: googleLanguage(language) };
  const { result, usd } = await runLiveTask(context, 'serp/google/ai_mode/live/advanced', task, AiMode);
  const answers = (result?.items ?? []).filter(({ type }) => type === 'ai_overview');
  const references = answers.flatMap(({ references: pages }) => pages ?? []);
  return compose(query, asked_at, {
    reading: {
      status: 'answered',
      served_model: null,
      searched: true,
      queries: null,
      text: answers.map(({ markdown }) => markdown ?? '').join('\n\n'),
      cited: (readPages(references) ?? []).map((page) => ({ ...page, span: null })),
      retrieved: null,
    },
    location: location !== null && (isListed(location) || location.latitude !== null) ? location : null,
    usd,
    raw: result,
  });
}

interface Surface {
  readonly reading: AnswerReading;
  readonly location: Location | null;
  readonly usd: number;
  readonly raw: unknown;
}

/** @throws SourceFailure incomplete where the page showed no answer */
function compose(
  query: AssistantQuery,
  asked_at: Date,
  { reading, location, usd, raw }: Surface,
): Answered<AssistantAnswer> {
  if (reading.text.trim() === '') {
    throw new SourceFailure('incomplete', `${TITLE} found no answer on the page of the assistant.`, { usd });
  }
  const asked = { query, access: 'surface', source: 'dataforseo', model: null, location, asked_at } as const;
  return { ...composeAnswer(asked, reading, { title: TITLE, failures: FAILURES, usd }), raw: keepRaw(raw) };
}

/** Null where it does not list them. */
function readPages(rows: z.infer<typeof Pages>): AssistantPage[] | null {
  return rows === null || rows === undefined ? null : uniquePages(rows.map(({ url, title }) => readPage(url, title)));
}
