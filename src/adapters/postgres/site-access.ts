import { z } from 'zod';

import { AppError } from '../../kernel/errors.ts';
import type { AccessStore, SiteAccess } from '../../ports/site-access.ts';
import type { Vault } from '../secrets.ts';
import type { Database } from './database.ts';

/** Headers, cookies and passwords of sites and crawls, sealed in their rows. */
export class PostgresSiteAccess implements AccessStore {
  readonly #database: Database;
  readonly #vault: Vault;

  constructor(database: Database, vault: Vault) {
    this.#database = database;
    this.#vault = vault;
  }

  async keepForSite(workspaceId: string, siteId: string, access: SiteAccess | undefined): Promise<void> {
    await this.#database.query(KEEP_FOR_SITE, [workspaceId, siteId, this.#seal(access, placeOfSite(siteId))]);
  }

  async ofSite(workspaceId: string, siteId: string): Promise<SiteAccess | undefined> {
    const [row] = await this.#database.query<SealedRow>(OF_SITE, [workspaceId, siteId]);
    return this.#open(row, placeOfSite(siteId));
  }

  async keepForCrawl(crawlId: string, access: SiteAccess | undefined): Promise<void> {
    await this.#database.query(KEEP_FOR_CRAWL, [crawlId, this.#seal(access, placeOfCrawl(crawlId))]);
  }

  async ofCrawl(crawlId: string): Promise<SiteAccess | undefined> {
    const [row] = await this.#database.query<SealedRow>(OF_CRAWL, [crawlId]);
    return this.#open(row, placeOfCrawl(crawlId));
  }

  #seal(access: SiteAccess | undefined, place: string): Uint8Array | null {
    return access === undefined ? null : this.#vault.seal(JSON.stringify(access), place);
  }

  #open(row: SealedRow | undefined, place: string): SiteAccess | undefined {
    if (row?.secrets === undefined || row.secrets === null) return undefined;
    const plain = this.#vault.open(row.secrets, place);
    if (plain === undefined) throw sealedOtherwise();
    return Access.parse(JSON.parse(plain));
  }
}

interface SealedRow {
  readonly secrets: Uint8Array | null;
}

const Access = z.object({
  origin: z.string(),
  headers: z.record(z.string(), z.string()),
  cookies: z.record(z.string(), z.string()),
  basic_auth: z
    .object({ username: z.string(), password: z.string() })
    .optional()
    .transform((auth): SiteAccess['basic_auth'] => auth),
});

export function placeOfSite(id: string): string {
  return `access of site ${id}`;
}

export function placeOfCrawl(id: string): string {
  return `access of crawl ${id}`;
}

function sealedOtherwise(): AppError {
  const message = 'The headers, cookies and password of the crawl were encrypted with another key.';
  return new AppError('invalid_input', message, {
    fix: 'Send headers, cookies and basic_auth again. SEAMARK_SECRET has to be the same on every machine.',
  });
}

const KEEP_FOR_SITE = 'update sites set secrets = $3 where workspace_id = $1 and id = $2';

const OF_SITE = 'select secrets from sites where workspace_id = $1 and id = $2';

const KEEP_FOR_CRAWL = 'update crawls set secrets = $2 where id = $1';

const OF_CRAWL = 'select secrets from crawls where id = $1';
