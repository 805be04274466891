import { AppError } from '../../kernel/errors.ts';
import { randomBase62 } from '../../kernel/ids.ts';
import { type HostProof, type HostStore, PROOF_METHODS, type ProofMethod } from '../../ports/hosts.ts';
import type { Database } from './database.ts';
import { storable } from './storable.ts';

/** Beyond this, one workspace is a service of its own. */
const HOSTS_MAX = 1000;
/** More than 110 bits in the smaller case. */
const TOKEN_LENGTH = 24;
const HOST_MAX = 253;

/** Hosts and the tokens that prove them, in PostgreSQL. */
export class PostgresProvenHosts implements HostStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string): Promise<readonly HostProof[]> {
    return (await this.#database.query<HostRow>(LIST, [workspaceId])).map(proofOf);
  }

  add(workspaceId: string, host: string): Promise<HostProof> {
    return this.#database.transaction(async (transaction) => {
      // Two calls at once would both find room for the last host.
      await transaction.query('select id from workspaces where id = $1 for no key update', [workspaceId]);
      // Lower case, since a token is also part of a file name.
      const token = randomBase62(TOKEN_LENGTH).toLowerCase();
      await transaction.query(ADD, [workspaceId, host, token]);
      const [count] = await transaction.query<{ hosts: number }>(COUNT, [workspaceId]);
      if ((count?.hosts ?? 0) > HOSTS_MAX) throw tooMany();
      const [row] = await transaction.query<HostRow>(FIND, [workspaceId, host]);
      if (row === undefined) throw new Error('A host that was added is not there.');
      return proofOf(row);
    });
  }

  async setProven(workspaceId: string, host: string, method: ProofMethod | undefined): Promise<HostProof | undefined> {
    const [row] = await this.#database.query<HostRow>(SET, [workspaceId, host, method ?? null]);
    return row === undefined ? undefined : proofOf(row);
  }

  async remove(workspaceId: string, host: string): Promise<boolean> {
    return (await this.#database.query(REMOVE, [workspaceId, storable(host, HOST_MAX)])).length > 0;
  }
}

interface HostRow {
  readonly host: string;
  readonly token: string;
  readonly method: string | null;
  readonly proven_at: Date | null;
  readonly created_at: Date;
}

function proofOf({ host, token, method, proven_at, created_at }: HostRow): HostProof {
  const known = PROOF_METHODS.find((one) => one === method);
  const proven = known === undefined || proven_at === null ? undefined : { method: known, at: proven_at };
  return { host, token, proven, created_at };
}

function tooMany(): AppError {
  return new AppError('conflict', `A workspace can have at most ${HOSTS_MAX.toLocaleString('en-US')} hosts.`, {
    fix: 'Delete hosts that you no longer look after with DELETE /hosts/{host}.',
  });
}

const COLUMNS = 'host, token, method, proven_at, created_at';

const LIST = `select ${COLUMNS} from proven_hosts where workspace_id = $1 order by host`;

const FIND = `select ${COLUMNS} from proven_hosts where workspace_id = $1 and host = $2`;

const ADD = 'insert into proven_hosts (workspace_id, host, token) values ($1, $2, $3) on conflict do nothing';

const COUNT = 'select count(*) as hosts from proven_hosts where workspace_id = $1';

const SET = `
  update proven_hosts set method = $3, proven_at = case when $3::text is null then null else now() end
  where workspace_id = $1 and host = $2
  returning ${COLUMNS}`;

const REMOVE = 'delete from proven_hosts where workspace_id = $1 and host = $2 returning host';
