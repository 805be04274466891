import { z } from 'zod';

import { BRIEFLY, type IndexDatabase } from '../../database/database.ts';
import { joined, type Sql, sql } from '../../database/sql.ts';
import { domainKeyOf, inTarget, type LinkScope } from './scope.ts';

/** More pages than this (a whole site that moved) are left to the engine. */
const LITERAL_MAX = 1000;
/** Targets whose arrivals are remembered, and how many pages at most of each. */
const REMEMBERED_MAX = 500;
const REMEMBERED_PAGES_MAX = 100;

export const Arrival = z.object({
  host_key: z.string(),
  path_key: z.string(),
  final_host: z.string(),
  final_path: z.string(),
  final_flags: z.int(),
});
export type Arrival = z.infer<typeof Arrival>;

/** Pages that lead into a target: something to select from, and themselves where they are few. */
export interface Arrivals {
  readonly select: Sql;
  readonly pages: readonly Arrival[] | undefined;
}

/** What the index knows of them as a whole. */
interface ArrivalCoverage {
  readonly authority_version: number;
  readonly arrivals: ReadonlyMap<string, readonly Arrival[]> | undefined;
}

/**
 * Pages outside a target that lead into it by redirect or canonical, each with the page of the target where it arrives
 * first, as something to select from; undefined when there are none. They are as of the last rebuild.
 */
export class ArrivalReader {
  private readonly database: IndexDatabase;
  private version = 0;
  private readonly remembered = new Map<string, Arrivals | undefined>();

  constructor(database: IndexDatabase) {
    this.database = database;
  }

  /** What is known without a question to the engine: of whole domains all that there is, unless it is too much. */
  known(coverage: ArrivalCoverage, scope: LinkScope): { readonly arrivals: Arrivals | undefined } | undefined {
    const { authority_version: version, arrivals } = coverage;
    const { target, include_subdomains } = scope;
    if (arrivals !== undefined && include_subdomains && target.type === 'domain') {
      return { arrivals: arrivalsOf(arrivals.get(domainKeyOf(target)) ?? [], () => arrivalsSql(version, scope)) };
    }
    const key = keyOf(scope);
    return this.version === version && this.remembered.has(key) ? { arrivals: this.remembered.get(key) } : undefined;
  }

  async read(version: number, scope: LinkScope, signal: AbortSignal): Promise<Arrivals | undefined> {
    const select = arrivalsSql(version, scope);
    const found = await this.database.rows(Arrival, sql`${select} LIMIT ${LITERAL_MAX + 1} ${BRIEFLY}`, signal);
    const arrivals = arrivalsOf(found, () => select);
    if (found.length <= REMEMBERED_PAGES_MAX) this.remember(version, scope, arrivals);
    return arrivals;
  }

  private remember(version: number, scope: LinkScope, arrivals: Arrivals | undefined): void {
    if (version !== this.version) this.remembered.clear();
    this.version = version;
    const [oldest] = this.remembered.keys();
    if (this.remembered.size >= REMEMBERED_MAX && oldest !== undefined) this.remembered.delete(oldest);
    this.remembered.set(keyOf(scope), arrivals);
  }
}

/** Of few pages the engine is given the names, where it is asked at all: their links are mostly counted here. */
function arrivalsOf(pages: readonly Arrival[], select: () => Sql): Arrivals | undefined {
  if (pages.length === 0) return undefined;
  if (pages.length > LITERAL_MAX) return { select: select(), pages: undefined };
  return {
    get select() {
      return literal(pages);
    },
    pages,
  };
}

function keyOf({ target, include_subdomains }: LinkScope): string {
  return `${include_subdomains} ${target.host_key}\n${target.path_key ?? '\n'}`;
}

function arrivalsSql(version: number, { target, include_subdomains }: LinkScope): Sql {
  const inside = inTarget(target, include_subdomains, sql`final_host`, sql`final_path`);
  const outside = sql`NOT ${inTarget(target, include_subdomains, sql`host_key`, sql`path_key`)}`;
  return sql`SELECT host_key, path_key, final_host, final_path, final_flags FROM arrivals
    WHERE version = ${version} AND ${inside} AND ${outside} ORDER BY step, final_host, final_path LIMIT 1 BY host_key, path_key`;
}

function literal(arrivals: readonly Arrival[]): Sql {
  const rows = arrivals.map(
    (page) => sql`${[page.host_key, page.path_key, page.final_host, page.final_path, page.final_flags]}`,
  );
  return sql`SELECT * FROM values('host_key String, path_key String, final_host String, final_path String, final_flags UInt8', ${joined(rows, ', ')})`;
}
