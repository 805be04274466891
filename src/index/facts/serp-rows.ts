import { listEntries } from '../../ports/serp-entries.ts';
import type { Serp, SerpEntry, SerpItem } from '../../ports/serp.ts';
import { readKeyword } from '../../text/keyword.ts';
import { pageAddress } from '../../web/url.ts';
import { textId } from '../database/ids.ts';
import { languageOfTag } from '../../web/words.ts';
import type { Row, TableRows } from '../write/table-rows.ts';
import { codeOf, keywordKey, languageKey } from './keys.ts';
import type { SerpObservation } from './records.ts';
import { ideaRows } from './keyword-rows.ts';
import { factRows, type Kept, SMALL_MAX } from './rows.ts';

/** Rows of a result page: the page, the items on it, and the searches that it proposes. */
export function serpRows(observation: SerpObservation, kept: Kept): TableRows[] {
  const { serp, filters } = observation;
  const series = seriesCells(observation, kept);
  const check = factRows('serp_checks', [{ ...series, ...checkCells(observation) }], kept);
  // Where domains were limited nobody ranks.
  if (filters !== '') return [check];
  const { keyword } = serp;
  const items = serp.items.flatMap((item) => itemCells(item).map((cells) => ({ ...series, keyword, ...cells })));
  return [
    check,
    factRows('serp_items', items, kept),
    factRows('serp_looks', [{ ...series, ...lookCells(serp) }], kept),
    factRows('serp_outlines', [{ ...series, ...outlineCells(serp) }], kept),
    factRows('keyword_ideas', proposedRows(serp), kept),
  ];
}

/** What tells checks apart. A page that is written down again has the same id. */
function seriesCells({ serp, filters }: SerpObservation, { source, observed_at }: Kept) {
  const keyword_key = keywordKey(serp.keyword);
  const language = languageKey(serp.language);
  const { engine } = serp;
  const location_code = codeOf(serp.location);
  const device = serp.device ?? '';
  const parts = [keyword_key, filters, language, engine, location_code, device, source, observed_at.getTime()];
  return { keyword_key, language, engine, location_code, device, check_id: textId(JSON.stringify(parts)) };
}

function checkCells({ serp, filters, asked_location_code, asked_device, stop_at }: SerpObservation): Row {
  return {
    filters,
    asked_location_code: asked_location_code ?? 0,
    asked_device: asked_device ?? '',
    stop_at: stop_at ?? '',
    depth_asked: Math.min(serp.depth_asked, SMALL_MAX),
    organic_seen: Math.min(serp.organic_seen, SMALL_MAX),
    ended: serp.ended,
    sees: serp.sees,
    overview: serp.ai_overview.status,
    serp: JSON.stringify(serp),
  };
}

function lookCells(serp: Serp): Row {
  const organic = serp.items.filter(({ type }) => type === 'organic');
  return {
    organic_seen: Math.min(serp.organic_seen, SMALL_MAX),
    ended: serp.ended,
    shown: [...new Set(serp.items.map(({ type }) => type))],
    domains: organic.toSorted((one, other) => one.rank_group - other.rank_group).map(({ domain }) => domain ?? ''),
  };
}

function outlineCells(serp: Serp): Row {
  const { entries, shown, linked } = listEntries(serp);
  return {
    depth_asked: Math.min(serp.depth_asked, SMALL_MAX),
    pages_fetched: Math.min(serp.pages_fetched, SMALL_MAX),
    organic_seen: Math.min(serp.organic_seen, SMALL_MAX),
    ended: serp.ended,
    sees: serp.sees,
    overview: serp.ai_overview.status,
    shown,
    linked,
    entries: entries.map(entryText),
  };
}

function entryText({ type, role, rank_absolute, rank_group, page, top_px, url }: SerpEntry): string {
  const top = top_px === null ? -1 : Math.round(top_px);
  const cells = [type, role, rank_absolute, rank_group, page, top, url ?? ''];
  return cells.map((cell) => String(cell).replaceAll('\t', ' ')).join('\t');
}

/** None for items that lead nowhere. */
function itemCells(item: SerpItem): Row[] {
  const address = item.url === null ? undefined : pageAddress(item.url);
  if (address === undefined) return [];
  const { host_key, path_key, url } = address;
  return [
    {
      host_key,
      path_key,
      rank_absolute: Math.min(item.rank_absolute, SMALL_MAX),
      rank_group: Math.min(item.rank_group, SMALL_MAX),
      type: item.type,
      url,
      title: item.title ?? '',
    },
  ];
}

/** Questions and related searches, also under the stems of the keyword that the page is about. */
function proposedRows(serp: Serp): Row[] {
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
  return [...questions, ...related].flatMap((proposed) => ideaRows({ ...idea, ...proposed }));
}
