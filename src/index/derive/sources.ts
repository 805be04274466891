import type { IndexDatabase } from '../database/database.ts';
import { RANK_POINTS } from '../authority/scale.ts';
import { PAGE_SPAM_SCORES } from '../../web/facts/spam-score.ts';
import { RANK_UNKNOWN, signBits, SPAM_UNKNOWN } from '../database/names.ts';
import { SPAM_SIGNS } from '../../ports/links.ts';
import { countOf, idRanges, inIds, placed } from '../authority/scratch.ts';
import { arrayOf, type Sql, sql } from '../database/sql.ts';
import { histories } from '../losses/rule.ts';
import { BOUNDED, type Derivation, scratchTable } from './scratch.ts';

/** Fetches that are taken together at a time. */
const FETCHES_AT_ONCE = 2_000_000;

export function sourcesTable(derivation: Derivation): Sql {
  return scratchTable(derivation, 'sources');
}

/**
 * Writes what the pages that were ever fetched say about the links they hold: when they were read, and what they weigh.
 *
 * A fetch is evidence when it would have shown the page's links. `passed_rank` is what a followed link of the page passes on: a page shares what it has over
 * its k external links, and ranks are logarithms of that, so the link has the rank of a k-th part (`authority/scale.ts`).
 * `spam` is what the page itself gives away and, on top, the strongest sign of its neighbourhood.
 *
 * @param pages what stands on the right of IN: ids of the pages in question; all of them where it is left out
 */
export async function writeSources(database: IndexDatabase, derivation: Derivation, pages?: Sql): Promise<void> {
  const sources = sourcesTable(derivation);
  await database.run(sql`CREATE TABLE ${sources} (page UInt64, first_fetch UInt32, first_evidence UInt32, newest_evidence UInt32,
    evidence Array(UInt32), newest_unchanged UInt32, unchanged Array(UInt32), page_rank UInt16, passed_rank UInt16, spam UInt8,
    spam_signs UInt16, language LowCardinality(String), platform LowCardinality(String)) ENGINE = ${placed(derivation, sql`MergeTree ORDER BY page`)}`);
  const isMeant = (id: Sql): Sql => (pages === undefined ? sql`1` : sql`${id} IN ${pages}`);
  const fetches = derivation.in_memory === true ? 0 : await countOf(database, sql`fetches`, isMeant(sql`page`));
  for (const range of idRanges(fetches / FETCHES_AT_ONCE)) {
    const inRange = (id: Sql): Sql => sql`${inIds(id, range)} AND ${isMeant(id)}`;
    await database.run(sql`INSERT INTO ${sources} SELECT f.page, f.first_fetch, f.first_evidence, f.newest_evidence,
        f.evidence, f.newest_unchanged, f.unchanged, ifNull(a.rank, ${RANK_UNKNOWN}), ${passedRank()},
        if(ifNull(s.readable, 0) = 1, toUInt8(least(100, floor(assumeNotNull(s.spam_score) + 0.5)
          + greatest(ifNull(p.points, 0), ifNull(d.points, 0)))), ${SPAM_UNKNOWN}),
        if(ifNull(s.readable, 0) = 1, bitOr(${ownSigns(sql`assumeNotNull(s.spam_score)`)}, bitOr(ifNull(p.signs, 0), ifNull(d.signs, 0))), 0),
        ifNull(toString(s.language), ''), ifNull(toString(s.platform_type), '')
      FROM (${histories(inRange(sql`page`))}) AS f
      LEFT ANY JOIN (SELECT page, domain, readable, spam_score, external_links, language, platform_type FROM page_states FINAL
        WHERE ${inRange(sql`page`)}) AS s ON s.page = f.page
       LEFT ANY JOIN (${pointsOf(derivation, 'page')}) AS p ON p.id = f.page
       LEFT ANY JOIN (${pointsOf(derivation, 'domain')}) AS d ON d.id = s.domain
      LEFT ANY JOIN (SELECT id, rank FROM authority WHERE version = ${derivation.version} AND kind = 'page'
        AND ${inRange(sql`id`)}) AS a ON a.id = f.page ${BOUNDED}`);
  }
}

function pointsOf({ version }: Derivation, kind: 'domain' | 'page'): Sql {
  return sql`SELECT id, max(points) AS points, groupBitOr(toUInt16(transform(toString(sign), ${arrayOf(SPAM_SIGNS)},
      ${arrayOf(SPAM_SIGNS.map((sign) => signBits([sign])))}, 0))) AS signs
    FROM spam_signs WHERE version = ${version} AND kind = ${kind} GROUP BY id`;
}

/** A score that is no sum of known signs is one that an import brought, without reasons. */
function ownSigns(score: Sql): Sql {
  const scores = [...PAGE_SPAM_SCORES];
  return sql`toUInt16(transform(toUInt8(floor(${score} + 0.5)), ${arrayOf(scores.map(([sum]) => sum))}, ${arrayOf(scores.map(([, signs]) => signBits(signs)))}, 0))`;
}

function passedRank(): Sql {
  const share = sql`(exp(assumeNotNull(a.rank) / ${RANK_POINTS}) - 1) / greatest(1, ifNull(s.external_links, 1))`;
  return sql`if(ifNull(a.rank, ${RANK_UNKNOWN}) = ${RANK_UNKNOWN}, ${RANK_UNKNOWN}, toUInt16(round(${RANK_POINTS} * log(1 + ${share}))))`;
}
