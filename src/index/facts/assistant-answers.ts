import { z } from 'zod';

import type { AssistantAnswer, AssistantHistoryQuery, AssistantQuery } from '../../ports/assistants.ts';
import type { Provenance } from '../../ports/source.ts';
import type { Observation, ObservationInbox, Recalled, RecallScope, Store } from '../../ports/store.ts';
import { BRIEFLY, type IndexDatabase } from '../database/database.ts';
import { joined, type Sql, sql } from '../database/sql.ts';
import { AssistantAnswerRecord, AssistantObservation } from './assistant-records.ts';
import { codeOf, languageKey, promptKey, seriesOf } from './keys.ts';
import { selectFacts } from './select.ts';
import { newestBySource } from './stored-serps.ts';

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
    const conditions = [
      sql`prompt_key = ${promptKey(query.prompt)}`,
      sql`assistant = ${query.assistant}`,
      sql`location_code = ${codeOf(query.location)}`,
      sql`language = ${languageKey(query.language)}`,
      sql`sampling = ${query.sampling}`,
      sql`run = ${query.run}`,
      ...(query.access === undefined ? [] : [sql`access = ${query.access}`]),
      ...(scope.since === undefined ? [] : [sql`observed_at >= ${scope.since}`]),
    ];
    const statement = selectFacts('assistant_answers', scope, {
      columns: sql`answer`,
      where: joined(conditions, ' AND '),
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
  const statement = selectFacts('assistant_answers', scope, {
    columns: sql`answer`,
    where: joined([sql`prompt_key IN ${keys}`, ...historyConditions(query)], ' AND '),
    end: sql`ORDER BY observed_at DESC, prompt_key, assistant, sampling, run, access, source LIMIT ${query.limit} ${BRIEFLY}`,
  });
  const rows = await database.rows(Answer, statement, scope.signal);
  const value = rows.map(readAnswer).reverse();
  return { value, sources: newestBySource(value.map(provenance)) };
}

function historyConditions({ assistant, location_code, language, since }: AssistantHistoryQuery): readonly Sql[] {
  return [
    ...(assistant === undefined ? [] : [sql`assistant = ${assistant}`]),
    ...(location_code === undefined ? [] : [sql`location_code = ${location_code ?? 0}`]),
    ...(language === undefined ? [] : [sql`language = ${languageKey(language)}`]),
    ...(since === undefined ? [] : [sql`observed_at >= ${since}`]),
  ];
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
  return { source, observed_at: asked_at, cached: true, coverage: 'full', measure: 'measured', note: '' };
}
