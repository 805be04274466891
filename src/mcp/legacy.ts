import {
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  PerRequestHTTPServerTransport,
  SdkError,
  SdkErrorCode,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';

const INVALID_REQUEST = -32_600;
const REFUSED = -32_000;

/**
 * One message of a revision up to 2025-11-25, answered without a session.
 *
 * The transport is that of the newer era: it answers with JSON and streams only what has news before its answer, which
 * the older revisions allow too and which costs half as much as a stream for each answer.
 */
export async function answerLegacy(web: Request, body: unknown, serverOf: () => Server): Promise<Response> {
  // Nothing of an earlier message is remembered: there is nobody to tell.
  if (isJSONRPCNotification(body) || isJSONRPCResponse(body)) return new Response(null, { status: 202 });
  if (!isJSONRPCRequest(body)) return refusal(INVALID_REQUEST, 'The body is no message of JSON-RPC 2.0.');
  const unknown = unknownVersion(web, body);
  if (unknown !== undefined) return refusal(REFUSED, unknown, body.id);
  const streams = web.headers.get('accept')?.includes('text/event-stream') === true;
  const transport = new PerRequestHTTPServerTransport({
    classification: { era: 'legacy' },
    responseMode: streams ? 'auto' : 'json',
  });
  await serverOf().connect(transport);
  try {
    const response = await transport.handleMessage(body, { request: web });
    // Clients of this era take 404 for a lost session: an error of the protocol is an answer like any other.
    return response.status < 400 ? response : new Response(response.body, { status: 200, headers: response.headers });
  } catch (thrown) {
    if (thrown instanceof SdkError && thrown.code === SdkErrorCode.ConnectionClosed)
      return new Response(null, { status: 499 });
    throw thrown;
  }
}

/** A client that begins says in its message what it speaks. */
function unknownVersion({ headers }: Request, body: unknown): string | undefined {
  const version = headers.get('mcp-protocol-version');
  if (version === null || isInitializeRequest(body) || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return undefined;
  const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
  return `The protocol version ${version.slice(0, 40)} is not supported; these are: ${known}.`;
}

function refusal(code: number, message: string, id: string | number | null = null): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status: 400 });
}
