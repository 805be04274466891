import type { LinkSighting } from '../../ports/imports.ts';
import type { ReportedDomain, ToolFact } from '../../ports/tool-facts.ts';
import { pageAddress } from '../../web/url.ts';
import { dateOf } from './dates.ts';
import { readVolume } from './figures.ts';
import type { Headings } from './headings.ts';
import { isLost, saysLost } from './link-words.ts';
import { addressOf, cellOf, type Doubt, isPublic, readRow, type Refusal } from './sighting.ts';
import { OTHER_TOOL, readFigure } from './tool-figures.ts';

/** What a row of a table says: a link, a domain that links, or figures alone. */
export interface ToldRow {
  readonly sighting: LinkSighting | undefined;
  readonly domain: ReportedDomain | undefined;
  readonly facts: readonly ToolFact[];
}

type ToldResult =
  | { readonly told: ToldRow; readonly refused: undefined; readonly doubts: readonly Doubt[] }
  | { readonly told: undefined; readonly refused: Refusal };

interface ToldRules {
  /** Where the links lead when the table has no column for it. */
  readonly target: string | undefined;
  /** When the links were seen that have no date of their own. */
  readonly seen_at: Date;
}

/** How the rows of a table with these headings are read. */
export function rowReader(headings: Headings, rules: ToldRules): (cells: readonly string[]) => ToldResult {
  switch (headings.kind) {
    case 'links':
      return (cells) => readLink(cells, headings, rules);
    case 'domains':
      return (cells) => readDomain(cells, headings, rules);
    case 'pages':
      return (cells) => readPage(cells, headings);
  }
}

type Of<Kind extends Headings['kind']> = Extract<Headings, { readonly kind: Kind }>;

function readLink(cells: readonly string[], headings: Of<'links'>, rules: ToldRules): ToldResult {
  const read = readRow(cells, { places: headings.places, ...rules });
  if (read.sighting === undefined) return { told: undefined, refused: read.refused };
  const { source_url, link } = read.sighting;
  const facts = figuresOf(cells, headings).map(({ about, ...metric }): ToolFact => {
    const of = about === 'target_page' ? link.target_url : source_url;
    return { ...metric, about: about === 'domain' ? 'domain' : 'page', of };
  });
  return { refused: undefined, doubts: read.doubts, told: { sighting: read.sighting, domain: undefined, facts } };
}

function readDomain(cells: readonly string[], headings: Of<'domains'>, { seen_at }: ToldRules): ToldResult {
  const cell = cellOf(cells, headings.places);
  const domain = hostOf(cell('domain'));
  if (domain === undefined) return { told: undefined, refused: { kind: 'linking_domain', detail: cell('domain') } };
  const fields = ['first_seen', 'last_seen'] as const;
  const doubts = fields.flatMap((field): Doubt[] => {
    const text = cell(field);
    return text === '' || dateOf(text, seen_at) !== undefined ? [] : [{ kind: 'date', field, text }];
  });
  const last_seen = dateOf(cell('last_seen'), seen_at) ?? null;
  const isGone = isLost(cell('lost')) || saysLost(cell('state'));
  const told: ReportedDomain = {
    domain,
    backlinks: countOf(cell('backlinks')),
    dofollow_backlinks: countOf(cell('dofollow_backlinks')),
    referring_pages: countOf(cell('referring_pages')),
    target_pages: countOf(cell('target_pages')),
    first_seen: dateOf(cell('first_seen'), seen_at) ?? null,
    last_seen,
    lost_at: isGone ? (dateOf(cell('lost'), seen_at) ?? last_seen ?? seen_at) : null,
  };
  const facts = figuresOf(cells, headings).map(({ about: _about, ...metric }): ToolFact => ({
    ...metric,
    about: 'domain',
    of: domain,
  }));
  return { refused: undefined, doubts, told: { sighting: undefined, domain: told, facts } };
}

function readPage(cells: readonly string[], headings: Of<'pages'>): ToldResult {
  const cell = cellOf(cells, headings.places);
  const page = addressOf(cell('target_page'));
  if (page === undefined) return { told: undefined, refused: { kind: 'target_url', detail: cell('target_page') } };
  const tool = headings.tool ?? OTHER_TOOL;
  const counts = (['incoming_links', 'linking_sites'] as const).flatMap((metric): ToolFact[] => {
    const value = countOf(cell(metric));
    return value === null ? [] : [{ tool, metric, value, about: 'page', of: page }];
  });
  const figures = figuresOf(cells, headings).map(({ about: _about, ...metric }): ToolFact => ({
    ...metric,
    about: 'page',
    of: page,
  }));
  return {
    refused: undefined,
    doubts: [],
    told: { sighting: undefined, domain: undefined, facts: [...counts, ...figures] },
  };
}

function figuresOf(cells: readonly string[], { figures }: Headings) {
  return figures.flatMap((column) => {
    const figure = readFigure(column, cells[column.at] ?? '');
    return figure === undefined ? [] : [{ ...figure, about: column.about }];
  });
}

/** A report names domains, and now and then the address of a site. */
function hostOf(text: string): string | undefined {
  const host = pageAddress(/^https?:\/\//i.test(text) ? text : `https://${text}`)?.host;
  return text === '' || !isPublic(host) ? undefined : host;
}

function countOf(text: string): number | null {
  return readVolume(text)?.value ?? null;
}
