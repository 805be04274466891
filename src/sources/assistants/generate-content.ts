import { z } from 'zod';

import type { AssistantCitation, AssistantPage } from '../../ports/assistants.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { Figure, readAnswer, Text } from '../result-pages/answer-shape.ts';
import type { AnswerReading, VendorAnswer } from './answer.ts';
import { requireNoError } from './error-body.ts';
import { readHostPage, readPage, readTitle, uniqueCitations, uniquePages } from './pages.ts';
import type { Usage } from './price.ts';
import { moveSpan, type Span, spanOfBytes } from './spans.ts';

const Part = z.object({ text: Text, thought: z.boolean().nullish().catch(null) });
const Web = z.object({ uri: Text, title: Text, domain: Text });
const Chunk = z.object({ web: Web.nullish().catch(null) });
type Chunk = z.infer<typeof Chunk>;
const Segment = z.object({ partIndex: Figure, startIndex: Figure, endIndex: Figure, text: Text });
const Support = z.object({
  segment: Segment.nullish().catch(null),
  groundingChunkIndices: z.array(z.int()).nullish().catch(null),
});
const Grounding = z.object({
  webSearchQueries: z.array(z.string()).nullish().catch(null),
  groundingChunks: z.array(Chunk).nullish().catch(null),
  groundingSupports: z.array(Support).nullish().catch(null),
});
type Grounding = z.infer<typeof Grounding>;
const Candidate = z.object({
  content: z
    .object({ parts: z.array(Part).nullish().catch(null) })
    .nullish()
    .catch(null),
  finishReason: Text,
  groundingMetadata: Grounding.nullish().catch(null),
});
type Candidate = z.infer<typeof Candidate>;
const Body = z.object({
  candidates: z.array(Candidate).nullish(),
  promptFeedback: z.object({ blockReason: Text }).nullish().catch(null),
  modelVersion: Text,
});
const Spent = z.object({
  usageMetadata: z.object({
    promptTokenCount: Figure,
    toolUsePromptTokenCount: Figure,
    candidatesTokenCount: Figure,
    thoughtsTokenCount: Figure,
  }),
});

/** Addresses that lead on to a page for some days. */
const REDIRECT_HOST = 'vertexaisearch.cloud.google.com';

const REFUSED: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'LANGUAGE',
]);
const ALL_CITED = 'Gemini did not say which of its pages stand behind the answer, so all of them count as cited.';

/** Addresses of an answer that have to be resolved before it is read. */
export function listRedirects(body: unknown): readonly string[] {
  const chunks = Body.safeParse(body).data?.candidates?.[0]?.groundingMetadata?.groundingChunks ?? [];
  return [...new Set(chunks.flatMap(({ web }) => (isRedirect(web?.uri) ? [web?.uri ?? ''] : [])))];
}

function isRedirect(uri: string | null | undefined): boolean {
  return URL.parse(uri ?? '')?.hostname === REDIRECT_HOST;
}

/**
 * An answer in the format of Gemini's generateContent.
 *
 * @param resolved where each redirect of the answer leads; of one that is missing, only the domain is told
 * @throws SourceFailure for an error inside a 200, and for answers that ended for no reason of the model's own
 */
export function readGenerateContent(
  body: unknown,
  vendor: VendorAnswer,
  resolved: ReadonlyMap<string, string>,
): AnswerReading {
  requireNoError(body, vendor);
  const { candidates, promptFeedback, modelVersion } = readAnswer(Body, body, vendor.title);
  const served_model = modelVersion ?? null;
  const [candidate] = candidates ?? [];
  if (candidate === undefined) {
    if (typeof promptFeedback?.blockReason !== 'string') {
      throw new SourceFailure('broken', `${vendor.title} sent an answer without a candidate.`, { usd: vendor.usd });
    }
    return { status: 'refused', served_model, searched: null, queries: null, text: '', cited: null, retrieved: null };
  }
  return { served_model, status: statusOf(candidate, vendor), ...readGrounded(candidate, resolved) };
}

/** @throws SourceFailure */
function statusOf({ finishReason }: Candidate, { title, usd }: VendorAnswer): AnswerReading['status'] {
  if (finishReason === 'STOP') return 'answered';
  if (finishReason === 'MAX_TOKENS') return 'truncated';
  if (REFUSED.has(finishReason ?? '')) return 'refused';
  throw new SourceFailure('failed', `${title} ended its answer without finishing it: ${finishReason ?? 'no reason'}.`, {
    usd,
  });
}

function readGrounded(
  { content, groundingMetadata }: Candidate,
  resolved: ReadonlyMap<string, string>,
): Omit<AnswerReading, 'status' | 'served_model'> {
  const { groundingChunks, webSearchQueries, groundingSupports } = groundingMetadata ?? {};
  const { text, starts } = joinParts(content?.parts ?? []);
  const pages = (groundingChunks ?? []).map((chunk) => pageOf(chunk, resolved));
  const queries = webSearchQueries ?? [];
  const supported = readSupports(groundingSupports ?? [], { text, starts, pages, content });
  const retrieved = uniquePages(pages);
  const isUnsaid = supported.length === 0 && retrieved.length > 0;
  return {
    searched: queries.length > 0 || pages.length > 0,
    queries,
    text,
    cited: isUnsaid ? retrieved.map((page) => ({ ...page, span: null })) : supported,
    retrieved,
    ...(isUnsaid ? { note: ALL_CITED } : {}),
  };
}

interface Joined {
  readonly text: string;
  /** Where each part begins in the text; undefined for thoughts, which are no part of it. */
  readonly starts: readonly (number | undefined)[];
}

function joinParts(parts: readonly z.infer<typeof Part>[]): Joined {
  const starts: (number | undefined)[] = [];
  let joined = '';
  for (const { text, thought } of parts) {
    starts.push(thought === true ? undefined : joined.length);
    if (thought !== true) joined += text ?? '';
  }
  return { text: joined, starts };
}

interface Grounded extends Joined, Pick<Candidate, 'content'> {
  readonly pages: readonly (AssistantPage | undefined)[];
}

function readSupports(supports: NonNullable<Grounding['groundingSupports']>, grounded: Grounded): AssistantCitation[] {
  return uniqueCitations(
    supports.flatMap(({ segment, groundingChunkIndices }) => {
      const span = segment === null || segment === undefined ? null : spanOf(segment, grounded);
      return (groundingChunkIndices ?? []).map((at): AssistantCitation | undefined => {
        const page = grounded.pages[at];
        return page && { ...page, span };
      });
    }),
  );
}

/** The vendor counts bytes of one part; where that does not lead to the words that it quotes, the words themselves are looked for. */
function spanOf(segment: z.infer<typeof Segment>, { text, starts, content }: Grounded): Span | null {
  const at = segment.partIndex ?? 0;
  const start = starts[at];
  const part = content?.parts?.[at]?.text ?? '';
  const span = start === undefined ? null : moveSpan(spanOfBytes(part, segment.startIndex, segment.endIndex), start);
  const quoted = segment.text ?? '';
  if (quoted === '' || (span !== null && text.slice(...span) === quoted)) return span;
  const found = text.indexOf(quoted);
  return found === -1 ? null : [found, found + quoted.length];
}

/** The title of a redirect is the domain of its page, and then no title. */
function pageOf({ web }: Chunk, resolved: ReadonlyMap<string, string>): AssistantPage | undefined {
  const uri = web?.uri ?? '';
  const host = readHostPage(web?.title);
  const title = host === undefined ? readTitle(web?.title) : null;
  const target = isRedirect(uri) ? resolved.get(uri) : uri;
  const page = isRedirect(target) ? undefined : readPage(target, title);
  const named = readHostPage(web?.domain) ?? host;
  return page ?? (named && { ...named, title });
}

export function readGenerateContentUsage(body: unknown): Usage {
  const usage = Spent.safeParse(body).data?.usageMetadata;
  const queries = Body.safeParse(body).data?.candidates?.[0]?.groundingMetadata?.webSearchQueries ?? [];
  return {
    input_tokens: sumTokens([usage?.promptTokenCount, usage?.toolUsePromptTokenCount]),
    output_tokens: sumTokens([usage?.candidatesTokenCount, usage?.thoughtsTokenCount]),
    searches: queries.length,
    charged_usd: null,
  };
}

/** Null where none is told. */
function sumTokens(counts: readonly (number | null | undefined)[]): number | null {
  const told = counts.filter((count) => count !== null && count !== undefined);
  return told.length === 0 ? null : told.reduce((sum, count) => sum + count, 0);
}
