import { messageOf } from '../../kernel/errors.ts';
import type { KeywordFactWriter } from '../../ports/imports.ts';
import type { KeywordFact } from '../../ports/keywords.ts';
import type { KeptObservation, ObservationWriter } from '../../ports/store.ts';
import type { IndexDatabase } from '../database/database.ts';
import { insertRows, type TableRows } from '../write/table-rows.ts';
import { AssistantObservation, assistantRows } from './assistant-answers.ts';
import { DiscussionObservation, discussionRows } from './discussion-store.ts';
import { importedRows, keywordRows } from './keyword-rows.ts';
import { placeRows } from './place-store.ts';
import { RankingObservation, rankingRows } from './ranking-records.ts';
import { KeywordObservation, PlaceObservation, SerpObservation } from './records.ts';
import { serpRows } from './serp-rows.ts';

/** Writes observations, those of a workspace as its own. The rows of one that is written again are the rows that are there. */
export class EngineObservationWriter implements ObservationWriter {
  readonly #database: IndexDatabase;
  readonly #onRefused: (message: string) => void;

  constructor(database: IndexDatabase, onRefused: (message: string) => void = () => undefined) {
    this.#database = database;
    this.#onRefused = onRefused;
  }

  /**
   * An observation in an unknown form, as another version may have left it, is reported and left out: it must not hold
   * up the others.
   */
  async write(observations: readonly KeptObservation[]): Promise<void> {
    await insertRows(
      this.#database,
      observations.flatMap((observation) => {
        try {
          return rowsOf(observation);
        } catch (thrown) {
          this.#onRefused(
            `The observation ${observation.id} of ${observation.source} is not valid: ${messageOf(thrown)}`,
          );
          return [];
        }
      }),
    );
  }
}

function rowsOf({ kind, series, body, ...kept }: KeptObservation): TableRows[] {
  switch (kind) {
    case 'serp':
      return serpRows(SerpObservation.parse(body), kept);
    case 'keyword':
      return keywordRows(KeywordObservation.parse(body), kept);
    case 'place':
      return placeRows(series, PlaceObservation.parse(body), kept);
    case 'ranking':
      return rankingRows(series, RankingObservation.parse(body), kept);
    case 'assistant':
      return assistantRows(AssistantObservation.parse(body), kept);
    case 'discussion':
      return discussionRows(series, DiscussionObservation.parse(body), kept);
  }
}

/** Writes keywords of a workspace's own tables. */
export class EngineKeywordFactWriter implements KeywordFactWriter {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  async write(workspaceId: string, facts: readonly KeywordFact[]): Promise<void> {
    if (workspaceId === '') throw new TypeError('Imported keywords belong to a workspace.');
    const rows = facts.flatMap((fact) =>
      importedRows(fact, {
        source: fact.source,
        observed_at: new Date(fact.observed_at),
        workspace_id: workspaceId,
        delete_at: undefined,
      }),
    );
    await insertRows(this.#database, rows);
  }
}
