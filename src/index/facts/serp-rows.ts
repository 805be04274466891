import { listEntries } from '../../ports/serp-entries.ts';
import type { Serp, SerpEntry, SerpItem } from '../../ports/serp.ts';
import { readKeyword } from '../../text/keyword.ts';
import { pageAddress } from '../../web/url.ts';
import { textId } from '../database/ids.ts';
import { languageOfTag } from '../../web/words.ts';
import { codeOf, keywordKey, languageKey } from './keys.ts';
import type { SerpObservation } from './records.ts';
import { type Cell, factRow, type Kept, KEPT_COLUMNS, keptCells, type TableRows } from './rows.ts';
import { IDEA_COLUMNS, ideaRows } from './idea-rows.ts';

const CHECK_COLUMNS = [
  'keyword_key',
  'filters',
  'language',
  'engine',
  'location_code',
  'device',
  'check_id',
  'asked_location_code',
  'asked_device',
  'stop_at',
  'depth_asked',
  'organic_seen',
  'ended',
  'sees',
  'overview',
  'serp',
  ...KEPT_COLUMNS,
];

const ITEM_COLUMNS = [
  'host_key',
  'path_key',
  'check_id',
  'rank_absolute',
  'rank_group',
  'type',
  'url',
  'title',
  'keyword_key',
  'keyword',
  'language',
  'engine',
  'location_code',
  'device',
  ...KEPT_COLUMNS,
];

const LOOK_COLUMNS = [
  'engine',
  'location_code',
  'language',
  'device',
  'keyword_key',
  'check_id',
  'organic_seen',
  'ended',
  'shown',
  'domains',
  ...KEPT_COLUMNS,
];

const OUTLINE_COLUMNS = [
  'keyword_key',
  'engine',
  'location_code',
  'language',
  'device',
  'check_id',
  'depth_asked',
  'pages_fetched',
  'organic_seen',
  'ended',
  'sees',
  'overview',
  'shown',
  'linked',
  'entries',
  ...KEPT_COLUMNS,
];

/** Rows of a result page: the page, the items on it, and the searches that it proposes. */
export function serpRows(observation: SerpObservation, kept: Kept): TableRows[] {
  const { serp, filters } = observation;
  const isOpen = filters === '';
  const id = checkId(observation, kept);
  return [
    { table: 'serp_checks', columns: CHECK_COLUMNS, rows: [checkRow(observation, id, kept)] },
    {
      table: 'serp_items',
      columns: ITEM_COLUMNS,
      rows: isOpen ? serp.items.flatMap((item) => itemRow(serp, item, id, kept)) : [],
    },
    { table: 'serp_looks', columns: LOOK_COLUMNS, rows: isOpen ? [lookRow(serp, id, kept)] : [] },
    { table: 'serp_outlines', columns: OUTLINE_COLUMNS, rows: isOpen ? [outlineRow(serp, id, kept)] : [] },
    { table: 'keyword_ideas', columns: IDEA_COLUMNS, rows: isOpen ? proposedRows(serp, kept) : [] },
  ];
}

/** A page that is written down again has the same id. */
function checkId({ serp, filters }: SerpObservation, { source, observed_at }: Kept): bigint {
  const place = [codeOf(serp.location), serp.device ?? ''];
  const parts = [keywordKey(serp.keyword), filters, languageKey(serp.language), serp.engine, ...place, source];
  return textId(JSON.stringify([...parts, observed_at.getTime()]));
}

function checkRow(observation: SerpObservation, id: bigint, kept: Kept): string {
  const { serp, filters, asked_location_code, asked_device, stop_at } = observation;
  const cells: readonly Cell[] = [
    keywordKey(serp.keyword),
    filters,
    languageKey(serp.language),
    serp.engine,
    codeOf(serp.location),
    serp.device ?? '',
    id,
    asked_location_code ?? 0,
    asked_device ?? '',
    stop_at ?? '',
    Math.min(serp.depth_asked, SMALL_MAX),
    Math.min(serp.organic_seen, SMALL_MAX),
    serp.ended,
    serp.sees,
    serp.ai_overview.status,
    JSON.stringify(serp),
  ];
  return factRow([...cells, ...keptCells(kept)]);
}

const SMALL_MAX = 65_535;

function lookRow(serp: Serp, id: bigint, kept: Kept): string {
  const organic = serp.items.filter(({ type }) => type === 'organic');
  return factRow([
    serp.engine,
    codeOf(serp.location),
    languageKey(serp.language),
    serp.device ?? '',
    keywordKey(serp.keyword),
    id,
    Math.min(serp.organic_seen, SMALL_MAX),
    serp.ended,
    [...new Set(serp.items.map(({ type }) => type))],
    organic.toSorted((one, other) => one.rank_group - other.rank_group).map(({ domain }) => domain ?? ''),
    ...keptCells(kept),
  ]);
}

function outlineRow(serp: Serp, id: bigint, kept: Kept): string {
  const { entries, shown, linked } = listEntries(serp);
  return factRow([
    keywordKey(serp.keyword),
    serp.engine,
    codeOf(serp.location),
    languageKey(serp.language),
    serp.device ?? '',
    id,
    Math.min(serp.depth_asked, SMALL_MAX),
    Math.min(serp.pages_fetched, SMALL_MAX),
    Math.min(serp.organic_seen, SMALL_MAX),
    serp.ended,
    serp.sees,
    serp.ai_overview.status,
    shown,
    linked,
    entries.map(entryText),
    ...keptCells(kept),
  ]);
}

function entryText({ type, role, rank_absolute, rank_group, page, top_px, url }: SerpEntry): string {
  const top = top_px === null ? -1 : Math.round(top_px);
  const cells = [type, role, rank_absolute, rank_group, page, top, url ?? ''];
  return cells.map((cell) => String(cell).replaceAll('\t', ' ')).join('\t');
}

/** None for items that lead nowhere. */
function itemRow(serp: Serp, item: SerpItem, id: bigint, kept: Kept): string[] {
  const address = item.url === null ? undefined : pageAddress(item.url);
  if (address === undefined) return [];
  const cells: readonly Cell[] = [
    address.host_key,
    address.path_key,
    id,
    Math.min(item.rank_absolute, SMALL_MAX),
    Math.min(item.rank_group, SMALL_MAX),
    item.type,
    address.url,
    item.title ?? '',
    keywordKey(serp.keyword),
    serp.keyword,
    languageKey(serp.language),
    serp.engine,
    codeOf(serp.location),
    serp.device ?? '',
  ];
  return [factRow([...cells, ...keptCells(kept)])];
}

/** Questions and related searches, also under the stems of the keyword that the page is about. */
function proposedRows(serp: Serp, kept: Kept): string[] {
  const language = languageKey(serp.language);
  const about = readKeyword(serp.keyword, languageOfTag(language)).terms;
  const idea = {
    location_code: codeOf(serp.location),
    language,
    origin: keywordKey(serp.keyword),
    about,
    weight: 0,
    asked: 0,
  };
  const questions = (serp.people_also_ask ?? []).map(({ question }) => ({
    keyword: question,
    kind: 'people_also_ask' as const,
  }));
  const related = (serp.related_searches ?? []).map((keyword) => ({ keyword, kind: 'related_search' as const }));
  return [...questions, ...related].flatMap((proposed) => ideaRows({ ...idea, ...proposed }, kept));
}
