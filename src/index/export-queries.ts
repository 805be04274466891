import type { Target } from '../web/target.ts';
import { LINK_ATTRIBUTES, LINK_POSITIONS, LINK_TYPES, READ, hostSql, urlSql } from './database/names.ts';
import { SOURCE_DOMAIN, TARGET_DOMAIN } from './database/link-domains.ts';
import { quoted, Sql, sql } from './database/sql.ts';
import { inTarget } from './read/rows/scope.ts';

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
    ${urlSql(hostSql(sql`source_host`), sql`source_path`, part('source_flags'))} AS source_url,
    ${urlSql(hostSql(sql`target_host`), sql`target_path`, part('target_flags'))} AS target_url,
    ${hostSql(SOURCE_DOMAIN)} AS source_domain,
    ${hostSql(TARGET_DOMAIN)} AS target_domain,
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
    FROM links FINAL ${within(target, sql`target_host`, sql`target_path`)}`;
}

/** The newest reading of all pages, or of those of a target, without their texts. What it did not show is null, as in answers. */
export function pagesQuery({ target, marks_formulas }: QueryOrder): Sql {
  const cell = (text: Sql): Sql => (marks_formulas ? marked(text) : text);
  return sql`SELECT
    ${urlSql(hostSql(sql`host_key`), sql`path_key`, sql`flags`)} AS url, ${hostSql(sql`substring(host_key, 1, domain_length)`)} AS domain,
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
    FROM pages FINAL ${within(target, sql`host_key`, sql`path_key`)}`;
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

function within(target: Target | undefined, host: Sql, path: Sql): Sql {
  return target === undefined ? sql`` : sql`WHERE ${inTarget(target, true, host, path)}`;
}

function list(names: readonly string[]): Sql {
  return new Sql(`[${names.map(quoted).join(', ')}]`);
}

function named(names: readonly string[], number: Sql): Sql {
  return sql`arrayElement(${list(names)}, ${number} + 1)`;
}
