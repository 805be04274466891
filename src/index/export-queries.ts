import type { Target } from '../web/target.ts';
import { HTTPS_FLAG, LINK_ATTRIBUTES, LINK_POSITIONS, LINK_TYPES, READ, SLASH_FLAG } from './database/names.ts';
import { SOURCE_DOMAIN, TARGET_DOMAIN } from './database/link-domains.ts';
import { quoted, Sql, sql } from './database/sql.ts';

export interface QueryOrder {
  readonly target: Target | undefined;
  /** Marks what a spreadsheet would run as a formula as text, since it comes from pages. */
  readonly marks_formulas: boolean;
}

/** All links, or those to a target, in the order of their targets. docs/importing.md says what the columns mean. */
export function linksQuery({ target, marks_formulas }: QueryOrder): Sql {
  const cell = (text: Sql): Sql => (marks_formulas ? marked(text) : text);
  const seen = sql`tupleElement(newest, 'seen')`;
  const part = (name: string): Sql => sql`tupleElement(newest, ${name})`;
  const text = (name: string): Sql => sql`tupleElement(newest_text, ${name})`;
  return sql`SELECT
    ${urlSql('source_host', 'source_path', part('source_flags'))} AS source_url,
    ${urlSql('target_host', 'target_path', part('target_flags'))} AS target_url,
    ${hostSql(SOURCE_DOMAIN.text)} AS source_domain,
    ${hostSql(TARGET_DOMAIN.text)} AS target_domain,
    ${named(LINK_TYPES, sql`type`)} AS type,
    ${cell(sql`links.anchor`)} AS anchor, ${cell(sql`links.alt`)} AS alt,
    toBool(${part('dofollow')}) AS dofollow,
    arrayStringConcat(arrayFilter((name, at) -> bitTest(${part('attributes')}, at), ${list(LINK_ATTRIBUTES)}, range(${LINK_ATTRIBUTES.length})), ' ') AS rel,
    ${named(LINK_POSITIONS, part('position'))} AS position, ${part('count')} AS links_on_page,
    ${text('image_url')} AS image_url, ${cell(text('text_pre'))} AS text_before,
    ${cell(text('text_post'))} AS text_after,
    links.first_seen AS first_seen, ${seen} AS last_seen,
    if(lost_at IS NULL OR lost_at = toDateTime(0, 'UTC') OR lost_at <= ${seen}, NULL, lost_at) AS lost_at,
    nullIf(domain_rank, 65535) AS source_domain_rank, nullIf(page_rank, 65535) AS source_page_rank,
    nullIf(link_rank, 65535) AS link_rank
    FROM links FINAL ${within('target_host', 'target_path', target)}`;
}

/** The newest reading of all pages, or of those of a target, without their texts. What it did not show is null, as in answers. */
export function pagesQuery({ target, marks_formulas }: QueryOrder): Sql {
  const cell = (text: Sql): Sql => (marks_formulas ? marked(text) : text);
  return sql`SELECT
    ${urlSql('host_key', 'path_key', sql`flags`)} AS url, ${hostSql('substring(host_key, 1, domain_length)')} AS domain,
    observed_at AS fetched_at, toString(source) AS source, status, ${unlessEmpty('pages.redirect_url')} AS redirect_url,
    ${unlessEmpty('pages.content_type')} AS content_type, bytes,
    ${ofDocument(cell(sql`pages.title`))} AS title, ${ofDocument(cell(sql`pages.description`))} AS description,
    ${unlessEmpty('pages.canonical_url')} AS canonical_url,
    ${ofDocument(sql`toBool(pages.noindex)`)} AS noindex, ${ofDocument(sql`toBool(pages.nofollow)`)} AS nofollow,
    ${unlessEmpty('pages.language')} AS language,
    ${ofText(cell(sql`arrayStringConcat(pages.headings, '\n')`))} AS headings, ${ofText(sql`pages.word_count`)} AS word_count,
    ${ofDocument(sql`pages.internal_links`)} AS internal_links, ${ofDocument(sql`pages.external_links`)} AS external_links,
    ${ofText(sql`arrayStringConcat(pages.schema_types, ' ')`)} AS schema_types, ${unlessEmpty('pages.platform_type')} AS platform,
    ${unlessEmpty('pages.published_at')} AS published_at, ${ofText(sql`pages.spam_score`)} AS spam_score
    FROM pages FINAL ${within('host_key', 'path_key', target)}`;
}

/** Known only for pages that were read, even if only their head and links. */
function ofDocument(value: Sql): Sql {
  return sql`if(readable != 0, ${value}, NULL)`;
}

/** Known only from the text of a page. */
function ofText(value: Sql): Sql {
  return sql`if(readable = ${READ}, ${value}, NULL)`;
}

function unlessEmpty(column: string): Sql {
  return new Sql(`nullIf(toString(${column}), '')`);
}

function marked(text: Sql): Sql {
  return sql`if(match(${text}, '^[-=+@\\t\\r]'), concat('\\'', ${text}), ${text})`;
}

function within(host: string, path: string, target: Target | undefined): Sql {
  if (target === undefined) return sql``;
  const [hostColumn, pathColumn] = [new Sql(host), new Sql(path)];
  if (target.path_key !== undefined) {
    return sql`WHERE ${hostColumn} = ${target.host_key} AND ${pathColumn} = ${target.path_key}`;
  }
  return sql`WHERE startsWith(${hostColumn}, ${target.host_key})`;
}

/** `www.example.com:8080` of `com.example.www.:8080`; addresses are not turned round. */
function hostSql(key: string): Sql {
  const labels = `trimRight(splitByString('.:', ${key})[1], '.')`;
  const port = `if(position(${key}, '.:') = 0, '', concat(':', splitByString('.:', ${key})[2]))`;
  return new Sql(
    `concat(if(match(${labels}, '^[0-9.]+$|^\\\\['), ${labels}, arrayStringConcat(arrayReverse(splitByChar('.', ${labels})), '.')), ${port})`,
  );
}

/** As `urlOfKeys` writes it. */
function urlSql(host: string, path: string, flags: Sql): Sql {
  const scheme = `if(bitAnd(${flags.text}, ${HTTPS_FLAG}) = 0, 'http://', 'https://')`;
  const slash = `if(bitAnd(${flags.text}, ${SLASH_FLAG}) = 0, '', '/')`;
  const query = `position(${path}, '?')`;
  const whole = `if(${query} = 0, concat(${path}, ${slash}), concat(substring(${path}, 1, ${query} - 1), ${slash}, substring(${path}, ${query})))`;
  return new Sql(`concat(${scheme}, ${hostSql(host).text}, ${whole})`);
}

function list(names: readonly string[]): Sql {
  return new Sql(`[${names.map(quoted).join(', ')}]`);
}

function named(names: readonly string[], number: Sql): Sql {
  return sql`arrayElement(${list(names)}, ${number} + 1)`;
}
