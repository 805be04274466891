import type { Database } from './database.ts';

/** Which index each workspace reads and writes. */
export class PostgresIndexOwners {
  readonly #database: Database;
  /** A workspace keeps the index that it was made with. */
  readonly #known = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The workspace's own id where it has an index of its own, else '': the index that the others share. */
  async indexOf(workspaceId: string): Promise<string> {
    const known = this.#known.get(workspaceId);
    if (known !== undefined) return known;
    const [row] = await this.#database.query<{ has_own_index: boolean }>(HAS_OWN, [workspaceId]);
    if (row === undefined) return '';
    const index = row.has_own_index ? workspaceId : '';
    this.#known.set(workspaceId, index);
    return index;
  }
}

const HAS_OWN = 'select has_own_index from workspaces where id = $1';
