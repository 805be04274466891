import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { compareText } from '../../../text/normalize.ts';
import { INTENTS } from '../../../text/signals.ts';
import { PAGE_TYPES } from '../../../text/page-types.ts';
import { noteIgnoredFields } from '../../../text/cells.ts';
import { type Action, ACTIONS, type Cluster, clustersOf, outdatedIn } from './clusters.ts';
import { type Conflict, evidenceOf, findConflicts, isAbout, readFocus } from './conflicts.ts';
import { type CannibalizationInput, CannibalizationPage, SENSITIVITIES } from './input.ts';
import { COMPONENTS, GROUNDS, sharedQueries } from './overlap.ts';
import { type Page, readPages } from './pages.ts';
import { COMPETES, type Standing, STANDINGS, standingsOf } from './standing.ts';
import { stepsFor } from './steps.ts';
import { VARIANT_KINDS } from './variants.ts';

const PageSignals = z.object({
  title: z.string(),
  status: z.enum(STANDINGS).describe('Only pages that compete, and versions without a canonical, can be in conflict.'),
  status_reason: z.string(),
  variant_kind: z.enum(VARIANT_KINDS).nullable(),
  gives_way_to: z.string().nullable().describe('Page of the request that it is a version of or names as canonical.'),
  page_type: z.enum(PAGE_TYPES),
  page_type_confidence: z.number(),
  intent: z.enum(INTENTS),
  purpose: z.string().nullable().describe('What its searchers want; null where nothing tells.'),
  subject: z.array(z.string()).describe('Words that say what it is about.'),
  primary_keyword: z.string().nullable(),
  keywords_count: z.int(),
  ranking_queries_count: z.int().nullable(),
  language: z.string().describe('ISO 639-1, empty where unknown.'),
  address_language: z.string().describe('Language that the address names; empty when it names none.'),
  clicks: z.number().nullable(),
  impressions: z.number().nullable(),
  avg_position: z.number().nullable(),
  backlinks: z.number().nullable(),
  conflicts: z.int(),
});

const ConflictRow = z.object({
  pages: z.array(z.string()).length(2),
  shared_queries: z.array(z.string()),
  overlap_score: z.int(),
  score_components: z.object(Object.fromEntries(COMPONENTS.map((name) => [name, z.int()]))),
  severity: Level,
  grounds: z.array(z.enum([...GROUNDS, 'version'])),
  focus_keywords: z.array(z.string()),
  evidence: z.array(z.string()),
});

const ClusterRow = z.object({
  id: z.string(),
  intent: z.enum(INTENTS),
  subject: z.string(),
  pages: z.array(z.string()),
  preferred_url: z.string(),
  why_preferred: z.string(),
  preference_scores: z.array(
    z.object({ url: z.string(), score: z.int(), score_components: z.record(z.string(), z.int()) }),
  ),
  action: z.enum(ACTIONS),
  severity: Level,
  steps: z.array(z.string()),
});

export const CannibalizationReport = z.object({
  sensitivity: z.enum(SENSITIVITIES),
  pages: z.array(z.object({ url: z.string(), signals: PageSignals })),
  conflicts: z.array(ConflictRow).describe('At most 500, the gravest first; counts has the total.'),
  clusters: z.array(ClusterRow),
  focus_keywords: z.array(
    z.object({
      keyword: z.string(),
      pages: z.array(z.string()),
      status: z.enum(['one_page', 'several_pages', 'no_page']),
    }),
  ),
  counts: z.object({
    pages: z.int(),
    competing: z.int(),
    solved: z.int().describe('Not indexable, canonicalised, or a version that search engines fold by themselves.'),
    conflicts: z.int(),
    clusters: z.int(),
    by_severity: z.object({ high: z.int(), medium: z.int(), low: z.int() }),
    by_action: z.object(Object.fromEntries(ACTIONS.map((name) => [name, z.int()]))),
  }),
  notes: z.array(z.string()),
});
export type CannibalizationReport = z.infer<typeof CannibalizationReport>;

const CONFLICTS_MAX = 500;

/**
 * Finds pages that are after the same searches and says which to keep.
 *
 * Pages that do not compete (noindex, canonicalised, versions) are understood first; the order of the pages has no effect.
 */
export function findCannibalization(input: CannibalizationInput): CannibalizationReport {
  const pages = readPages(input);
  const standings = standingsOf(pages);
  const conflicts = findConflicts(pages, standings, input);
  const clusters = clustersOf(conflicts, standings);
  const severities = conflicts.map(({ severity }) => severity);
  const involved = new Map<Page, number>();
  for (const { one, other } of conflicts)
    for (const page of [one, other]) involved.set(page, (involved.get(page) ?? 0) + 1);
  const actions = clusters.map(({ action }) => action);
  const competing = pages.filter((page) => standings.get(page)?.status === 'competes').length;
  return {
    sensitivity: input.sensitivity,
    pages: pages.map((page) => ({
      url: page.url,
      signals: signalsOf(page, standings.get(page) ?? COMPETES, involved.get(page) ?? 0),
    })),
    conflicts: conflicts.slice(0, CONFLICTS_MAX).map(toConflictRow),
    clusters: clusters.map((cluster, at) => toClusterRow(cluster, at)),
    focus_keywords: focusOf(input, pages, standings),
    counts: {
      pages: pages.length,
      competing,
      solved: pages.filter((page) => standings.get(page)?.status !== 'competes' && !involved.has(page)).length,
      conflicts: conflicts.length,
      clusters: clusters.length,
      by_severity: {
        high: severities.filter((level) => level === 'high').length,
        medium: severities.filter((level) => level === 'medium').length,
        low: severities.filter((level) => level === 'low').length,
      },
      by_action: Object.fromEntries(
        ACTIONS.map((name) => [name, actions.filter((action: Action) => action === name).length]),
      ),
    },
    notes: notesOf(input, pages, standings, conflicts.length),
  };
}

function signalsOf(page: Page, standing: Standing, conflicts: number): z.infer<typeof PageSignals> {
  const subject = page.primary ?? page.title_subject;
  const { title, primary_keyword, language, address_language, clicks, impressions, avg_position, backlinks } = page;
  return {
    title,
    status: standing.status,
    status_reason: standing.why,
    variant_kind: standing.variant_kind,
    gives_way_to: standing.of?.url ?? null,
    page_type: page.type.value,
    page_type_confidence: page.type.confidence,
    intent: subject.intent.value,
    purpose: page.purpose ?? null,
    subject: [...subject.written.values()],
    primary_keyword,
    keywords_count: page.declared.size,
    ranking_queries_count: page.queries?.size ?? null,
    language,
    address_language,
    clicks,
    impressions,
    avg_position,
    backlinks,
    conflicts,
  };
}

function toConflictRow(conflict: Conflict): z.infer<typeof ConflictRow> {
  const { one, other, overlap, severity, grounds, focus } = conflict;
  return {
    pages: [one.url, other.url],
    shared_queries: sharedQueries(one, other).slice(0, 20),
    overlap_score: overlap.score,
    score_components: { ...overlap.components },
    severity,
    grounds: [...grounds],
    focus_keywords: [...focus],
    evidence: evidenceOf(conflict),
  };
}

function toClusterRow(cluster: Cluster, at: number): z.infer<typeof ClusterRow> {
  const kept = cluster.preferences[0];
  if (kept === undefined) throw new Error('A cluster has at least two pages.');
  const subject = kept.page.primary_keyword ?? (kept.page.title === '' ? kept.page.url : kept.page.title);
  return {
    id: `cluster-${at + 1}`,
    intent: cluster.intent,
    subject,
    pages: cluster.pages.map(({ url }) => url),
    preferred_url: kept.page.url,
    why_preferred: whyPreferred(cluster),
    preference_scores: cluster.preferences
      .slice(0, 20)
      .map(({ page, score, components }) => ({ url: page.url, score, score_components: { ...components } })),
    action: cluster.action,
    severity: cluster.conflicts[0]?.severity ?? 'low',
    steps: stepsFor(cluster),
  };
}

const WHY = {
  clicks: 'the most clicks',
  impressions: 'the most impressions',
  position: 'the best average position',
  backlinks: 'the most backlinks',
  canonical: 'a canonical of its own',
  relevance: 'its keyword in its title',
} as const;

function whyPreferred(cluster: Cluster): string {
  const { preferences, action } = cluster;
  const [kept, ...others] = preferences;
  if (kept === undefined) return '';
  if (action === 'canonicalise') return 'It is the plain address that the others are versions of.';
  const edition = whyEdition(cluster, kept.page);
  if (edition !== undefined) return edition;
  const names = ['clicks', 'impressions', 'position', 'backlinks', 'canonical', 'relevance'] as const;
  if (cluster.kinds_differ && conflictsOwned(cluster, kept.page))
    return `It is made for "${kept.page.primary_keyword ?? ''}", which both are shown for.`;
  const ahead = names.filter((name) => others.every(({ components }) => kept.components[name] > components[name]));
  if (ahead.length === 0)
    return kept.score === 0
      ? 'No figure tells the pages apart; it has the shortest address.'
      : `It scores ${kept.score} against ${others[0]?.score ?? 0}, without a lead in any single figure.`;
  return `It has ${ahead
    .slice(0, 3)
    .map((name) => WHY[name])
    .join(', ')} of the group.`;
}

function conflictsOwned({ conflicts }: Cluster, page: Page): boolean {
  const own = page.queries?.get(page.primary_key)?.text;
  return own !== undefined && conflicts.some(({ overlap }) => overlap.primary_shared.includes(own));
}

/** The newer edition is kept even where the old one has more clicks: a redirect takes them along. */
function whyEdition({ conflicts }: Cluster, kept: Page): string | undefined {
  const own = conflicts.filter(({ one, other }) => one === kept || other === kept);
  const [first] = own.flatMap(outdatedIn).filter((page) => page !== kept);
  if (first === undefined) return undefined;
  const isNewer = kept.year !== null && first.year !== null && kept.year > first.year;
  const reason = isNewer
    ? `It is the newer edition: ${kept.year} against ${first.year}.`
    : 'Its address names no year, so that it can be kept up to date.';
  const more = kept.clicks !== null && first.clicks !== null && first.clicks > kept.clicks;
  return more
    ? `${reason} The other has more clicks (${first.clicks} against ${kept.clicks}), which a redirect takes along.`
    : reason;
}

function focusOf(
  input: CannibalizationInput,
  pages: readonly Page[],
  standings: ReadonlyMap<Page, Standing>,
): CannibalizationReport['focus_keywords'] {
  const competing = pages.filter((page) => standings.get(page)?.status === 'competes');
  return readFocus(input).map((focus) => {
    const found = competing.filter((page) => isAbout(focus, page));
    const status = (['no_page', 'one_page'] as const)[found.length] ?? 'several_pages';
    return { keyword: focus.text, pages: found.slice(0, 20).map(({ url }) => url), status };
  });
}

function notesOf(
  input: CannibalizationInput,
  pages: readonly Page[],
  standings: ReadonlyMap<Page, Standing>,
  conflicts: number,
): string[] {
  const notes: string[] = [];
  const folded = input.pages.length - pages.length;
  if (folded > 0)
    notes.push(
      `${folded === 1 ? '1 row repeats' : `${folded} rows repeat`} the address of another row, but for tracking parameters or scheme, and ` +
        `${folded === 1 ? 'was' : 'were'} read with it.`,
    );
  if (pages.every(({ queries }) => queries === undefined))
    notes.push('No ranking_queries were given: pages were compared by titles and keywords alone.');
  notes.push(...pages.flatMap((page) => canonicalNotes(page, standings)).slice(0, 20));
  if (conflicts > CONFLICTS_MAX)
    notes.push(`${conflicts} conflicts were found; the ${CONFLICTS_MAX} gravest are listed.`);
  return [...notes, ...noteIgnoredFields('pages', input.pages, CannibalizationPage.shape)];
}

/** A canonical that leads to a page which gives way itself solves nothing. */
function canonicalNotes(page: Page, standings: ReadonlyMap<Page, Standing>): string[] {
  const standing = standings.get(page);
  const target = standing?.of;
  if (standing?.status !== 'canonicalised' || target === undefined) return [];
  const back = standings.get(target);
  if (back?.status === 'noindex') return [`${page.url} names ${target.url} as canonical, which is not indexable.`];
  if (back?.status !== 'canonicalised' || back.of !== page || compareText(page.key, target.key) > 0) return [];
  return [`${page.url} and ${target.url} name each other as canonical: neither stands.`];
}
