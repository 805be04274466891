import { type Sql, sql } from '../../sql.ts';
import type { LinkColumn, NameColumn, Reading } from '../rows.ts';

type TextColumn = NameColumn | 'tld' | 'language' | 'platform' | 'image_url' | 'text_pre' | 'text_post';
type NumberColumn = Exclude<LinkColumn, TextColumn | 'source_page_id'>;

/** A column that can be held: ids of 64 bits are left to the engine. */
export type HeldColumn = TextColumn | NumberColumn;

/** One link with what columns say of it, in their words; names are their own ids. */
export type HeldLink = Readonly<Record<TextColumn, string> & Record<NumberColumn, number>>;

/**
 * Links that are few enough are read once, row by row, and counted here. For a thousand of them the engine would spend
 * ten times as long on understanding a statement that counts them as on reading them.
 */
export const HELD_LINKS_MAX = 5000;

const LARGE_MAX = 10_000;

/** Targets that have more are remembered, so that they are not read in vain again. */
export class HeldTargets {
  readonly links_max: number;
  private readonly large = new Set<string>();

  constructor(links_max: number) {
    this.links_max = links_max;
  }

  mayHold(target: string): boolean {
    return this.links_max > 0 && !this.large.has(target);
  }

  tooLarge(target: string): void {
    if (this.large.size >= LARGE_MAX) this.large.clear();
    this.large.add(target);
  }
}

/** The rows of a question with no more than the columns that were asked for; undefined when there are too many. */
export async function heldLinks<Column extends HeldColumn>(
  { database, signal }: Reading,
  { from, links_max }: { readonly from: Sql; readonly links_max: number },
  columns: readonly Column[],
): Promise<readonly Pick<HeldLink, Column>[] | undefined> {
  const found = await database.columns(sql`SELECT * FROM ${from} LIMIT ${links_max + 1}`, signal);
  const count = found[0]?.length ?? 0;
  if (count > links_max) return undefined;
  // Links of one shape: each is a copy of the empty one with its own values.
  const links = Array.from({ length: count }, () => ({ ...NOTHING }));
  for (const [at, column] of columns.entries()) fill(links, column, found[at] ?? []);
  return links;
}

/** @throws TypeError when the engine answers a value of another kind than the column's */
function fill(
  links: readonly Record<HeldColumn, string | number>[],
  column: HeldColumn,
  values: readonly unknown[],
): void {
  const kind = typeof NOTHING[column];
  for (const [at, link] of links.entries()) {
    const value = values[at];
    if ((typeof value !== 'string' && typeof value !== 'number') || typeof value !== kind) {
      throw new TypeError(`A link has a ${typeof value} for its ${column}.`);
    }
    link[column] = value;
  }
}

const NOTHING: HeldLink = {
  source_domain: '',
  source_host: '',
  source_page: '',
  target_page: '',
  final_page: '',
  anchor: '',
  alt: '',
  type: 0,
  dofollow: 0,
  attributes: 0,
  position: 0,
  count: 0,
  source_flags: 0,
  target_flags: 0,
  final_flags: 0,
  is_indirect: 0,
  first_seen: 0,
  last_seen: 0,
  lost_at: 0,
  page_read_before: 0,
  page_rank: 0,
  domain_rank: 0,
  link_rank: 0,
  spam: 0,
  target_status: 0,
  tld: '',
  language: '',
  platform: '',
  image_url: '',
  text_pre: '',
  text_post: '',
};
