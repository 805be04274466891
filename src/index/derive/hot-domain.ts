import { type Sql, sql } from '../sql.ts';

/** A registrable domain with so many links that its questions are answered from numbers. */
export interface HotDomain {
  readonly version: number;
  /** cityHash64 of the key, as a decimal number: it does not fit a double. */
  readonly id: string;
  readonly key: string;
  readonly links: number;
}

export function idOf({ id }: HotDomain): Sql {
  return sql`toUInt64(${id})`;
}

/** Condition on a host: of the domain or below it. */
export function isWithin({ key }: HotDomain, host: Sql): Sql {
  return sql`(${host} >= ${key} AND ${host} < ${key.slice(0, -1) + '/'})`;
}
