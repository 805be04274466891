import type { DomainRank, RankWriter } from '../../ports/imports.ts';
import type { IndexDatabase } from '../database.ts';
import { tsvTime, tsvText } from './tsv.ts';

const COLUMNS = [
  'release',
  'domain_key',
  'harmonic_position',
  'harmonic',
  'pagerank_position',
  'pagerank',
  'hosts',
  'imported_at',
];

/** Writes published ranks of domains; a line of one release that comes again replaces the one before. */
export class EngineRankWriter implements RankWriter {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  async write(release: string, ranks: readonly DomainRank[], importedAt: Date): Promise<void> {
    if (ranks.length === 0) return;
    const start = tsvText(release) + '\t';
    const end = '\t' + tsvTime(importedAt) + '\n';
    let text = '';
    for (const rank of ranks) {
      text +=
        start +
        tsvText(rank.domain_key) +
        `\t${rank.harmonic_position}\t${rank.harmonic}\t${rank.pagerank_position}\t${rank.pagerank}\t${rank.hosts}` +
        end;
    }
    await this.#database.insert('imported_ranks', COLUMNS, [Buffer.from(text)]);
  }
}
