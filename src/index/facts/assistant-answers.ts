import { z } from 'zod';

import type { AssistantAnswer, AssistantHistoryQuery, AssistantQuery } from '../../ports/assistants.ts';
import type { Provenance } from '../../ports/source.ts';
import type { Observation, ObservationInbox, Recalled, RecallScope, Store } from '../../ports/store.ts';
import { BRIEFLY, type IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { AssistantAnswerRecord, AssistantObservation } from './assistant-records.ts';
import { codeOf, languageKey, promptKey, seriesOf } from './keys.ts';
import { keptProvenance, newestBySource } from './provenance.ts';
import { isSince, matching, selectFacts } from './select.ts';

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
