import { cutPieces, type MadePage, type Piece, textOf, thinkOf, type Thought } from './assistant-mind.ts';
import { fieldOf, type VendorAnswer, type VendorRequest, when } from './vendor.ts';

export const GEMINI_KEY = 'AIzaSyD-0123456789abcdefghijkl';

const REDIRECT = '/grounding-api-redirect/';

/**
 * https://generativelanguage.googleapis.com/v1beta, and the redirects by which it names pages. Those lead to this server where a
 * test maps vertexaisearch.cloud.google.com to it.
 */
export function answerGenerateContent(request: VendorRequest): VendorAnswer {
  const { path, headers, body } = request;
  if (path.startsWith(REDIRECT)) return redirect(path.slice(REDIRECT.length));
  if (headers['x-goog-api-key'] !== GEMINI_KEY)
    return refuse(400, 'API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT');
  const model = decodeURIComponent(path.split('/').at(-1) ?? '');
  if (path.startsWith('/v1beta/models/') && request.method === 'GET')
    return { status: 200, body: { name: `models/${model}` } };
  const named = /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(path)?.[1];
  if (named === undefined) return refuse(404, 'models/x is not found.', 'NOT_FOUND');
  const contents = fieldOf(body, 'contents');
  const parts = fieldOf(Array.isArray(contents) ? contents[0] : undefined, 'parts');
  const prompt = String(fieldOf(Array.isArray(parts) ? parts[0] : undefined, 'text'));
  return {
    status: 200,
    body: generated(thinkOf('gemini', prompt, request.nth), `${named}-10-2026`, portOf(headers.host)),
  };
}

function refuse(code: number, message: string, status: string): VendorAnswer {
  return { status: code, body: { error: { code, message, status } } };
}

function redirect(id: string): VendorAnswer {
  const url = Buffer.from(id, 'base64url').toString('utf8');
  if (!url.startsWith('https://')) return { status: 404, body: 'Not Found' };
  return { status: 302, headers: { location: url }, body: '' };
}

function portOf(host: string | undefined): string {
  return host?.split(':')[1] ?? '80';
}

function generated(thought: Thought, modelVersion: string, port: string): object {
  const { shape } = thought;
  const usageMetadata = {
    promptTokenCount: 9,
    toolUsePromptTokenCount: 300,
    candidatesTokenCount: 110,
    thoughtsTokenCount: 60,
    totalTokenCount: 479,
  };
  if (shape === 'refused')
    return { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, modelVersion, usageMetadata };
  const pieces = shape === 'truncated' ? cutPieces(thought) : thought.pieces;
  const [first, ...rest] = pieces;
  // A thought, and the answer in two parts.
  const parts = [
    { text: 'Weighing Initech against the others.', thought: true },
    { text: first?.text ?? '' },
    { text: textOf({ pieces: rest }) },
  ];
  const finishReason = shape === 'truncated' ? 'MAX_TOKENS' : shape === 'tool_error' ? 'UNEXPECTED_TOOL_CALL' : 'STOP';
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        finishReason,
        index: 0,
        ...when(thought.queries.length > 0, () => ({ groundingMetadata: grounding(thought, pieces, port) })),
      },
    ],
    modelVersion,
    usageMetadata,
  };
}

function grounding({ queries, retrieved, shape }: Thought, pieces: readonly Piece[], port: string): object {
  return {
    webSearchQueries: queries,
    searchEntryPoint: { renderedContent: '<style>.chip{}</style><div>Google Search</div>' },
    groundingChunks: retrieved.map(({ url, host }, at) => {
      const id = shape === 'unresolved' && at % 2 === 0 ? 'expired' : Buffer.from(url).toString('base64url');
      return {
        web: {
          uri: `http://vertexaisearch.cloud.google.com:${port}/gemini${REDIRECT}${id}`,
          title: host.replace(/^www\./, ''),
        },
      };
    }),
    groundingSupports: supports(pieces, retrieved),
  };
}

/** Counted in bytes within the part that the piece stands in. */
function supports(pieces: readonly Piece[], retrieved: readonly MadePage[]): object[] {
  let start = 0;
  return pieces.flatMap(({ text, cited }, at) => {
    if (at === 1) start = 0;
    const startIndex = start;
    start += Buffer.byteLength(text);
    const groundingChunkIndices = cited.map(({ url }) => retrieved.findIndex((page) => page.url === url));
    const segment = { partIndex: at === 0 ? 1 : 2, startIndex, endIndex: start, text };
    return cited.length === 0 ? [] : [{ segment, groundingChunkIndices, confidenceScores: [0.9] }];
  });
}
