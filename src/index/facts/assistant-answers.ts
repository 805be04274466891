import { z } from 'zod';

import {
  ASSISTANT_ACCESS,
  type AssistantAnswer,
  type AssistantHistoryQuery,
  type AssistantQuery,
} from '../../ports/assistants.ts';
import type { Provenance } from '../../ports/source.ts';
import type { Observation, ObservationInbox, Recalled, RecallScope, Store } from '../../ports/store.ts';
import { BRIEFLY, type IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { TableRows } from '../write/table-rows.ts';
import { codeOf, languageKey, promptKey, seriesOf } from './keys.ts';
import { keptProvenance, newestBySource } from './provenance.ts';
import { LocationRecord } from './records.ts';
import { factRows, type Kept } from './rows.ts';
import { isSince, matching, selectFacts } from './select.ts';

const Text = z.string().nullable();
const Page = z.object({ url: Text, domain: z.string(), title: Text });

const AssistantAnswerRecord: z.ZodType<AssistantAnswer> = z.object({
  assistant: z.string(),
  access: z.enum(ASSISTANT_ACCESS),
  source: z.string(),
  requested_model: Text,
  served_model: Text,
  prompt: z.string(),
  location: LocationRecord.nullable(),
  language: z.string(),
  asked_at: z.string(),
  run: z.int(),
  sampling: z.string(),
  status: z.enum(['answered', 'truncated', 'refused']),
  searched: z.boolean().nullable(),
  queries: z.array(z.string()).nullable(),
  text: z.string(),
  cited: z.array(Page.extend({ span: z.tuple([z.int(), z.int()]).nullable() })).nullable(),
  retrieved: z.array(Page).nullable(),
  cost_usd: z.number().nullable(),
});

/** An answer with what its question asked for and what the vendor sent; '' where that is not kept. */
export const AssistantObservation = z.object({
  answer: AssistantAnswerRecord,
  asked_location_code: z.int(),
  asked_language: z.string(),
  raw: z.string(),
});
type AssistantObservation = z.infer<typeof AssistantObservation>;

/**
 * The row of an answer.
 *
 * @throws TypeError without a workspace: what somebody asks an assistant is nobody else's business
 */
export function assistantRows(observation: AssistantObservation, kept: Kept): TableRows[] {
  if (kept.workspace_id === '') throw new TypeError('Answers of assistants belong to a workspace.');
  const { answer, asked_location_code, asked_language, raw } = observation;
  const row = {
    prompt_key: promptKey(answer.prompt),
    assistant: answer.assistant,
    location_code: asked_location_code,
    language: asked_language,
    sampling: answer.sampling,
    run: answer.run,
    access: answer.access,
    status: answer.status,
    served_model: answer.served_model ?? '',
    answer: JSON.stringify(answer),
    raw,
  };
  return [factRows('assistant_answers', [row], kept)];
}

const Answer = z.object({ answer: z.string() });

/** Longer bodies hold more than an answer; what is read of them stands in the record. */
const RAW_CHARACTERS_MAX = 300_000;

/** Answers to the very question: the same run of the same sampling, so that nobody who goes on after a crash pays for it twice. */
export class AssistantAnswersStore implements Store<AssistantQuery, AssistantAnswer> {
  readonly #database: IndexDatabase;
  readonly #inbox: ObservationInbox;

  constructor(database: IndexDatabase, inbox: ObservationInbox) {
    this.#database = database;
    this.#inbox = inbox;
  }

  async recall(query: AssistantQuery, scope: RecallScope): Promise<Recalled<AssistantAnswer> | undefined> {
    const { workspace_id } = scope;
    if (workspace_id === '') return undefined;
    for (const { body } of await this.#inbox.find('assistant', [runSeries(query)], scope.since, workspace_id)) {
      const { answer } = AssistantObservation.parse(body);
      if (query.access === undefined || query.access === answer.access) return recalledAnswer(answer);
    }
    const asked = {
      prompt_key: promptKey(query.prompt),
      assistant: query.assistant,
      location_code: codeOf(query.location),
      language: languageKey(query.language),
      sampling: query.sampling,
      run: query.run,
      access: query.access,
    };
    const statement = selectFacts('assistant_answers', scope, {
      columns: sql`answer`,
      where: sql`${matching(asked)} AND ${isSince(scope.since)}`,
      end: sql`ORDER BY observed_at DESC, source LIMIT 1`,
    });
    const [row] = await this.#database.rows(Answer, statement, scope.signal);
    return row === undefined ? undefined : recalledAnswer(readAnswer(row));
  }

  observe(query: AssistantQuery, answer: AssistantAnswer, _source: string, raw?: unknown): readonly Observation[] {
    const written = raw === undefined ? '' : JSON.stringify(raw);
    const body = {
      answer,
      asked_location_code: codeOf(query.location),
      asked_language: languageKey(query.language),
      raw: written.length > RAW_CHARACTERS_MAX ? '' : written,
    };
    return [{ kind: 'assistant', series: runSeries(query), observed_at: new Date(answer.asked_at), body }];
  }
}

/** Answers to some prompts, oldest first, each with all that it held. */
export async function readAssistantHistory(
  database: IndexDatabase,
  query: AssistantHistoryQuery,
  scope: RecallScope,
): Promise<Recalled<readonly AssistantAnswer[]>> {
  const keys = [...new Set(query.prompts.map(promptKey))];
  if (keys.length === 0 || scope.workspace_id === '') return { value: [], sources: [] };
  const { assistant, location_code, language, since } = query;
  const asked = {
    assistant,
    location_code: location_code === null ? 0 : location_code,
    language: language === undefined ? undefined : languageKey(language),
  };
  const statement = selectFacts('assistant_answers', scope, {
    columns: sql`answer`,
    where: sql`prompt_key IN ${keys} AND ${matching(asked)} AND ${isSince(since)}`,
    end: sql`ORDER BY observed_at DESC, prompt_key, assistant, sampling, run, access, source LIMIT ${query.limit} ${BRIEFLY}`,
  });
  const rows = await database.rows(Answer, statement, scope.signal);
  const value = rows.map(readAnswer).reverse();
  return { value, sources: newestBySource(value.map(provenance)) };
}

function readAnswer({ answer }: z.infer<typeof Answer>): AssistantAnswer {
  return AssistantAnswerRecord.parse(JSON.parse(answer));
}

function recalledAnswer(answer: AssistantAnswer): Recalled<AssistantAnswer> {
  return { value: answer, sources: [provenance(answer)] };
}

function runSeries({ prompt, assistant, location, language, sampling, run }: AssistantQuery): string {
  return seriesOf('assistant', prompt, assistant, codeOf(location), languageKey(language), sampling, run);
}

function provenance({ source, asked_at }: AssistantAnswer): Provenance {
  return keptProvenance(source, asked_at);
}
