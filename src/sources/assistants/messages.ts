import { z } from 'zod';

import type { AssistantCitation, AssistantPage } from '../../ports/assistants.ts';
import { type FailureKind, SourceFailure } from '../../ports/source-failure.ts';
import { Figure, readAnswer, Text } from '../result-pages/answer-shape.ts';
import type { AnswerReading, VendorAnswer } from './answer.ts';
import { requireNoError } from './error-body.ts';
import { readPage, uniqueCitations, uniquePages } from './pages.ts';
import type { Usage } from './price.ts';

const Citation = z.object({ url: Text, title: Text });
const Result = z.object({ type: Text, url: Text, title: Text });
const ToolError = z.object({ type: z.string(), error_code: z.string() });

const Block = z.object({
  type: z.string(),
  text: Text,
  citations: z.array(Citation).nullish().catch(null),
  name: Text,
  input: z.object({ query: Text }).nullish().catch(null),
  content: z
    .union([z.array(Result), ToolError])
    .nullish()
    .catch(null),
});
type Block = z.infer<typeof Block>;

const Body = z.object({ model: Text, stop_reason: Text, content: z.array(Block) });

const Tokens = z.object({
  input_tokens: Figure,
  cache_creation_input_tokens: Figure,
  cache_read_input_tokens: Figure,
  output_tokens: Figure,
  server_tool_use: z.object({ web_search_requests: Figure }).nullish().catch(null),
});
const Spent = z.object({ usage: Tokens.nullish().catch(null) });

/** What the tool's own errors mean for the request. */
const TOOL_FAILURES: Readonly<Record<string, FailureKind>> = {
  too_many_requests: 'rate_limited',
  unavailable: 'failed',
  max_uses_exceeded: 'failed',
  query_too_long: 'refused',
  request_too_large: 'refused',
  invalid_tool_input: 'failed',
};

/**
 * An answer in the format of Anthropic's Messages API, with the turns of a paused one in a row.
 *
 * @throws SourceFailure for an error inside a 200, and for a failed search that no cited text came of
 */
export function readMessages(body: unknown, vendor: VendorAnswer): AnswerReading {
  requireNoError(body, vendor);
  const { model, stop_reason, content } = readAnswer(Body, body, vendor.title);
  const results = content.filter(({ type }) => type === 'web_search_tool_result');
  const status = statusOf(stop_reason);
  const { text, cited } = readText(content);
  requireSearch(results, { isNeeded: status !== 'refused' && cited.length === 0 }, vendor);
  const searches = content.filter(({ type, name }) => type === 'server_tool_use' && name === 'web_search');
  return {
    status,
    served_model: model ?? null,
    searched: searches.length > 0 || results.length > 0,
    queries: searches.flatMap(({ input }) => (typeof input?.query === 'string' ? [input.query] : [])),
    text,
    cited,
    retrieved: readResults(results),
  };
}

function statusOf(stop_reason: string | null | undefined): AnswerReading['status'] {
  if (stop_reason === 'refusal') return 'refused';
  const isCut = ['max_tokens', 'model_context_window_exceeded', 'pause_turn'].includes(stop_reason ?? '');
  return isCut ? 'truncated' : 'answered';
}

/**
 * Blocks follow one another without a gap, since an answer is cut into blocks at every citation. What is said before the first
 * search is no part of it. A cited block is itself what its pages stand for.
 */
function readText(content: readonly Block[]): { readonly text: string; readonly cited: AssistantCitation[] } {
  const first = content.findIndex(({ type }) => type === 'server_tool_use');
  const cited: (AssistantCitation | undefined)[] = [];
  let text = '';
  for (const block of content.slice(first + 1)) {
    if (block.type !== 'text') continue;
    const start = text.length;
    text += block.text ?? '';
    const span = text.length > start ? ([start, text.length] as const) : null;
    for (const { url, title } of block.citations ?? []) {
      const page = readPage(url, title);
      cited.push(page && { ...page, span });
    }
  }
  return { text, cited: uniqueCitations(cited) };
}

/** @throws SourceFailure */
function requireSearch(
  results: readonly Block[],
  { isNeeded }: { readonly isNeeded: boolean },
  { title, usd }: VendorAnswer,
): void {
  for (const { content } of isNeeded ? results : []) {
    if (content === null || content === undefined || Array.isArray(content)) continue;
    const { error_code } = content;
    const message = `${title} failed to search the web: ${error_code}.`;
    throw new SourceFailure(TOOL_FAILURES[error_code] ?? 'failed', message, { usd });
  }
}

function readResults(results: readonly Block[]): AssistantPage[] {
  const rows = results.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return uniquePages(rows.map(({ url, title }) => readPage(url, title)));
}

const Turn = z.looseObject({ stop_reason: Text, content: z.array(z.unknown()).nullish().catch(null) });

interface JoinedTurns {
  /** The last turn with the content of all: it is sent back as it came, sealed parts too. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly is_paused: boolean;
}

/** The turns of an answer that was paused as one. */
export function joinTurns(turns: readonly unknown[]): JoinedTurns {
  const read = turns.map((turn) => Turn.safeParse(turn).data);
  const last = read.at(-1);
  const content = read.flatMap((turn) => turn?.content ?? []);
  const hasContent = read.some((turn) => Array.isArray(turn?.content));
  return { body: { ...last, ...(hasContent ? { content } : {}) }, is_paused: last?.stop_reason === 'pause_turn' };
}

/** What the turns of an answer took together. */
export function readMessagesUsage(turns: readonly unknown[]): Usage {
  const all = turns.map((turn) => Spent.safeParse(turn).data?.usage ?? null);
  const sum = (read: (usage: z.infer<typeof Tokens>) => number | null | undefined): number =>
    all.reduce((total, usage) => total + ((usage && read(usage)) ?? 0), 0);
  const isTold = all.every((usage) => usage !== null);
  const cached = sum((usage) => usage.cache_creation_input_tokens) + sum((usage) => usage.cache_read_input_tokens);
  return {
    input_tokens: isTold ? sum((usage) => usage.input_tokens) + cached : null,
    output_tokens: isTold ? sum((usage) => usage.output_tokens) : null,
    searches: sum((usage) => usage.server_tool_use?.web_search_requests),
    charged_usd: null,
  };
}
