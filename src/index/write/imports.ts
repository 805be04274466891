import { z } from 'zod';

import type { DomainRank, LinkSighting, RankWriter, SightingWriter } from '../../ports/imports.ts';
import { pageAddress, type PageAddress, publicSuffix } from '../../web/url.ts';
import { type IndexDatabase, readColumn } from '../database/database.ts';
import { attributeBits, LINK_TYPES, positionCode } from '../database/names.ts';
import { pageId } from '../database/ids.ts';
import { sql } from '../database/sql.ts';
import { type LinkPlace, settlePlaces } from '../losses/settle.ts';
import { domainLength, flagsOf } from './rows.ts';
import { tsvText, tsvTime } from './tsv.ts';

const COLUMNS = [
  'target_host',
  'target_path',
  'source_host',
  'source_path',
  'type',
  'anchor',
  'alt',
  'target_domain_length',
  'source_domain_length',
  'source_tld',
  'first_seen',
  'newest',
  'newest_text',
];
const TEXT_MAX = 500;
const AROUND_MAX = 200;
const URL_MAX = 2000;
const COUNT_MAX = 65_535;
const NEVER = '1970-01-01 00:00:00';

/** Columns of `reported_losses`. */
const LOSS_COLUMNS = [...COLUMNS.slice(0, 7), 'lost_at'];

/**
 * Writes links that others saw: nobody read the page that contains them, so neither the page nor its fetches change,
 * and its other links stay as they are. What is told lost is so at once, unless the link was seen since, however old the table
 * is that comes last.
 */
export class EngineSightingWriter implements SightingWriter {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  async write(sightings: readonly LinkSighting[]): Promise<void> {
    const rows = sightings.flatMap(rowOf);
    if (rows.length === 0) return;
    const losses = rows.filter(({ loss }) => loss !== '');
    await this.#database.insert('sightings', COLUMNS, [Buffer.from(rows.map(({ link }) => link).join(''))]);
    if (losses.length > 0) {
      const text = losses.map(({ loss }) => loss).join('');
      await this.#database.insert('reported_losses', LOSS_COLUMNS, [Buffer.from(text)]);
    }
    const read = await this.#readPages(rows);
    const judged = rows.filter(({ loss, page }) => loss !== '' || read.has(page));
    await settlePlaces(
      this.#database,
      judged.map(({ place }) => place),
    );
  }

  /** Pages that were fetched too: their readings say whether the links are still there. */
  async #readPages(rows: readonly SightingRow[]): Promise<ReadonlySet<bigint>> {
    const pages = [...new Set(rows.map(({ page }) => page))];
    const found = await readColumn(
      this.#database,
      z.string(),
      sql`SELECT DISTINCT toString(page) FROM fetches WHERE page IN ${pages}`,
    );
    return new Set(found.map(BigInt));
  }
}

interface SightingRow {
  readonly link: string;
  /** '' for a link that is not lost. */
  readonly loss: string;
  readonly place: LinkPlace;
  /** The id of the page that links. */
  readonly page: bigint;
}

/** None for invalid addresses. */
function rowOf(sighting: LinkSighting): SightingRow[] {
  const source = pageAddress(sighting.source_url);
  const target = pageAddress(sighting.link.target_url, sighting.source_url);
  if (source === undefined || target === undefined) return [];
  const { link, first_seen, last_seen, lost_at } = sighting;
  const key = [
    tsvText(target.host_key),
    tsvText(target.path_key),
    tsvText(source.host_key),
    tsvText(source.path_key),
    Math.max(0, LINK_TYPES.indexOf(link.type)),
    tsvText(link.anchor.slice(0, TEXT_MAX)),
    tsvText(link.alt.slice(0, TEXT_MAX)),
  ].join('\t');
  const cells = [
    domainLength(target),
    domainLength(source),
    tsvText(publicSuffix(source.host)),
    tsvTime(first_seen),
    newestOf(sighting, source, target),
    newestTextOf(sighting, last_seen),
  ];
  return [
    {
      link: `${key}\t${cells.join('\t')}\n`,
      loss: lost_at === undefined ? '' : `${key}\t${tsvTime(lost_at)}\n`,
      place: [target.host_key, target.path_key, source.host_key, source.path_key],
      page: pageId(source.host_key, source.path_key),
    },
  ];
}

function newestOf({ link, last_seen }: LinkSighting, source: PageAddress, target: PageAddress): string {
  const numbers = [
    link.dofollow ? 1 : 0,
    flagsOf(source),
    flagsOf(target),
    attributeBits(link.attributes),
    positionCode(link.position),
    Math.min(COUNT_MAX, Math.max(1, Math.trunc(link.count))),
  ];
  return `('${tsvTime(last_seen)}',${numbers.join(',')})`;
}

/** Without texts they are of no time, so that they never displace any. */
function newestTextOf({ link }: LinkSighting, lastSeen: Date): string {
  const texts = [
    link.image_url.slice(0, URL_MAX),
    link.text_pre.slice(-AROUND_MAX),
    link.text_post.slice(0, AROUND_MAX),
  ];
  const seen = texts.every((text) => text === '') ? NEVER : tsvTime(lastSeen);
  return `('${seen}',${texts.map(quoted).join(',')})`;
}

/** A text in a tuple is quoted, and escaped once. */
function quoted(text: string): string {
  return `'${tsvText(text).replaceAll("'", String.raw`\'`)}'`;
}

const RANK_COLUMNS = [
  'release',
  'domain_key',
  'harmonic_position',
  'harmonic',
  'pagerank_position',
  'pagerank',
  'hosts',
  'imported_at',
];

/** Writes published ranks of domains; a line of one release that comes again replaces the one before. */
export class EngineRankWriter implements RankWriter {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  async write(release: string, ranks: readonly DomainRank[], importedAt: Date): Promise<void> {
    if (ranks.length === 0) return;
    const start = tsvText(release) + '\t';
    const end = '\t' + tsvTime(importedAt) + '\n';
    let text = '';
    for (const rank of ranks) {
      text +=
        start +
        tsvText(rank.domain_key) +
        `\t${rank.harmonic_position}\t${rank.harmonic}\t${rank.pagerank_position}\t${rank.pagerank}\t${rank.hosts}` +
        end;
    }
    await this.#database.insert('imported_ranks', RANK_COLUMNS, [Buffer.from(text)]);
  }
}
