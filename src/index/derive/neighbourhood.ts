import type { IndexDatabase } from '../database/database.ts';
import { NEIGHBOUR_POINTS, positionCode } from '../database/names.ts';
import { countOf, idRanges, inIds } from '../authority/scratch.ts';
import { SOURCE_DOMAIN, TARGET_DOMAIN } from '../database/link-domains.ts';
import { type Sql, sql } from '../database/sql.ts';
import { IS_LIVE } from '../losses/rule.ts';
import { BOUNDED, type Derivation, filledTable, scratchTable } from './scratch.ts';

/** Fewer sites that link to each other are friends or one owner's brands. */
const RING_PARTNERS_MIN = 5;
/** Whoever links mutually with more is judged by so many of them: their number squared is compared. */
const RING_PARTNERS_MAX = 200;
/** The sites of one company link to each other too, but the world links to them. */
const RING_MUTUAL_SHARE = 0.6;
const RING_DENSITY = 0.5;
const RING_OUTSIDE_SHARE = 0.35;

/** So many sites have to agree on a text, or on the words of a link, before it is no chance. */
const COPIES_MIN = 4;
const MONEY_SITES_MIN = 5;
/** What more sites share is a stock page of a server or a shop system. */
const COPIES_MAX = 2000;
/** Few words are alike by chance: "coming soon", or a notice that scripts are needed. */
const COPIED_WORDS_MIN = 25;
/** A site that others know is no throwaway, whatever it shows. */
const OUTSIDERS_MAX = 2;
/** A throwaway site has few pages, and its pages lead to few. */
const THIN_PAGES = 5;
const THIN_INTERNAL_LINKS = 6;
const TEMPLATE_PAGES_MAX = 200;

/** Marked domains on one page that nobody puts there by chance. */
const MARKED_ON_PAGE_MIN = 3;

/** In the main part of the page, shown or not, or nobody said where. */
const IN_TEXT = sql`type = 0 AND tupleElement(newest, 'position') IN ${[positionCode('content'), positionCode('hidden'), positionCode(null)]}`;

/**
 * Writes which domains and pages their links give away as farms, and why, into `spam_signs`.
 *
 * `ring`: most sites that a domain links to link back, and to each other, and few others link to it. `template`: most of
 * its pages stand on other domains too, and those link to each other or all to one site that hardly anybody else links
 * to. `money_anchor`: throwaway sites use one text for a page that most links reach with it, a text that is no name of the
 * site. `spam_targets`: a page leads to several of those; `cited_spam`: to one or two among others. No sign reads a name or a suffix of a domain. The idea of taking
 * several kinds of link evidence together is that of SpamRank (Benczúr and others 2005) and of link farm detection by
 * mutual links (Wu and Davison 2005).
 *
 * `links` are live, followed links between ids, with moves resolved: `source_page`, `source_domain`, `target_page`, `target_domain`.
 */
export async function writeSpamSigns(database: IndexDatabase, derivation: Derivation, links: Sql): Promise<void> {
  const pairs = await writePairs(database, derivation, links);
  await writeRings(database, derivation, pairs);
  await writeTemplates(database, derivation, pairs);
  await writeMoneyAnchors(database, derivation, pairs);
  await writeSpamTargets(database, derivation, links);
}

/** Who links to whom, and from how many domains each is linked to. */
interface Pairs {
  readonly pairs: Sql;
  readonly degrees: Sql;
}

async function writePairs(database: IndexDatabase, derivation: Derivation, links: Sql): Promise<Pairs> {
  const pairs = await filledTable(
    database,
    derivation,
    'spam_pairs',
    { columns: sql`source UInt64, target UInt64`, order: sql`(source, target)` },
    sql`SELECT source_domain, target_domain FROM ${links}
      WHERE source_domain != target_domain GROUP BY source_domain, target_domain`,
  );
  const degrees = await filledTable(
    database,
    derivation,
    'spam_degrees',
    { columns: sql`domain UInt64, outgoing UInt32, incoming UInt32`, order: sql`domain` },
    sql`SELECT domain, sum(o), sum(i) FROM (
        SELECT source AS domain, 1 AS o, 0 AS i FROM ${pairs} UNION ALL SELECT target AS domain, 0 AS o, 1 AS i FROM ${pairs})
      GROUP BY domain`,
  );
  return { pairs, degrees };
}

async function writeRings(database: IndexDatabase, derivation: Derivation, { pairs, degrees }: Pairs): Promise<void> {
  const both = sql`SELECT least(source, target) AS a, greatest(source, target) AS b FROM ${pairs}
    GROUP BY a, b HAVING groupBitOr(if(source < target, 1, 2)) = 3`;
  const mutual = await filledTable(
    database,
    derivation,
    'spam_mutual',
    { columns: sql`domain UInt64, partner UInt64`, order: sql`(domain, partner)` },
    sql`SELECT tupleElement(pair, 1), tupleElement(pair, 2) FROM (
      SELECT arrayJoin([(a, b), (b, a)]) AS pair FROM (${both}))`,
  );
  if (!(await hasRows(database, mutual, RING_PARTNERS_MIN * 2))) return;
  const several = sql`SELECT domain FROM ${mutual} GROUP BY domain HAVING count() >= ${RING_PARTNERS_MIN}`;
  const source = sql`cityHash64(${SOURCE_DOMAIN})`;
  const target = sql`cityHash64(${TARGET_DOMAIN})`;
  // The brands of one owner name each other in their footers; farms trade links where they count.
  const traded = sql`SELECT ${source}, ${target} FROM links WHERE ${source} IN (${several}) AND ${target} IN (${several})
    GROUP BY ${source}, ${target} HAVING max(${IN_TEXT})`;
  const close = await filledTable(
    database,
    derivation,
    'spam_close',
    { columns: sql`domain UInt64, partner UInt64`, order: sql`(domain, partner)` },
    sql`SELECT domain, partner FROM ${mutual} WHERE domain IN (${several})
      AND partner IN (${several}) AND (domain, partner) IN (${traded})
      ORDER BY domain, partner LIMIT ${RING_PARTNERS_MAX} BY domain`,
  );
  await database.run(sql`INSERT INTO spam_signs SELECT ${derivation.version}, 'domain', r.domain, 'ring', ${NEIGHBOUR_POINTS.ring}, r.partners
    FROM (SELECT m.domain AS domain, uniqExact(m.partner) AS partners, count() AS joined
      FROM ${close} AS m INNER JOIN ${close} AS n ON n.domain = m.partner
      WHERE (m.domain, n.partner) IN (SELECT domain, partner FROM ${close}) GROUP BY m.domain) AS r
    INNER JOIN ${degrees} AS d ON d.domain = r.domain
    WHERE r.partners >= ${RING_PARTNERS_MIN} AND r.partners >= ${RING_MUTUAL_SHARE} * least(d.outgoing, ${RING_PARTNERS_MAX})
      AND r.joined >= ${RING_DENSITY} * r.partners * (r.partners - 1)
      AND (d.incoming - r.partners <= ${RING_OUTSIDE_SHARE} * d.incoming OR r.partners = ${RING_PARTNERS_MAX}) ${BOUNDED}`);
}

/**
 * Pages are alike that have one text, or one title but for its numbers and a fingerprint that agrees in a quarter
 * of its bits: of near copies, one in four quarters nearly always does.
 */
async function writeTemplates(
  database: IndexDatabase,
  derivation: Derivation,
  { pairs, degrees }: Pairs,
): Promise<void> {
  const pages = sql`SELECT cityHash64(host_key, path_key) AS page, cityHash64(substring(host_key, 1, domain_length)) AS domain,
      content_hash, simhash, cityHash64(replaceRegexpAll(lowerUTF8(title), '[0-9]+', '')) AS pattern
    FROM pages FINAL WHERE readable = 1 AND word_count >= ${COPIED_WORDS_MIN} AND external_links > 0`;
  const likeness = await filledTable(
    database,
    derivation,
    'spam_likeness',
    { columns: sql`likeness UInt64, domain UInt64, pages UInt32`, order: sql`likeness` },
    sql`SELECT key, domain, uniqExact(page) FROM (
        SELECT page, domain, arrayJoin(arrayConcat([content_hash], if(simhash = 0, [], arrayMap(
          quarter -> cityHash64(quarter, pattern, bitAnd(bitShiftRight(simhash, quarter * 16), 65535)), [0, 1, 2, 3])))) AS key
        FROM (${pages})) GROUP BY key, domain`,
  );
  if (!(await hasRows(database, likeness, COPIES_MIN))) return;
  const groups = await filledTable(
    database,
    derivation,
    'spam_groups',
    { columns: sql`domain UInt64, likeness UInt64, copies UInt32`, order: sql`domain` },
    sql`SELECT l.domain, l.likeness, s.domains FROM ${likeness} AS l
      INNER JOIN (SELECT likeness, count() AS domains FROM ${likeness} GROUP BY likeness
        HAVING domains BETWEEN ${COPIES_MIN} AND ${COPIES_MAX}) AS s ON s.likeness = l.likeness
      INNER JOIN (SELECT domain, count() AS total FROM page_states FINAL WHERE readable = 1 GROUP BY domain
        HAVING total <= ${TEMPLATE_PAGES_MAX}) AS t ON t.domain = l.domain
      WHERE l.pages * 2 >= t.total ORDER BY s.domains DESC, l.likeness LIMIT 1 BY l.domain`,
  );
  if (!(await hasRows(database, groups, 1))) return;
  const within = sql`SELECT a.domain AS domain, count() AS inside FROM ${groups} AS a
    INNER JOIN ${pairs} AS e ON e.source = a.domain INNER JOIN ${groups} AS b ON b.domain = e.target
    WHERE a.likeness = b.likeness GROUP BY a.domain`;
  const fromWithin = sql`SELECT b.domain AS domain, count() AS inside FROM ${groups} AS b
    INNER JOIN ${pairs} AS e ON e.target = b.domain INNER JOIN ${groups} AS a ON a.domain = e.source
    WHERE a.likeness = b.likeness GROUP BY b.domain`;
  const beneficiaries = sql`SELECT g.likeness AS likeness, e.target AS target, count() AS sources FROM ${groups} AS g
    INNER JOIN ${pairs} AS e ON e.source = g.domain GROUP BY g.likeness, e.target HAVING sources >= ${COPIES_MIN}`;
  const serving = sql`SELECT DISTINCT g.domain FROM ${groups} AS g INNER JOIN ${pairs} AS e ON e.source = g.domain
    INNER JOIN (${beneficiaries}) AS b ON b.likeness = g.likeness AND b.target = e.target
    INNER JOIN ${degrees} AS d ON d.domain = e.target WHERE b.sources * 2 >= d.incoming`;
  await database.run(sql`INSERT INTO spam_signs SELECT ${derivation.version}, 'domain', g.domain, 'template', ${NEIGHBOUR_POINTS.template}, g.copies
    FROM ${groups} AS g LEFT ANY JOIN ${degrees} AS d ON d.domain = g.domain
    LEFT ANY JOIN (${within}) AS w ON w.domain = g.domain LEFT ANY JOIN (${fromWithin}) AS f ON f.domain = g.domain
    WHERE (ifNull(w.inside, 0) > 0 OR g.domain IN (${serving}))
      AND ifNull(d.incoming, 0) <= ifNull(f.inside, 0) + ${OUTSIDERS_MAX} ${BOUNDED}`);
}

/** Credits in footers are the same on many sites, so only links in the text count. */
async function writeMoneyAnchors(
  database: IndexDatabase,
  derivation: Derivation,
  { pairs, degrees }: Pairs,
): Promise<void> {
  const letters = (text: Sql): Sql => sql`replaceRegexpAll(lowerUTF8(${text}), '[^\\\\p{L}\\\\p{N}]+', '')`;
  const thin = await filledTable(
    database,
    derivation,
    'spam_thin',
    { columns: sql`domain UInt64`, order: sql`domain` },
    sql`SELECT p.domain FROM (
        SELECT cityHash64(substring(host_key, 1, domain_length)) AS domain FROM pages FINAL WHERE readable > 0
        GROUP BY domain HAVING count() <= ${THIN_PAGES} AND max(internal_links) <= ${THIN_INTERNAL_LINKS}) AS p
      LEFT ANY JOIN ${degrees} AS d ON d.domain = p.domain WHERE ifNull(d.incoming, 0) <= ${OUTSIDERS_MAX}`,
  );
  if (!(await hasRows(database, thin, MONEY_SITES_MIN))) return;
  const sourceDomain = sql`cityHash64(${SOURCE_DOMAIN})`;
  /** Chosen by their keys, so that the rest is read of few. */
  const told = (
    chosen: Sql,
  ): Sql => sql`SELECT target_host, target_path, lowerUTF8(anchor) AS text, ${TARGET_DOMAIN} AS target_domain,
      ${sourceDomain} AS domain, ${IN_TEXT} AS inText
    FROM links FINAL PREWHERE ${chosen} WHERE tupleElement(newest, 'dofollow') = 1 AND ${SOURCE_DOMAIN} != target_domain AND ${IS_LIVE}`;
  const label = sql`splitByChar('.', target_domain)[-2]`;
  const bought = scratchTable(derivation, 'spam_bought');
  await database.run(
    sql`CREATE TABLE ${bought} (target_host String, target_path String, domains Array(UInt64)) ENGINE = Memory`,
  );
  await database.run(sql`INSERT INTO ${bought} SELECT target_host, target_path, groupUniqArray(${COPIES_MAX})(domain) AS domains
    FROM (${told(sql`${sourceDomain} IN (SELECT domain FROM ${thin})`)}) WHERE inText AND position(trimBoth(text), ' ') > 0
      AND lengthUTF8(text) BETWEEN 8 AND 80 AND position(${letters(sql`text`)}, ${letters(label)}) = 0
    GROUP BY target_host, target_path, text HAVING length(domains) >= ${MONEY_SITES_MIN} ${BOUNDED}`);
  if (!(await hasRows(database, bought, 1))) return;
  const linked = sql`SELECT target_host, target_path, uniqExact(domain) AS domains
    FROM (${told(sql`(target_host, target_path) IN (SELECT target_host, target_path FROM ${bought})`)}) GROUP BY target_host, target_path`;
  await database.run(sql`INSERT INTO spam_signs SELECT ${derivation.version}, 'domain', domain, 'money_anchor', ${NEIGHBOUR_POINTS.money_anchor}, max(sites)
    FROM (SELECT arrayJoin(b.domains) AS domain, length(b.domains) AS sites FROM ${bought} AS b
      INNER JOIN (${linked}) AS l ON l.target_host = b.target_host AND l.target_path = b.target_path
      WHERE length(b.domains) * 2 >= l.domains)
    WHERE domain IN (SELECT source FROM ${pairs}) GROUP BY domain ${BOUNDED}`);
}

/** Links are looked through once for so many pages, so that what is known of each fits into memory. */
const PAGES_AT_ONCE = 2_000_000;

/** Of pages outside the farms: whoever wrote there may not be whose site it is. Only those that link to a farm are counted. */
async function writeSpamTargets(database: IndexDatabase, derivation: Derivation, links: Sql): Promise<void> {
  const isOfDomains = sql`version = ${derivation.version} AND kind = 'domain'`;
  if ((await countOf(database, sql`spam_signs`, isOfDomains)) === 0) return;
  const marked = sql`SELECT id FROM spam_signs WHERE ${isOfDomains}`;
  const pages = await countOf(database, sql`page_states`);
  for (const range of idRanges(pages / PAGES_AT_ONCE)) {
    const outside = sql`${links} WHERE ${inIds(sql`source_page`, range)} AND source_domain != target_domain
      AND source_domain NOT IN (${marked})`;
    await database.run(sql`INSERT INTO spam_signs SELECT ${derivation.version}, 'page', source_page,
        if(isLed, 'spam_targets', 'cited_spam'), if(isLed, ${NEIGHBOUR_POINTS.spam_targets}, ${NEIGHBOUR_POINTS.cited_spam}), found
      FROM (SELECT source_page, uniqExact(target_domain) AS domains, uniqExactIf(target_domain, target_domain IN (${marked})) AS found,
          found >= ${MARKED_ON_PAGE_MIN} AND found * 2 >= domains AS isLed
        FROM ${outside} AND source_page IN (SELECT source_page FROM ${outside} AND target_domain IN (${marked}))
        GROUP BY source_page) ${BOUNDED}`);
  }
}

/** Counting costs a twentieth of a statement that has nothing to find. */
async function hasRows(database: IndexDatabase, table: Sql, rowsMin: number): Promise<boolean> {
  return (await countOf(database, table)) >= rowsMin;
}
