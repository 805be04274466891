import {
  currentSeries,
  describeSampling,
  findBreaks,
  groupSamplings,
  measureStability,
  type Sampling,
} from '../../../mentions/samplings.ts';
import type { AnswerReading } from '../../../mentions/read-answer.ts';
import type { AssistantAnswer } from '../../../ports/assistants.ts';
import { compareText } from '../../../text/normalize.ts';
import { compareMentions, countFigures, type FigureRules } from './figures.ts';
import type { Change, PlatformRow } from './report.ts';
import { listDistinct } from './sources.ts';
import { isFailure, readAssistantTrial, type Sampled, type Trial } from './trials.ts';

/** The series of one assistant, as far as it compares with this sampling. */
interface Series {
  readonly all: readonly Sampling[];
  readonly comparable: readonly Sampling[];
  /** Texts of the sampling before this one; none where there is none that compares. */
  readonly before: readonly Trial[];
  readonly previous_at: string | null;
}

export interface Platforms {
  readonly rows: readonly PlatformRow[];
  /** Texts of the previous samplings, for changes over several assistants. */
  readonly before: readonly Trial[];
  readonly previous_at: string | null;
}

/** One row a platform, assistants first and in the order in which they were asked for. */
export function describePlatforms(
  sampled: Sampled,
  trials: readonly Trial[],
  rules: FigureRules,
  read: (text: string) => AnswerReading,
): Platforms {
  const series = new Map(
    listAsked(sampled).map((assistant) => [assistant, readSeries(sampled, assistant, read)] as const),
  );
  const assistants = [...series].map(([assistant, own]) =>
    describeAssistant(sampled, assistant, { own, trials, rules }),
  );
  const times = [...series.values()].flatMap(({ previous_at }) => previous_at ?? []);
  return {
    rows: [...assistants, ...describeForums(sampled, trials, rules)],
    before: [...series.values()].flatMap(({ before }) => before),
    previous_at: times.toSorted(compareText)[0] ?? null,
  };
}

function listAsked({ assistants, answers }: Sampled): string[] {
  return [...new Set([...assistants, ...answers.map(({ answer }) => answer.assistant)])];
}

function readSeries(sampled: Sampled, assistant: string, read: (text: string) => AnswerReading): Series {
  const now = sampled.answers.map(({ answer }) => answer).filter((answer) => answer.assistant === assistant);
  if (now.length === 0) return { all: [], comparable: [], before: [], previous_at: null };
  const earlier = sampled.history.filter((answer) => answer.assistant === assistant);
  const all = [...groupSamplings(earlier), describeSampling(now)];
  const comparable = currentSeries(all);
  const previous = comparable.at(-2);
  const before = previous?.answers.filter(({ status }) => status === 'answered') ?? [];
  return {
    all,
    comparable,
    before: before.map((answer) => readAssistantTrial(answer.prompt, answer, read)),
    previous_at: previous?.at ?? null,
  };
}

interface AssistantParts {
  readonly own: Series;
  readonly trials: readonly Trial[];
  readonly rules: FigureRules;
}

function describeAssistant(sampled: Sampled, assistant: string, { own, trials, rules }: AssistantParts): PlatformRow {
  const answers = sampled.answers.map(({ answer }) => answer).filter((answer) => answer.assistant === assistant);
  const texts = trials.filter(({ answer }) => answer?.assistant === assistant);
  const failures = sampled.failures.filter(({ platform }) => platform === assistant);
  const failed = failures.filter(isFailure).length;
  const { retrieval_share: _retrieval, ...figures } = countFigures(texts, rules);
  const telling = answers.filter(({ searched }) => searched !== null);
  return {
    platform: assistant,
    kind: 'assistant',
    access: answers[0]?.access ?? null,
    connected: failures.every(isFailure),
    sources: listDistinct(answers.map(({ source }) => source)),
    asked: answers.length + failed,
    ...countStatuses(answers),
    failed,
    searched:
      telling.length === 0
        ? null
        : { answers: telling.filter(({ searched }) => searched === true).length, of: telling.length },
    served_models: listDistinct(answers.flatMap(({ served_model }) => served_model ?? [])),
    ...figures,
    stability: measureStability(own.comparable),
    samplings: own.comparable.length,
    change: changeOf(own, texts, rules),
    series_breaks: findBreaks(own.all).map(({ from, to, ...rest }) => ({ ...rest, from: [...from], to: [...to] })),
  };
}

export function countStatuses(answers: readonly AssistantAnswer[]) {
  const count = (wanted: AssistantAnswer['status']): number => answers.filter(({ status }) => status === wanted).length;
  return { answered: count('answered'), refused: count('refused'), truncated: count('truncated') };
}

function changeOf({ before, previous_at }: Series, texts: readonly Trial[], rules: FigureRules): Change | null {
  const change = previous_at === null ? null : compareMentions(before, texts, rules);
  return change === null || previous_at === null ? null : { ...change, previous_at };
}

/** Forums and microblogs that were searched, and those that could not be. */
function describeForums(
  { queries, discussions, failures, assistants }: Sampled,
  trials: readonly Trial[],
  rules: FigureRules,
): PlatformRow[] {
  const texts = trials.filter(({ discussion }) => discussion !== null);
  const missing = failures.map(({ platform }) => platform).filter((platform) => !assistants.includes(platform));
  const searched = discussions.flatMap(({ platforms }) => platforms);
  return listDistinct([...searched, ...missing]).map((platform) => {
    const own = texts.filter((trial) => trial.platform === platform);
    const unseen = failures.filter((one) => one.platform === platform);
    const failed = unseen.filter(isFailure).length;
    const connected = unseen.every(isFailure);
    const { retrieval_share: _retrieval, ...figures } = countFigures(own, rules);
    return {
      platform,
      kind: 'discussion',
      access: null,
      connected,
      sources: listDistinct(own.flatMap(({ discussion }) => discussion?.sources ?? [])),
      asked: connected ? queries.length : 0,
      answered: own.length,
      refused: 0,
      truncated: 0,
      failed,
      searched: null,
      served_models: [],
      ...figures,
      stability: null,
      samplings: 1,
      change: null,
      series_breaks: [],
    };
  });
}
