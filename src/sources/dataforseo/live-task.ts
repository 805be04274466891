import { z } from 'zod';

import type { SettingValues, SourceContext, SourceSetting } from '../../ports/define-source.ts';
import { type FailureKind, SourceFailure } from '../../ports/source-failure.ts';

/** What requests to DataForSEO need of the settings of its definition. */
export type DataForSeoSettings = Readonly<
  Record<'SEAMARK_DATAFORSEO_URL' | 'SEAMARK_DATAFORSEO_LOGIN' | 'SEAMARK_DATAFORSEO_PASSWORD', SourceSetting>
>;
export type DataForSeoContext = SourceContext<DataForSeoSettings>;

export interface LiveAnswer<Result> {
  /** Undefined when it has nothing on the question. */
  readonly result: Result | undefined;
  /** What it charged. */
  readonly usd: number | undefined;
}

/** A live endpoint takes one task a request, and says what went wrong at two levels, both under HTTP 200. */
const Envelope = z.object({
  status_code: z.int(),
  status_message: z.string(),
  cost: z.number().nullish(),
  tasks: z
    .array(
      z.object({
        status_code: z.int(),
        status_message: z.string(),
        result: z.array(z.unknown()).nullish(),
      }),
    )
    .nullish(),
});

const OK = 20_000;
/** «No Search Results»: an answer, and the only one among the codes of 4xxxx. */
const NOTHING_FOUND = 40_102;

/**
 * Runs one task of a live endpoint and answers the first of its results, which is all that the endpoints read here have.
 *
 * @throws SourceFailure, also for codes of failures inside an HTTP 200 and for results that have another shape
 */
export async function runLiveTask<Result>(
  { http, settings, signal }: DataForSeoContext,
  path: string,
  task: Readonly<Record<string, unknown>>,
  shape: z.ZodType<Result>,
): Promise<LiveAnswer<Result>> {
  const answer = await http.json({
    method: 'POST',
    url: `${settings.SEAMARK_DATAFORSEO_URL.replace(/\/+$/, '')}/v3/${path}`,
    headers: { authorization: basicAuthorization(settings) },
    body: [task],
    signal,
  });
  const { first, usd } = readFirstResult(answer.body);
  if (first === undefined) return { result: undefined, usd };
  const result = shape.safeParse(first);
  if (!result.success) {
    const where = result.error.issues[0]?.path.join('.') || 'its root';
    throw new SourceFailure('broken', `DataForSEO answered ${path} in an unknown form at ${where}.`, { usd });
  }
  return { result: result.data, usd };
}

function readFirstResult(body: unknown): { readonly first: unknown; readonly usd: number | undefined } {
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) throw new SourceFailure('broken', 'DataForSEO answered in an unknown form.');
  const { cost, tasks } = envelope.data;
  const usd = cost ?? undefined;
  if (envelope.data.status_code !== OK) throw failureOf(envelope.data, usd);
  const [ran] = tasks ?? [];
  if (ran === undefined) throw new SourceFailure('broken', 'DataForSEO answered without a task.', { usd });
  if (ran.status_code !== OK && ran.status_code !== NOTHING_FOUND) throw failureOf(ran, usd);
  return { first: ran.result?.[0] ?? undefined, usd };
}

/** Text of a keyword as it has to be sent: `%` escapes are undone at the other end, and `+` would become a space. */
export function escapeKeyword(keyword: string): string {
  return keyword.replaceAll('%', '%25').replaceAll('+', '%2B');
}

/** `2026-10-12 04:00:00 +00:00` as ISO 8601; null when it is none. */
export function readTime(text: string | null | undefined): string | null {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{2})[:-](\d{2})[:-](\d{2})/.exec(text ?? '');
  if (parts === null) return null;
  const [, day, hours, minutes, seconds] = parts;
  return `${day}T${hours}:${minutes}:${seconds}.000Z`;
}

function basicAuthorization(settings: SettingValues<DataForSeoSettings>): string {
  const pair = `${settings.SEAMARK_DATAFORSEO_LOGIN}:${settings.SEAMARK_DATAFORSEO_PASSWORD}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Codes as https://docs.dataforseo.com/v3/appendix/errors lists them; the first that fits decides. */
const KINDS: readonly (readonly [code: RegExp, kind: FailureKind, fix?: string])[] = [
  [/^40204$/, 'wrong_key', 'Activate this API for your account at https://app.dataforseo.com.'],
  [/^(?:40100|40104|40207)$/, 'wrong_key', 'Check SEAMARK_DATAFORSEO_LOGIN and SEAMARK_DATAFORSEO_PASSWORD.'],
  [/^(?:40200|40203|40210)$/, 'no_funds', 'Top up your balance at https://app.dataforseo.com.'],
  [/^(?:40202|40209)$/, 'rate_limited'],
  [/^4060[12]$/, 'unfinished'],
  [/^(?:400|402|404|405)/, 'refused'],
];

function failureOf(
  { status_code, status_message }: { readonly status_code: number; readonly status_message: string },
  usd: number | undefined,
): SourceFailure {
  const [, kind, fix] = KINDS.find(([code]) => code.test(String(status_code))) ?? [undefined, 'failed' as const];
  return new SourceFailure(kind, `DataForSEO answered ${status_code}: ${status_message}`, { fix, usd });
}
