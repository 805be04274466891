import type { AssistantAnswer, AssistantQuery } from '../../ports/assistants.ts';
import type { Answered, SourceContext } from '../../ports/define-source.ts';
import type { Location } from '../../ports/locations.ts';
import type { SourceFailures } from '../../ports/source-failure.ts';
import { composeAnswer } from './answer.ts';
import { type AssistantPrices, priceAnswer } from './price.ts';
import { keepRaw } from './raw.ts';
import { readResponses, readResponsesUsage } from './responses.ts';

/** A server that speaks the Responses API, and how it is asked. */
export interface ResponsesServer {
  /** Of the source. */
  readonly name: string;
  readonly title: string;
  readonly failures: SourceFailures;
  readonly url: string;
  /** '' for servers that want none. */
  readonly key: string;
  readonly model: string;
  /** What it is sent besides the model and the prompt. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly location: Location | null;
  readonly prices: AssistantPrices;
  /** Whether an answer without a call of the search tool was made without a search. */
  readonly tells_search: boolean;
}

/** Assistants search, read and write; the slowest take minutes. */
export const ASK_MS_MAX = 180_000;
/** Longer answers are cut off by the assistant, and say so. */
export const OUTPUT_TOKENS_MAX = 8000;

/** Asks with one request. @throws SourceFailure */
export async function askResponses(
  query: AssistantQuery,
  { http, signal, now }: Pick<SourceContext, 'http' | 'signal' | 'now'>,
  server: ResponsesServer,
): Promise<Answered<AssistantAnswer>> {
  const { name, title, failures, model, location, prices } = server;
  const asked_at = now();
  const body = await postPrompt(query.prompt, { http, signal }, server);
  const usd = priceAnswer(readResponsesUsage(body), prices);
  const reading = readResponses(body, { title, failures, usd }, server);
  const asked = { query, access: 'api', source: name, model, location, asked_at } as const;
  return { ...composeAnswer(asked, reading, { title, failures, usd }), raw: keepRaw(body) };
}

/** The answer as it comes. @throws SourceFailure */
export async function postPrompt(
  prompt: string,
  { http, signal }: Pick<SourceContext, 'http' | 'signal'>,
  { url, key, model, options }: Pick<ResponsesServer, 'url' | 'key' | 'model' | 'options'>,
): Promise<unknown> {
  const { body } = await http.json({
    method: 'POST',
    url,
    ...(key === '' ? {} : { headers: { authorization: `Bearer ${key}` } }),
    body: { model, input: prompt, ...options },
    signal,
  });
  return body;
}
