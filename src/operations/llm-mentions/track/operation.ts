import { z } from 'zod';

import { language, locationCode, target } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { AppError } from '../../../kernel/errors.ts';
import { turns } from '../../../kernel/turns.ts';
import type { AssistantAnswer, AssistantQuery, ConnectedAssistant } from '../../../ports/assistants.ts';
import type { DiscussionPlatform } from '../../../ports/discussions.ts';
import type { Location } from '../../../ports/locations.ts';
import { auditMentions } from './audit.ts';
import { ASKS_MAX, planMentions, summarizeMentions } from './plan.ts';
import { MentionReport } from './report.ts';
import { keepDistinct, mergeBrand, readCompetitors } from './request.ts';
import { DISCUSSIONS, type FailedAsk, type Sampled } from './trials.ts';

const CREDITS_PER_QUERY = 2;
const QUERIES_MAX = 50;
/** Asks of one assistant that are under way at once: more run into its rate limits. */
const PARALLEL_MAX = 4;
const HISTORY_DAYS = 180;
const HISTORY_MAX = 2000;
const DAY_MS = 86_400_000;

const Named = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a letter or a digit');

const Competitor = z.union([
  Named(253),
  z.object({
    name: Named(253),
    aliases: z.array(Named(100)).max(10).optional(),
    domain: target().optional(),
  }),
]);

const Input = z.object({
  brand: Named(200).describe('Brand name.'),
  queries: z
    .array(Named(2000))
    .min(1)
    .max(QUERIES_MAX)
    .describe(
      'Queries to test, as people would ask them. Leave the brand out of most: branded queries are counted separately.',
    ),
  platform: z
    .preprocess((value) => (value === 'twitter' ? 'x' : value), z.enum(['reddit', 'x', 'all']))
    .default('all')
    .describe('Where to look for discussions: reddit, x, or all forums and microblogs that are connected.'),
  limit_per_query: z.int().min(1).max(20).default(8).describe('Maximum discussions to read per query.'),
  assistants: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must be the name of an assistant such as chatgpt'),
    )
    .max(10)
    .default([])
    .describe(
      'AI assistants to ask as well: chatgpt, claude, gemini, perplexity, grok, google_ai_mode, or one of your own. None by default.',
    ),
  runs: z
    .int()
    .min(1)
    .max(10)
    .default(1)
    .describe('How often each assistant is asked each query; use 5 for rates you report.'),
  aliases: z.array(Named(100)).max(20).default([]).describe('Other names and spellings of the brand.'),
  domain: target()
    .optional()
    .describe('Domain of the brand, for citations. Default: the domains of your project’s brand, if it is this one.'),
  competitors: z.array(Competitor).max(20).default([]).describe('Names or domains of competitors, for share of voice.'),
  location: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Name of the place that assistants are asked from; without one, they choose it.'),
  location_code: locationCode(),
  language: language(),
});
type Input = z.output<typeof Input>;

type Context = OperationContext<'assistants' | 'discussions'>;

export default defineOperation({
  id: 'llm-mentions.track',
  method: 'POST',
  path: '/llm-mentions/track',
  group: 'Rank and AI visibility',
  title: 'Track brand mentions in AI answers and discussions',
  description:
    'Asks AI assistants your queries, searches forums and microblogs for them, and tells how often your brand is named, next to which ' +
    'competitors, with what sentiment and which sources. Every rate has a 95% interval; share of voice covers unbranded queries only. ' +
    'Each sampling is compared with the previous one, and a difference within noise is never called a change.',
  runs: 'queued',
  guidance: 'workflow',
  needs: { assistants: { optional: true }, discussions: { optional: true } },

  input: Input,
  result: MentionReport,

  price: { rule: '2 credits per query', credits: ({ queries }) => CREDITS_PER_QUERY * keepDistinct(queries).length },
  example: {
    brand: 'Harbour Bikes',
    queries: ['best bike repair shop for touring bikes', 'is Harbour Bikes any good'],
    domain: 'harbour-bikes.example',
    competitors: ['Spoke Works'],
  },

  rules: ({ queries, assistants, runs }) => {
    const asks = keepDistinct(queries).length * new Set(assistants).size * runs;
    if (asks <= ASKS_MAX) return [];
    const message = `queries × assistants × runs must be at most ${ASKS_MAX}; these are ${asks}`;
    return [{ path: 'queries', message }];
  },

  asks: async (input, { locate }) => {
    const location = await locate(input);
    const queries = keepDistinct(input.queries);
    return [
      ...listAsks(input, queries, location, '').map((query) => ({
        capability: 'assistants' as const,
        method: 'ask' as const,
        query,
      })),
      ...queries.map((query) => ({
        capability: 'discussions' as const,
        method: 'find' as const,
        query: discussionsQuery(input, query),
      })),
    ];
  },

  async run(input, context) {
    const { now, request_id, locate, brand: projectBrand, compute } = context;
    const location = await locate(input);
    const brand = mergeBrand(input, await projectBrand());
    const queries = keepDistinct(input.queries);
    const connected = await listConnected(input, location, context);
    const [asked, discussions] = await Promise.all([
      askAssistants(listAsks(input, queries, location, request_id), connected, context),
      searchDiscussions(input, queries, context),
    ]);
    const failures = [...asked.failures, ...discussions.failures];
    if (asked.answers.length + discussions.found.length === 0) throw failureOf(failures);
    const assistants = [...new Set(input.assistants)];
    const sampled: Sampled = {
      brand,
      competitors: readCompetitors(input.competitors, brand),
      queries,
      platform: input.platform,
      assistants,
      runs: input.runs,
      location: location === null ? null : { name: location.name, code: location.code },
      language: input.language,
      sampled_at: now.toISOString(),
      answers: asked.answers,
      discussions: discussions.found,
      failures: failures.map(({ thrown: _thrown, ...failure }) => failure),
      history: await readHistory(input, queries, location, context),
      unasked: [...new Set(connected.map(({ assistant }) => assistant))].filter((one) => !assistants.includes(one)),
    };
    const audit = await compute(auditMentions, sampled);
    return {
      credits: CREDITS_PER_QUERY * countAnswered(sampled),
      result: { mention_audit: audit },
      guidance: planMentions(audit, sampled.unasked),
      markdown_summary: summarizeMentions(audit, sampled.unasked),
    };
  },
});

/** Run by run, so that a sampling that is cut off has asked every query as often as any other. */
function listAsks(
  { assistants, runs, language: code }: Input,
  queries: readonly string[],
  location: Location | null,
  sampling: string,
): AssistantQuery[] {
  return [...new Set(assistants)].flatMap((assistant) =>
    Array.from({ length: runs }, (_, at) =>
      queries.map((prompt) => ({ prompt, assistant, location, language: code, run: at + 1, sampling })),
    ).flat(),
  );
}

/** A failed ask with what was thrown, so that a sampling that fails as a whole can tell it. */
type Failure = FailedAsk & { readonly thrown: AppError };

interface Asked {
  readonly answers: Sampled['answers'];
  readonly failures: readonly Failure[];
}

async function askAssistants(
  asks: readonly AssistantQuery[],
  connected: readonly ConnectedAssistant[],
  context: Context,
): Promise<Asked> {
  const progress = { made: 0, all: asks.length };
  const each = await Promise.all(
    [...Map.groupBy(asks, ({ assistant }) => assistant)].map(([assistant, own]) =>
      askAssistant(
        own,
        connected.find((way) => way.assistant === assistant),
        context,
        progress,
      ),
    ),
  );
  return { answers: each.flatMap(({ answers }) => answers), failures: each.flatMap(({ failures }) => failures) };
}

/** All asks of one assistant go one way, since figures of two ways do not compare. */
async function askAssistant(
  asks: readonly AssistantQuery[],
  way: ConnectedAssistant | undefined,
  { ports, signal, report }: Context,
  progress: { made: number; readonly all: number },
): Promise<Asked> {
  const inTurn = turns(PARALLEL_MAX);
  const outcomes = await Promise.all(
    // Nobody can answer for an assistant that is not connected: asking once tells how to connect it.
    (way === undefined ? asks.slice(0, 1) : asks).map((ask) =>
      inTurn(signal, async () => {
        const query = way === undefined ? ask : { ...ask, access: way.access };
        const outcome = await attempt(() => ports.assistants.ask(query), ask.assistant, ask.prompt, signal);
        progress.made += 1;
        report(
          Math.floor((90 * progress.made) / progress.all),
          'asking',
          `${progress.made} of ${progress.all} answers`,
        );
        return { query: ask.prompt, outcome };
      }),
    ),
  );
  const answers = outcomes.flatMap(({ query, outcome }) =>
    'value' in outcome ? [{ query, answer: boundAnswer(outcome.value) }] : [],
  );
  const failures = outcomes.flatMap(({ outcome }) => ('value' in outcome ? [] : [outcome]));
  const [first] = failures;
  if (way === undefined && first !== undefined)
    return { answers, failures: asks.map(({ prompt }) => ({ ...first, query: prompt })) };
  return { answers, failures };
}

/** Longer ones are data; what they say of a brand stands in front. */
const ANSWER_CHARACTERS_MAX = 100_000;

function boundAnswer(answer: AssistantAnswer): AssistantAnswer {
  return answer.text.length <= ANSWER_CHARACTERS_MAX
    ? answer
    : { ...answer, text: answer.text.slice(0, ANSWER_CHARACTERS_MAX) };
}

/** A source that fails is a gap of the sampling. What the caller did wrong, and bugs of ours, are not. */
async function attempt<Value>(
  ask: () => Promise<Value>,
  platform: string,
  query: string,
  signal: AbortSignal,
): Promise<{ readonly value: Value } | Failure> {
  try {
    return { value: await ask() };
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof AppError)) throw thrown;
    switch (thrown.code) {
      case 'source_not_configured':
        return { platform, query, kind: 'not_connected', reason: thrown.message, thrown };
      case 'provider_budget_spent':
        return { platform, query, kind: 'budget_spent', reason: thrown.message, thrown };
      case 'source_failed':
      case 'source_timeout':
      case 'unavailable':
        return { platform, query, kind: 'failed', reason: thrown.message, thrown };
      default:
        throw thrown;
    }
  }
}

interface Searched {
  readonly found: Sampled['discussions'];
  readonly failures: readonly Failure[];
}

async function searchDiscussions(
  input: Input,
  queries: readonly string[],
  { ports, signal }: Context,
): Promise<Searched> {
  const inTurn = turns(PARALLEL_MAX);
  const outcomes = await Promise.all(
    queries.map((query) =>
      inTurn(signal, async () => ({
        query,
        outcome: await attempt(
          () => ports.discussions.find(discussionsQuery(input, query)),
          DISCUSSIONS,
          query,
          signal,
        ),
      })),
    ),
  );
  return {
    found: outcomes.flatMap(({ query, outcome }) =>
      'value' in outcome ? [{ query, rows: outcome.value.slice(0, input.limit_per_query) }] : [],
    ),
    failures: outcomes.flatMap(({ outcome }) => ('value' in outcome ? [] : [outcome])),
  };
}

const PLATFORMS: Readonly<Record<Input['platform'], readonly DiscussionPlatform[]>> = {
  reddit: ['reddit'],
  x: ['x'],
  all: [],
};

function discussionsQuery({ platform, limit_per_query }: Input, query: string) {
  return { query, platforms: PLATFORMS[platform], language: null, since: undefined, limit: limit_per_query };
}

/** Which assistants could be asked; none where that cannot be told. */
async function listConnected(
  { language: code }: Input,
  location: Location | null,
  { ports }: Context,
): Promise<readonly ConnectedAssistant[]> {
  try {
    return await ports.assistants.connected({ location, language: code });
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'source_not_configured') return [];
    throw thrown;
  }
}

/** Answers of earlier samplings, which this one is compared with. */
async function readHistory(
  { assistants, language: code }: Input,
  queries: readonly string[],
  location: Location | null,
  { ports, now, request_id }: Context,
): Promise<readonly AssistantAnswer[]> {
  if (assistants.length === 0) return [];
  const answers = await ports.assistants.history({
    prompts: queries,
    assistant: undefined,
    location_code: location?.code ?? null,
    language: code,
    since: new Date(now.getTime() - HISTORY_DAYS * DAY_MS),
    limit: HISTORY_MAX,
  });
  return answers
    .filter(({ assistant, sampling }) => assistants.includes(assistant) && sampling !== request_id)
    .map(boundAnswer);
}

/** Queries to which something was answered: only they are charged. */
function countAnswered({ queries, answers, discussions }: Sampled): number {
  const answered = new Set([
    ...answers.filter(({ answer }) => answer.status === 'answered').map(({ query }) => query),
    ...discussions.map(({ query }) => query),
  ]);
  return queries.filter((query) => answered.has(query)).length;
}

/** Why a sampling came to nothing: the one reason, or all of them. */
function failureOf(failures: readonly Failure[]): AppError {
  const reasons = [...new Map(failures.map((failure) => [failure.reason, failure.thrown])).values()];
  const failed = reasons.filter(({ code }) => code !== 'source_not_configured');
  const [first, second] = failed.length > 0 ? failed : reasons;
  if (first !== undefined && second === undefined) return first;
  const fix = first?.fix;
  return new AppError(
    failed.length > 0 ? 'source_failed' : 'source_not_configured',
    `Every request failed. ${(failed.length > 0 ? failed : reasons)
      .slice(0, 3)
      .map(({ message }) => message)
      .join(' ')}`,
    fix === undefined ? {} : { fix },
  );
}
