import { type DiscussionsQuestion, findDiscussions, type FoundDiscussions } from '../../../discussions/find.ts';
import { type PlatformSight, requireSight } from '../../../discussions/sight.ts';
import { AppError, type ErrorCode, isNotConnected } from '../../../kernel/errors.ts';
import { turns } from '../../../kernel/turns.ts';
import type { AssistantAnswer, AssistantQuery, ConnectedAssistant } from '../../../ports/assistants.ts';
import type { DiscussionPlatform } from '../../../ports/discussions.ts';
import type { Location } from '../../../ports/locations.ts';
import type { Ports } from '../../../ports/sources.ts';
import type { GapKind } from './report.ts';
import type { FailedAsk, Sampled } from './trials.ts';

/** What is sampled, and where. */
export interface SamplingRequest {
  readonly queries: readonly string[];
  readonly assistants: readonly string[];
  readonly runs: number;
  readonly platform: Sampled['platform'];
  readonly limit_per_query: number;
  readonly location: Location | null;
  readonly language: string;
  /** Whose own posts are flagged as promotional. */
  readonly promoters: DiscussionsQuestion['promoters'];
  readonly now: Date;
  /** Of this sampling: the same one is not asked again. */
  readonly sampling: string;
}

/** What sampling runs on. */
interface Asking {
  readonly ports: Pick<Ports, 'assistants' | 'discussions' | 'serp'>;
  readonly signal: AbortSignal;
  readonly report: (percent: number, stage: string, message?: string) => void;
}

/** Asks of one assistant that are under way at once: more run into its rate limits. */
const PARALLEL_MAX = 4;

/** What came back, and what came to nothing. */
export interface Brought {
  readonly answers: Sampled['answers'];
  readonly discussions: Sampled['discussions'];
  readonly failures: readonly FailedAsk[];
}

/**
 * Asks all assistants and searches for discussions, several at a time.
 *
 * @throws AppError where nothing came back at all: the one reason, or source_failed with all of them
 */
export async function sampleSurfaces(
  request: SamplingRequest,
  connected: readonly ConnectedAssistant[],
  asking: Asking,
): Promise<Brought> {
  const [asked, searched] = await Promise.all([
    askAssistants(listAsks(request), connected, asking),
    searchDiscussions(request, asking),
  ]);
  const failures = [...asked.failures, ...searched.failures];
  if (asked.answers.length + searched.found.length === 0) throw failureOf(failures);
  return {
    answers: asked.answers,
    discussions: searched.found,
    failures: failures.map(({ thrown: _thrown, ...failure }) => failure),
  };
}

/** Run by run, so that a sampling that is cut off has asked every query as often as any other. */
export function listAsks({
  assistants,
  runs,
  queries,
  location,
  language,
  sampling,
}: SamplingRequest): AssistantQuery[] {
  return assistants.flatMap((assistant) =>
    Array.from({ length: runs }, (_, at) =>
      queries.map((prompt) => ({ prompt, assistant, location, language, run: at + 1, sampling })),
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
  asking: Asking,
): Promise<Asked> {
  const progress = { made: 0, all: asks.length };
  const each = await Promise.all(
    [...Map.groupBy(asks, ({ assistant }) => assistant)].map(([assistant, own]) =>
      askAssistant(
        own,
        connected.find((way) => way.assistant === assistant),
        asking,
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
  { ports, signal, report }: Asking,
  progress: { made: number; readonly all: number },
): Promise<Asked> {
  const inTurn = turns(PARALLEL_MAX);
  const outcomes = [];
  // Nobody can answer for an assistant that is not connected: asking once tells how to connect it.
  const asked = way === undefined ? asks.slice(0, 1) : asks;
  for (const round of Map.groupBy(asked, ({ run }) => run).values()) {
    // oxlint-disable-next-line no-await-in-loop -- Equal prompts are asked one after the other, so that each run has its own answer.
    const answered = await Promise.all(
      round.map((ask) =>
        inTurn(signal, async () => {
          const query = way === undefined ? ask : { ...ask, access: way.access };
          const outcome = await attempt(() => ports.assistants.ask(query), ask.assistant, ask.prompt, signal);
          progress.made += 1;
          const share = progress.made / progress.all;
          report(Math.floor(90 * share), 'asking', `${progress.made} of ${progress.all} answers`);
          return { query: ask.prompt, outcome };
        }),
      ),
    );
    outcomes.push(...answered);
  }
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

const KINDS: ReadonlyMap<ErrorCode, GapKind> = new Map([
  ['source_not_configured', 'not_connected'],
  ['provider_budget_spent', 'budget_spent'],
  ['source_failed', 'failed'],
  ['source_timeout', 'failed'],
  ['unavailable', 'failed'],
]);

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
    const kind = KINDS.get(thrown.code);
    if (kind === undefined) throw thrown;
    return { platform, query, kind, reason: thrown.message, thrown };
  }
}

interface Searched {
  readonly found: Sampled['discussions'];
  readonly failures: readonly Failure[];
}

async function searchDiscussions(request: SamplingRequest, { ports, signal }: Asking): Promise<Searched> {
  const inTurn = turns(PARALLEL_MAX);
  const outcomes = await Promise.all(
    request.queries.map((query) =>
      inTurn(signal, async () => ({ query, ...(await findDiscussions(ports, discussionsQuestion(request, query))) })),
    ),
  );
  return {
    found: outcomes
      .filter(({ platforms }) => platforms.some(isSeen))
      .map(({ query, discussions, platforms }) => ({
        query,
        rows: discussions,
        platforms: platforms.filter(isSeen).map(({ platform }) => platform),
      })),
    failures: outcomes.flatMap((outcome) => listUnseen(outcome.query, outcome)),
  };
}

function isSeen({ status }: PlatformSight): boolean {
  return status === 'seen' || status === 'partial';
}

/** Platforms that everybody expects; the others are taken where they are connected. */
const EXPECTED: readonly DiscussionPlatform[] = ['reddit', 'x'];

/** What of the platforms was not seen, so that their silence says nothing. */
function listUnseen(query: string, { platforms }: Pick<FoundDiscussions, 'platforms'>): Failure[] {
  const isBlind = !platforms.some(isSeen);
  return platforms.flatMap((sight): Failure[] => {
    const [failure] = sight.failures;
    if (failure === undefined && (isSeen(sight) || (!isBlind && !EXPECTED.includes(sight.platform)))) return [];
    const thrown = failure ?? refusalOf(sight);
    if (thrown === undefined) return [];
    const kind = KINDS.get(thrown.code) ?? 'failed';
    const reason = sight.notes.length > 0 ? sight.notes.join(' ') : thrown.message;
    return [{ platform: sight.platform, query, kind, reason, thrown }];
  });
}

function refusalOf(sight: PlatformSight): AppError | undefined {
  try {
    requireSight([sight]);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
}

const PLATFORMS: Readonly<Record<Sampled['platform'], readonly DiscussionPlatform[]>> = {
  reddit: ['reddit'],
  x: ['x'],
  all: [],
};

export function discussionsQuestion(
  { platform, limit_per_query, location, promoters, now }: SamplingRequest,
  query: string,
): DiscussionsQuestion {
  return {
    query,
    platforms: PLATFORMS[platform],
    forums: [],
    language: null,
    location,
    since: undefined,
    limit: limit_per_query,
    promoters,
    now,
  };
}

/** Which assistants could be asked; none where that cannot be told. */
export async function listConnected(
  { language, location }: SamplingRequest,
  { assistants }: Asking['ports'],
): Promise<readonly ConnectedAssistant[]> {
  try {
    return await assistants.connected({ location, language });
  } catch (thrown) {
    if (isNotConnected(thrown)) return [];
    throw thrown;
  }
}

const HISTORY_MAX = 2000;

/** Answers of earlier samplings, which this one is compared with. */
export async function readHistory(
  { assistants, queries, location, language, sampling }: SamplingRequest,
  since: Date,
  ports: Asking['ports'],
): Promise<readonly AssistantAnswer[]> {
  if (assistants.length === 0) return [];
  const answers = await ports.assistants.history({
    prompts: queries,
    assistant: undefined,
    location_code: location?.code ?? null,
    language,
    since,
    limit: HISTORY_MAX,
  });
  return answers
    .filter((answer) => assistants.includes(answer.assistant) && answer.sampling !== sampling)
    .map(boundAnswer);
}

/** Why a sampling came to nothing: the one reason, or all of them. */
function failureOf(failures: readonly Failure[]): AppError {
  const reasons = [...new Map(failures.map((failure) => [failure.reason, failure.thrown])).values()];
  const failed = reasons.filter((reason) => !isNotConnected(reason));
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
