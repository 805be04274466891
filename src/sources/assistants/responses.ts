import { z } from 'zod';

import type { AssistantCitation, AssistantPage } from '../../ports/assistants.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { Figure, readAnswer, Text } from '../result-pages/answer-shape.ts';
import type { AnswerReading, VendorAnswer } from './answer.ts';
import { requireNoError } from './error-body.ts';
import { readPage, uniqueCitations, uniquePages } from './pages.ts';
import type { Usage } from './price.ts';
import { moveSpan, spanOfCharacters } from './spans.ts';

const Strings = z.array(z.string()).nullish().catch(null);

function listOf<Shape extends z.ZodType>(shape: Shape) {
  return z.array(shape).nullish().catch(null);
}

const Annotation = z.object({ type: Text, url: Text, title: Text, start_index: Figure, end_index: Figure });
const Part = z.object({ type: z.string(), text: Text, refusal: Text, annotations: listOf(Annotation) });
/** `api` sources have a name in the place of an address. */
const Source = z.object({ type: Text, url: Text, title: Text });
const Action = z.object({ type: Text, query: Text, queries: Strings, url: Text, sources: listOf(Source) });
const Result = z.object({ id: z.union([z.number(), z.string()]).nullish().catch(null), url: Text, title: Text });

const Item = z.object({
  type: z.string(),
  status: Text,
  phase: Text,
  content: listOf(Part),
  action: Action.nullish().catch(null),
  queries: Strings,
  results: listOf(Result),
  contents: listOf(Result),
});
type Item = z.infer<typeof Item>;

const Body = z.object({
  status: Text,
  model: Text,
  incomplete_details: z.object({ reason: Text }).nullish().catch(null),
  output: z.array(Item),
  /** Every page that was come across, as xAI lists them. */
  citations: Strings,
});
type Body = z.infer<typeof Body>;

const Spent = z.object({
  usage: z
    .object({
      input_tokens: Figure,
      output_tokens: Figure,
      cost: z
        .union([z.number(), z.object({ total_cost: Figure })])
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  output: listOf(Item),
});

/** Most numbers that are read as references to search results. */
const MARKERS_MAX = 300;
const MARKER = /\[(\d{1,3})\]/g;

interface ResponsesDialect {
  /** Whether an answer without a call of the search tool was made without a search. */
  readonly tells_search: boolean;
}

/**
 * An answer in the format of the Responses API, as OpenAI, Perplexity, xAI, OpenRouter and others send it.
 *
 * @throws SourceFailure for what is no answer: an error inside a 200, a failed or unfinished response, a failed search that no cited
 * text came of
 */
export function readResponses(body: unknown, vendor: VendorAnswer, { tells_search }: ResponsesDialect): AnswerReading {
  requireNoError(body, vendor);
  const answer = readAnswer(Body, body, vendor.title);
  requireFinished(answer, vendor);
  const searches = answer.output.filter(isSearch);
  const { text, refusal, cited: annotated } = readMessages(answer.output);
  const cited = annotated.length > 0 ? annotated : readMarkers(text, searches);
  const isLost = searches.some(({ status }) => status === 'failed') && cited.length === 0;
  if (isLost && refusal === null) {
    throw new SourceFailure('failed', `${vendor.title} failed to search the web.`, { usd: vendor.usd });
  }
  return {
    status: refusal === null ? statusOf(answer) : 'refused',
    served_model: answer.model ?? null,
    text: refusal ?? text,
    cited,
    ...readSearches(answer, { searches, is_cited: cited.length > 0, tells_search }),
  };
}

interface Searches extends ResponsesDialect {
  readonly searches: readonly Item[];
  readonly is_cited: boolean;
}

function readSearches(
  answer: Body,
  { searches, is_cited, tells_search }: Searches,
): Pick<AnswerReading, 'searched' | 'queries' | 'retrieved'> {
  const retrieved = readRetrieved(answer, searches);
  const hasSearched = is_cited || searches.length > 0 || (retrieved ?? []).length > 0;
  if (!hasSearched && tells_search) return { searched: false, queries: [], retrieved: [] };
  const queries = searches.length > 0 ? searches.flatMap(queriesOf) : null;
  return { searched: hasSearched ? true : null, queries, retrieved };
}

/** @throws SourceFailure */
function requireFinished({ status }: Body, { title, usd }: VendorAnswer): void {
  if (status === 'failed' || status === 'cancelled') {
    throw new SourceFailure(
      'failed',
      `${title} sent a response that ${status === 'failed' ? 'failed' : 'was cancelled'}.`,
      { usd },
    );
  }
  if (status === 'in_progress' || status === 'queued') {
    throw new SourceFailure('unfinished', `${title} sent a response that is not finished.`, { usd });
  }
}

function statusOf({ status, incomplete_details }: Body): AnswerReading['status'] {
  if (status !== 'incomplete') return 'answered';
  return incomplete_details?.reason === 'content_filter' ? 'refused' : 'truncated';
}

interface MessageReading {
  readonly text: string;
  readonly refusal: string | null;
  readonly cited: readonly AssistantCitation[];
}

/** What the assistant says on the way to its answer is no part of it. Parts of a message follow one another without a gap. */
function readMessages(output: readonly Item[]): MessageReading {
  const cited: (AssistantCitation | undefined)[] = [];
  let text = '';
  let refusal: string | null = null;
  const messages = output.filter(
    ({ type, phase }) => type === 'message' && (phase ?? 'final_answer') === 'final_answer',
  );
  for (const { content } of messages) {
    if (text !== '') text += '\n\n';
    for (const part of content ?? []) {
      if (part.type === 'refusal') refusal = part.refusal ?? '';
      if (part.type !== 'output_text') continue;
      for (const annotation of part.annotations ?? [])
        cited.push(readAnnotation(annotation, part.text ?? '', text.length));
      text += part.text ?? '';
    }
  }
  return { text, refusal, cited: uniqueCitations(cited) };
}

function readAnnotation(
  { type, url, title, start_index, end_index }: z.infer<typeof Annotation>,
  part: string,
  offset: number,
): AssistantCitation | undefined {
  const page = type === 'url_citation' ? readPage(url, title) : undefined;
  return page && { ...page, span: moveSpan(spanOfCharacters(part, start_index, end_index), offset) };
}

/** Where nothing else says what is cited: `[2]` stands for the search result of that number. */
function readMarkers(text: string, searches: readonly Item[]): AssistantCitation[] {
  const results = new Map<string, AssistantPage>();
  for (const { id, url, title } of searches.flatMap(({ results: found }) => found ?? [])) {
    const page = readPage(url, title);
    if (page !== undefined && id !== null && id !== undefined && !results.has(String(id)))
      results.set(String(id), page);
  }
  if (results.size === 0) return [];
  const markers = [...text.matchAll(MARKER)].slice(0, MARKERS_MAX);
  return uniqueCitations(
    markers.map(({ 0: marker, 1: number = '', index }) => {
      const page = results.get(number);
      return page && { ...page, span: [index, index + marker.length] };
    }),
  );
}

function isSearch({ type }: Item): boolean {
  return type.includes('web_search') || type === 'search_results' || type === 'fetch_url_results';
}

function queriesOf({ action, queries }: Item): readonly string[] {
  if (queries !== null && queries !== undefined) return queries;
  const { queries: asked, query } = action ?? {};
  return asked ?? (typeof query === 'string' ? [query] : []);
}

/** Null where the vendor does not list them. */
function readRetrieved({ citations }: Body, searches: readonly Item[]): readonly AssistantPage[] | null {
  const lists = searches.flatMap(({ action, results, contents }) =>
    [action?.sources, results, contents].filter((list) => list != null),
  );
  if (lists.length === 0 && (citations === null || citations === undefined)) return null;
  const opened = searches.map(({ action }) => readPage(action?.url, null));
  return uniquePages([
    ...lists.flat().flatMap((page) => ('type' in page && page.type === 'api' ? [] : [readPage(page.url, page.title)])),
    ...opened,
    ...(citations ?? []).map((url) => readPage(url, null)),
  ]);
}

/** What the answer took. Nothing of it is needed to read the answer. */
export function readResponsesUsage(body: unknown): Usage {
  const { usage, output } = Spent.safeParse(body).data ?? {};
  const cost = usage?.cost;
  return {
    input_tokens: usage?.input_tokens ?? null,
    output_tokens: usage?.output_tokens ?? null,
    searches: (output ?? []).filter((item) => isSearch(item) && (item.action?.type ?? 'search') === 'search').length,
    charged_usd: (typeof cost === 'number' ? cost : cost?.total_cost) ?? null,
  };
}
