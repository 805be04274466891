import type { Database } from './database.ts';

/** Which index each workspace reads and writes. */
export class PostgresIndexOwners {
  readonly #database: Database;
  /** A workspace keeps the index that it was made with. */
  readonly #known = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The workspace's own id where it has an index of its own, that of its load for the demo, else '': the index that the others share. */
  async indexOf(workspaceId: string): Promise<string> {
    const known = this.#known.get(workspaceId);
    if (known !== undefined) return known;
    const [row] = await this.#database.query<OwnerRow>(HAS_OWN, [workspaceId]);
    if (row === undefined) return '';
    // It may be removed and loaded again at any time, by any process.
    if (row.demo_index !== null) return row.demo_index;
    const index = row.has_own_index ? workspaceId : '';
    this.#known.set(workspaceId, index);
    return index;
  }
}

interface OwnerRow {
  readonly has_own_index: boolean;
  readonly demo_index: string | null;
}

const HAS_OWN = 'select has_own_index, demo_index from workspaces where id = $1';
