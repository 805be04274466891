import type { AssistantAccess, AssistantAnswer, AssistantQuery } from '../../ports/assistants.ts';
import type { Answered } from '../../ports/define-source.ts';
import type { Location } from '../../ports/locations.ts';
import { SourceFailure, type SourceFailures } from '../../ports/source-failure.ts';

/** What is read of a vendor's answer, in whatever format it came. */
export interface AnswerReading extends Pick<
  AssistantAnswer,
  'status' | 'served_model' | 'searched' | 'queries' | 'text' | 'cited' | 'retrieved'
> {
  /** One sentence on how it had to be read. */
  readonly note?: string;
}

/** Whose answer is read. */
export interface VendorAnswer {
  readonly title: string;
  readonly failures: SourceFailures;
  /** What it charged for the answer, which failures tell too. */
  readonly usd: number;
}

/** How a prompt was asked. */
export interface AskedPrompt {
  readonly query: AssistantQuery;
  readonly access: AssistantAccess;
  readonly source: string;
  readonly model: string | null;
  /** What of the place was honoured. */
  readonly location: Location | null;
  readonly asked_at: Date;
}

const TEXT_CHARACTERS_MAX = 100_000;
const QUERIES_MAX = 50;
const QUERY_CHARACTERS_MAX = 500;

/**
 * The record of an answer, bounded.
 *
 * @throws SourceFailure incomplete for an answer without a word, which is no answer
 */
export function composeAnswer(
  { query, access, source, model, location, asked_at }: AskedPrompt,
  { note, ...reading }: AnswerReading,
  { title, usd }: VendorAnswer,
): Pick<Answered<AssistantAnswer>, 'value' | 'usd' | 'note' | 'observed_at' | 'measure'> {
  if (reading.status === 'answered' && reading.text.trim() === '') {
    throw new SourceFailure('incomplete', `${title} sent an answer without text.`, { usd });
  }
  const text = reading.text.slice(0, TEXT_CHARACTERS_MAX);
  const isCut = text.length < reading.text.length;
  const observed_at = asked_at.toISOString();
  const value: AssistantAnswer = {
    assistant: query.assistant,
    access,
    source,
    requested_model: model,
    prompt: query.prompt,
    location,
    language: query.language,
    asked_at: observed_at,
    run: query.run,
    sampling: query.sampling,
    ...reading,
    status: isCut && reading.status === 'answered' ? 'truncated' : reading.status,
    queries: boundQueries(reading.queries),
    text,
    cited: reading.cited && reading.cited.filter(({ span }) => span === null || span[1] <= text.length),
    cost_usd: usd,
  };
  return { value, usd, observed_at, measure: 'measured', ...(note === undefined ? {} : { note }) };
}

function boundQueries(queries: readonly string[] | null): readonly string[] | null {
  if (queries === null) return null;
  const written = queries.map((query) => query.trim().slice(0, QUERY_CHARACTERS_MAX)).filter((query) => query !== '');
  return [...new Set(written)].slice(0, QUERIES_MAX);
}
