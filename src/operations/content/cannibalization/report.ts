import { z } from 'zod';

import { stripSiteName } from '../../../text/address.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { Level } from '../../../kernel/level.ts';
import { defineRowsTask, type Task } from '../../../kernel/task.ts';
import { noteIgnoredFields } from '../../../text/cells.ts';
import { compareText } from '../../../text/normalize.ts';
import { PAGE_TYPES } from '../../../text/page-types.ts';
import { INTENTS } from '../../../text/signals.ts';
import { intentOf } from '../../../text/subject.ts';
import { ACTIONS, PAGE_ACTIONS } from './actions.ts';
import { describeConflict, explainPreference } from './advice.ts';
import { type Cluster, clusterPages } from './clusters.ts';
import { type Conflict, findConflicts, type FocusKeyword, isAbout, readFocus } from './conflicts.ts';
import { COMPONENTS, GROUNDS, listSharedQueries, SENSITIVITIES, type Sensitivity } from './overlap.ts';
import { CannibalizationPage, type Page, readPages } from './pages.ts';
import { COMPETES, judgeStandings, type Standing, STANDINGS } from './standing.ts';
import { listClusterSteps } from './steps.ts';
import { VARIANT_KINDS } from './variants.ts';

export interface CannibalizationInput {
  readonly pages: readonly CannibalizationPage[];
  readonly target?: string | undefined;
  readonly focus_keywords?: readonly string[] | undefined;
  readonly sensitivity: Sensitivity;
}

const PageSignals = z.object({
  title: z.string(),
  status: z.enum(STANDINGS).describe('Only competing pages, and variants without a canonical, can be in conflict.'),
  status_reason: z.string(),
  variant_kind: z.enum(VARIANT_KINDS).nullable(),
  gives_way_to: z
    .string()
    .nullable()
    .describe('The page in the request that this one is a variant of or names as its canonical.'),
  page_type: z.enum(PAGE_TYPES),
  page_type_confidence: z.number(),
  intent: z.enum(INTENTS),
  purpose: z.string().nullable().describe('What its searchers want; null where nothing indicates it.'),
  subject: z.array(z.string()).describe('Words that define its topic.'),
  primary_keyword: z.string().nullable(),
  keywords_count: z.int(),
  ranking_queries_count: z.int().nullable(),
  language: z.string().describe('ISO 639-1, empty where unknown.'),
  address_language: z.string().describe('Language in the URL; empty when it has none.'),
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
  action: z.enum(ACTIONS).describe('The action of its pages that changes most; page_actions has one for each page.'),
  page_actions: z.array(
    z.object({
      url: z.string(),
      action: z.enum(PAGE_ACTIONS),
      target_url: z
        .string()
        .nullable()
        .describe('The page that it goes to, links to or is set apart from. It always stays. Null for keep.'),
    }),
  ),
  severity: Level,
  steps: z.array(z.string()),
});

export const CannibalizationReport = z.object({
  sensitivity: z.enum(SENSITIVITIES),
  pages: z.array(z.object({ url: z.string(), signals: PageSignals })),
  conflicts: z.array(ConflictRow).describe('At most 500, the most severe first; counts has the total.'),
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
    solved: z
      .int()
      .describe(
        'Not indexable, canonicalised to another page, or a variant that search engines consolidate themselves.',
      ),
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
 * Finds pages that compete for the same searches and says which to keep.
 *
 * Pages that do not compete (noindex, canonicalised, variants) are understood first; the order of the pages has no effect.
 */
export function findCannibalization(input: CannibalizationInput): CannibalizationReport {
  const pages = readPages(input.pages, input.target);
  const standings = judgeStandings(pages);
  const focus = readFocus(input.focus_keywords);
  const conflicts = findConflicts(pages, standings, focus, input.sensitivity);
  const clusters = clusterPages(conflicts, standings);
  const involved = countBy(conflicts.flatMap(({ one, other }) => [one, other]));
  const severities = countBy(conflicts.map(({ severity }) => severity));
  const actions = countBy(clusters.map(({ action }) => action));
  const competing = pages.filter((page) => standings.get(page)?.status === 'competes');
  return {
    sensitivity: input.sensitivity,
    pages: pages.map((page) => ({
      url: page.url,
      signals: toSignals(page, standings.get(page) ?? COMPETES, involved.get(page) ?? 0),
    })),
    conflicts: conflicts.slice(0, CONFLICTS_MAX).map(toConflictRow),
    clusters: clusters.map((cluster, at) => toClusterRow(cluster, at, standings)),
    focus_keywords: focus.map((keyword) => checkFocusKeyword(keyword, competing)),
    counts: {
      pages: pages.length,
      competing: competing.length,
      solved: pages.filter((page) => standings.get(page)?.status !== 'competes' && !involved.has(page)).length,
      conflicts: conflicts.length,
      clusters: clusters.length,
      by_severity: {
        high: severities.get('high') ?? 0,
        medium: severities.get('medium') ?? 0,
        low: severities.get('low') ?? 0,
      },
      by_action: Object.fromEntries(ACTIONS.map((name) => [name, actions.get(name) ?? 0])),
    },
    notes: listNotes(input, pages, standings, conflicts.length),
  };
}

export const cannibalization: Task<CannibalizationInput, CannibalizationReport> = defineRowsTask(
  import.meta.url,
  'cannibalization',
  findCannibalization,
);

function countBy<Item>(items: readonly Item[]): ReadonlyMap<Item, number> {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function toSignals(page: Page, standing: Standing, conflicts: number): z.infer<typeof PageSignals> {
  const subject = page.primary ?? page.titled.whole;
  const { title, primary_keyword, language, address_language, clicks, impressions, avg_position, backlinks } = page;
  return {
    title,
    status: standing.status,
    status_reason: standing.why,
    variant_kind: standing.variant_kind,
    gives_way_to: standing.of?.url ?? null,
    page_type: page.type.value,
    page_type_confidence: page.type.confidence,
    intent: intentOf(subject).value,
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
    shared_queries: listSharedQueries(one, other).slice(0, 20),
    overlap_score: overlap.score,
    score_components: { ...overlap.components },
    severity,
    grounds: [...grounds],
    focus_keywords: [...focus],
    evidence: describeConflict(conflict),
  };
}

function toClusterRow(
  cluster: Cluster,
  at: number,
  standings: ReadonlyMap<Page, Standing>,
): z.infer<typeof ClusterRow> {
  const kept = cluster.preferences[0];
  if (kept === undefined) throw new Error('A cluster has at least two pages.');
  return {
    id: `cluster-${at + 1}`,
    intent: cluster.intent,
    subject: kept.page.primary_keyword ?? (stripSiteName(kept.page.title, kept.page.url) || kept.page.url),
    pages: cluster.pages.map(({ url }) => url),
    preferred_url: kept.page.url,
    why_preferred: explainPreference(cluster),
    preference_scores: cluster.preferences
      .slice(0, 20)
      .map(({ page, score, components }) => ({ url: page.url, score, score_components: { ...components } })),
    action: cluster.action,
    page_actions: cluster.decisions.map(({ page, action, target }) => ({
      url: page.url,
      action,
      target_url: target?.url ?? null,
    })),
    severity: cluster.conflicts[0]?.severity ?? 'low',
    steps: listClusterSteps(cluster, standings),
  };
}

function checkFocusKeyword(
  focus: FocusKeyword,
  competing: readonly Page[],
): CannibalizationReport['focus_keywords'][number] {
  const found = competing.filter((page) => isAbout(focus, page));
  const status = (['no_page', 'one_page'] as const)[found.length] ?? 'several_pages';
  return { keyword: focus.text, pages: found.slice(0, 20).map(({ url }) => url), status };
}

function listNotes(
  input: CannibalizationInput,
  pages: readonly Page[],
  standings: ReadonlyMap<Page, Standing>,
  conflicts: number,
): string[] {
  const notes: string[] = [];
  const folded = input.pages.length - pages.length;
  if (folded > 0)
    notes.push(
      `${counted(folded, 'row')} ${agree(folded, 'repeats')} the URL of another row, apart from tracking parameters or the scheme, and ` +
        `${agree(folded, 'was')} merged with it.`,
    );
  if (pages.every(({ queries }) => queries === undefined))
    notes.push('Without ranking_queries, pages were compared by titles and keywords alone.');
  notes.push(...pages.flatMap((page) => noteCanonical(page, standings)).slice(0, 20));
  if (conflicts > CONFLICTS_MAX)
    notes.push(`${counted(conflicts, 'conflict')} were found; the ${CONFLICTS_MAX} most severe are listed.`);
  return [...notes, ...noteIgnoredFields('pages', input.pages, CannibalizationPage.shape)];
}

/** A canonical to a page that itself gives way solves nothing. */
function noteCanonical(page: Page, standings: ReadonlyMap<Page, Standing>): string[] {
  const standing = standings.get(page);
  const target = standing?.of;
  if (standing?.status !== 'canonicalised' || target === undefined) return [];
  const back = standings.get(target);
  if (back?.status === 'noindex')
    return [`The canonical of ${page.url} points to ${target.url}, which is not indexable.`];
  if (back?.status !== 'canonicalised' || back.of !== page || compareText(page.key, target.key) > 0) return [];
  return [`${page.url} and ${target.url} name each other as canonical, so neither counts.`];
}
