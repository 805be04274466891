import { z } from 'zod';

import { publicSuffix } from '../../../web/url.ts';
import { BRIEFLY } from '../../database/database.ts';
import { textId } from '../../database/ids.ts';
import { RANK_UNKNOWN, SPAM_UNKNOWN } from '../../database/names.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { type Fact, factsBehind, type HeldColumn, type HeldLink, linksOf, storedLinks } from './held-facts.ts';
import { domainKeyOf, isInTarget, type LinkScope } from './scope.ts';

/**
 * What a pack says of its links: a line for each fact, with a JSON list of the values of all links. Packs lie on disk, so a
 * change here comes with a migration that empties `link_packs`.
 */
export const PACKED: Readonly<Record<Fact, Sql>> = {
  target_host: sql`target_host`,
  target_path: sql`target_path`,
  source_host: sql`source_host`,
  source_path: sql`source_path`,
  source_domain_length: sql`source_domain_length`,
  source_tld: sql`toString(source_tld)`,
  type: sql`type`,
  anchor: sql`anchor`,
  alt: sql`alt`,
  first_seen: sql`toUInt32(first_seen)`,
  seen: sql`toUInt32(tupleElement(newest, 'seen'))`,
  dofollow: sql`tupleElement(newest, 'dofollow')`,
  source_flags: sql`tupleElement(newest, 'source_flags')`,
  target_flags: sql`tupleElement(newest, 'target_flags')`,
  attributes: sql`tupleElement(newest, 'attributes')`,
  position: sql`tupleElement(newest, 'position')`,
  count: sql`tupleElement(newest, 'count')`,
  lost_at: sql`ifNull(toUInt32(lost_at), 0)`,
  confirmed_at: sql`ifNull(toUInt32(confirmed_at), 0)`,
  page_read_before: sql`ifNull(page_read_before, 0)`,
  page_rank: sql`ifNull(page_rank, ${RANK_UNKNOWN})`,
  domain_rank: sql`ifNull(domain_rank, ${RANK_UNKNOWN})`,
  link_rank: sql`ifNull(link_rank, ${RANK_UNKNOWN})`,
  spam: sql`ifNull(spam, ${SPAM_UNKNOWN})`,
  spam_signs: sql`ifNull(spam_signs, 0)`,
  repeated: sql`ifNull(repeated, 0)`,
  language: sql`ifNull(toString(language), '')`,
  platform: sql`ifNull(toString(platform), '')`,
  target_status: sql`ifNull(target_status, 0)`,
};

const LINES: ReadonlyMap<string, number> = new Map(Object.keys(PACKED).map((fact, line) => [fact, line]));
const Values = z.array(z.unknown());

/** Asks the engine for one text; '' where it finds none. */
export type AskText = (query: Sql) => Promise<string>;

/** Facts that tell which links of the domain lie in a scope. */
const SCOPE_COLUMNS = ['target_page', 'dofollow'] as const satisfies readonly HeldColumn[];

/** Whether links of the scope are among those that packs hold: from other domains, to hosts of one registrable domain. */
export function mayBePacked({ target, exclude_internal_backlinks }: LinkScope): boolean {
  return exclude_internal_backlinks && publicSuffix(target.host) !== target.host;
}

/**
 * The links of the scope from the pack of its domain: one text in the place of some thirty columns, each in files of its own.
 * Undefined where there is no pack, or links of the domain were written or judged since.
 */
export async function packedLinks<Column extends HeldColumn>(
  ask: AskText,
  scope: LinkScope,
  columns: readonly Column[],
): Promise<readonly Pick<HeldLink, Column>[] | undefined> {
  const domain = textId(domainKeyOf(scope.target));
  const pack = await ask(sql`SELECT pack FROM link_packs FINAL PREWHERE domain = ${domain} ${BRIEFLY}`);
  if (pack === '') return undefined;
  const lines = pack.split('\n');
  const wanted = [...new Set([...columns, ...SCOPE_COLUMNS])];
  const facts = factsBehind(wanted);
  const found = facts.map((fact) => Values.parse(JSON.parse(lines[LINES.get(fact) ?? lines.length] ?? '')));
  const links: readonly Pick<HeldLink, Column | (typeof SCOPE_COLUMNS)[number]>[] = linksOf(
    storedLinks(facts, found),
    wanted,
  );
  const isAsked = isInTarget(scope);
  return links.filter(({ target_page, dofollow }) => isAsked(target_page) && (!scope.dofollow_only || dofollow === 1));
}
