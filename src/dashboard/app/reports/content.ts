import { periodOf } from './fact-texts.ts';
import { barsOf, matrixOf, sharesOf } from './make.ts';
import { named, report } from './report.ts';
import { writing } from './writing.ts';

const PAGES_MAX = 30;

export const content = [
  ...writing,
  report('content.cannibalization', {
    place: 'content',
    title: (input) => `Pages of ${named(input, 'target', 'site')} that compete`,
    answer: (r, say) => {
      const [first] = r.clusters;
      if (r.counts.clusters === 0) return say.strong('No pages compete with each other.');
      return (
        say.strong(
          `${say.count(r.counts.clusters, 'group')} of pages ${say.agree(r.counts.clusters, 'competes', 'compete')}`,
        ) + (first === undefined ? '.' : `; settle “${first.subject}” first.`)
      );
    },
    cards: [
      { field: 'counts.conflicts', label: 'Conflicts', better: 'lower' },
      { field: 'counts.by_severity.high', label: 'Severe', better: 'lower' },
      { field: 'counts.clusters', label: 'Groups' },
      { field: 'counts.solved', label: 'Solved', better: 'higher' },
      { field: 'counts.pages', label: 'Pages read' },
      { field: 'counts.competing', label: 'Can compete' },
    ],
    charts: [
      {
        title: 'Overlap of pages',
        draws: ['conflicts'],
        spec: (r) => {
          const pages = [...new Set(r.conflicts.flatMap((each) => each.pages))].slice(0, PAGES_MAX);
          if (pages.length < 2) return undefined;
          return {
            kind: 'matrix',
            axes: ['Page', 'Page'],
            measure: 'Overlap of 100',
            rows: pages.map(pathOf),
            columns: pages.map(pathOf),
            cells: pages.map((one) =>
              pages.map((other) => {
                if (one === other) return { text: '', heat: null, isHatched: true };
                const found = r.conflicts.find((each) => each.pages.includes(one) && each.pages.includes(other));
                return found === undefined
                  ? { text: '', heat: null }
                  : {
                      text: String(found.overlap_score),
                      heat: found.overlap_score / 100,
                      hint: found.evidence.join(' '),
                    };
              }),
            ),
          };
        },
      },
      { title: 'What to do', draws: ['counts.by_action'], spec: (r) => barsOf(r.counts.by_action) },
    ],
    tables: {
      clusters: {
        title: 'Groups',
        columns: ['subject › why_preferred', 'severity', 'preferred_url', 'pages', 'action', 'steps'],
        tab: 'Groups',
      },
      conflicts: {
        title: 'Conflicts',
        columns: ['pages', 'overlap_score', 'shared_queries', 'evidence', 'severity'],
        sort: '-overlap_score',
        tab: 'Conflicts',
      },
      pages: {
        title: 'Pages',
        columns: [
          'url',
          'signals.status',
          'signals.title',
          'signals.clicks',
          'signals.avg_position',
          'signals.conflicts',
        ],
        tab: 'Pages',
      },
      focus_keywords: { title: 'Keywords asked about', columns: ['keyword', 'status', 'pages'], tab: 'Keywords' },
    },
    facts: [
      { field: 'counts.by_severity.medium', label: 'Conflicts of medium severity' },
      { field: 'counts.by_severity.low', label: 'Conflicts of low severity' },
      'sensitivity',
    ],
    left_out: ['counts'],
  }),
  report('content.competitor-gap-matrix', {
    place: 'content',
    title: (input) => `Topics that competitors of ${named(input, 'target', 'site')} cover`,
    answer: (r, say) => {
      const [first] = r.opportunities;
      return (
        say.strong(
          r.counts.gaps === 0
            ? 'No topic gaps found'
            : r.counts.own_pages === null
              ? `Competitors cover ${say.count(r.counts.gaps, 'topic')}; your pages are unknown`
              : `You are missing ${say.count(r.counts.gaps, 'topic')}`,
        ) +
        (first === undefined
          ? '.'
          : `; ${say.count(first.competitor_count, 'competitor')} ${say.agree(first.competitor_count, 'covers', 'cover')} “${first.topic}”.`)
      );
    },
    cards: [
      { field: 'counts.gaps', label: 'Topics you lack', better: 'lower' },
      { field: 'counts.gaps_touched', label: 'Only touched', better: 'lower' },
      { field: 'counts.covered', label: 'Covered', better: 'higher' },
      { field: 'counts.own_only', label: 'Only yours', better: 'higher' },
      { field: 'counts.competitors', label: 'Competitors' },
      { field: 'counts.topics', label: 'Topics' },
    ],
    charts: [
      {
        title: 'Kinds of pages by buyer stage',
        draws: ['matrix'],
        spec: (r) => {
          const most = Math.max(1, ...r.matrix.map(({ competitor_average }) => competitor_average));
          return matrixOf(r.matrix, {
            axes: ['Kind of page', 'Buyer stage'],
            measure: 'Your pages against the average of a competitor; the deeper, the more they have',
            row: ({ page_type }) => page_type.replaceAll('_', ' '),
            column: ({ buyer_stage }) => buyer_stage,
            cell: ([first]) =>
              first === undefined
                ? { text: '', heat: null }
                : {
                    text: `${first.status === null ? '?' : first.own} / ${first.competitor_average}`,
                    heat: first.competitor_average === 0 ? null : first.competitor_average / most,
                    hint: first.status?.replaceAll('_', ' ') ?? 'your pages are unknown',
                  },
          });
        },
      },
    ],
    tables: {
      opportunities: {
        title: 'Topics to write about',
        columns: [
          'topic › suggested_title',
          'score',
          'competitor_count',
          'own_coverage',
          'page_type',
          'buyer_stage',
          'demand',
          'priority',
        ],
        sort: '-score',
        tab: 'You lack',
      },
      covered_topics: {
        title: 'Covered',
        columns: ['topic', 'own_pages', 'competitors_covering', 'page_type'],
        tab: 'Covered',
      },
      own_advantages: {
        title: 'Only yours',
        columns: ['topic', 'own_pages', 'page_type', 'demand'],
        tab: 'Only yours',
      },
      matrix: {
        title: 'Matrix',
        columns: ['page_type', 'buyer_stage', 'own', 'competitors', 'competitor_average', 'status'],
        tab: 'Matrix',
      },
      focus_topics: { title: 'Topics asked about', columns: ['topic', 'status', 'topics'], tab: 'Asked about' },
      set_aside: { title: 'Set aside', columns: ['title › url', 'domain'], tab: 'Set aside' },
    },
    facts: [
      { field: 'counts.competitor_pages', label: 'Pages of competitors read' },
      { field: 'counts.own_pages', label: 'Your pages read' },
      { field: 'counts.not_topics', label: 'Pages that are no topics' },
    ],
    left_out: ['weights', 'opportunities_total', 'counts'],
  }),
  report('content.programmatic-template', {
    place: 'content',
    title: (input) => `Template ${named(input, 'keyword_pattern')}`,
    answer: (r, say) =>
      say.strong(capital(r.launch_decision.replaceAll('_', ' '))) +
      `: ${say.figure(r.measures.near_duplicate_share, 'share')} of the samples are near duplicates, ${say.figure(r.measures.thin_share, 'share')} are thin.`,
    cards: [
      { field: 'readiness_score', label: 'Readiness', unit: 'of_100', better: 'higher', note: 'launch_decision' },
      { field: 'scale_risk', label: 'Risk at scale' },
      { field: 'pages_estimate', label: 'Pages' },
      { field: 'measures.near_duplicate_share', label: 'Near-duplicates', unit: 'share', better: 'lower' },
      { field: 'measures.thin_share', label: 'Thin pages', unit: 'share', better: 'lower' },
      { field: 'measures.own_words_median', label: 'Own words', unit: 'words', better: 'higher' },
    ],
    charts: [
      { title: 'Points by part', draws: ['score_components'], spec: (r) => barsOf(r.score_components) },
      { title: 'Problems', draws: ['problem_counts'], spec: (r) => barsOf(r.problem_counts) },
    ],
    tables: {
      pattern_problems: {
        title: 'Problems',
        columns: ['message › fix', 'severity', 'count', 'where'],
        tab: 'Problems',
      },
      rendered_samples: {
        title: 'Samples',
        columns: ['keyword › url', 'own_words', 'near_duplicate', 'thin', 'problems'],
        tab: 'Samples',
      },
      indexation_gates: { title: 'Gates', columns: ['gate › action', 'status', 'measured'], tab: 'Gates' },
      uniqueness_rules: {
        title: 'Uniqueness',
        columns: ['rule › why', 'status', 'measured', 'threshold'],
        tab: 'Uniqueness',
      },
      template_sections: { title: 'Sections', columns: ['heading › purpose', 'fields', 'differs'], tab: 'Sections' },
      launch_plan: { title: 'Launch', columns: ['phase › gate', 'pages', 'when'], tab: 'Launch' },
      'internal_link_architecture.page_links': {
        title: 'Links of a page',
        columns: ['to', 'count', 'rule'],
        tab: 'Links',
      },
    },
    facts: [
      { field: 'measures.records', label: 'Sample records' },
      { field: 'measures.variables', label: 'Variables in the template' },
      { field: 'measures.mean_similarity', label: 'Similarity to the nearest page', unit: 'share' },
      { field: 'measures.collision_share', label: 'Pages whose URL another has', unit: 'share' },
      { field: 'measures.faulty_share', label: 'Pages with faults', unit: 'share' },
      { field: 'scale_risk_reasons', label: 'Why it is risky at scale' },
      { field: 'launch_decision_reasons', label: 'Why this decision' },
    ],
    left_out: ['measures', 'rendered_count', 'internal_link_architecture', 'playbook', 'publishing_cadence'],
  }),
  report('content.action-plan', {
    place: 'plan',
    title: (input) => `Plan for ${named(input, 'target', 'goal')}`,
    answer: (r, say) =>
      say.strong(`${say.count(r.totals.scheduled, 'task')} in ${say.count(r.weeks.length, 'week')}`) +
      (r.totals.unscheduled === 0
        ? '; all fit.'
        : `; ${say.count(r.totals.unscheduled, 'task')} ${say.agree(r.totals.unscheduled, 'does', 'do')} not fit.`),
    cards: [
      { field: 'totals.scheduled', label: 'Planned' },
      { field: 'totals.scheduled_points', label: 'Points planned' },
      { field: 'totals.capacity_points', label: 'Capacity' },
      { field: 'totals.unscheduled', label: 'Do not fit', better: 'lower' },
    ],
    charts: [
      {
        title: 'Load by week',
        draws: ['weeks'],
        spec: (r) => ({
          kind: 'stack',
          x: r.weeks.map(({ start_date }) => start_date),
          parts: [
            { name: 'Planned', values: r.weeks.map(({ used }) => used) },
            { name: 'Free', values: r.weeks.map(({ capacity, used }) => Math.max(0, capacity - used)) },
          ],
        }),
      },
      { title: 'Work by kind', draws: ['scheduled'], spec: (r) => sharesOf(pointsByKind(r.scheduled)) },
      {
        title: 'Calendar',
        draws: ['scheduled'],
        spec: (r) => ({
          kind: 'calendar',
          from: r.horizon.start_date,
          to: r.horizon.end_date,
          tasks: r.scheduled.map(({ item, start_date, due_date, priority, owner }) => ({
            name: item,
            from: start_date,
            to: due_date,
            level: priority,
            ...(owner === null ? {} : { who: owner }),
          })),
        }),
      },
    ],
    tables: {
      scheduled: {
        title: 'Tasks',
        columns: ['item › why_now', 'due_date', 'week', 'owner', 'effort_points', 'priority', 'depends_on'],
        sort: 'due_date',
        tab: 'Tasks',
      },
      unscheduled: {
        title: 'Do not fit',
        columns: ['item › why', 'reason', 'effort_points', 'score'],
        tab: 'Do not fit',
      },
      risk_register: { title: 'Risks', columns: ['risk › mitigation', 'likelihood', 'impact'], tab: 'Risks' },
      critical_path: {
        title: 'Critical path',
        columns: ['item', 'due_date', 'effort_points', 'owner', 'idle_days_before'],
        tab: 'Critical path',
      },
      weeks: { title: 'Weeks', columns: ['start_date', 'used', 'capacity', 'items'], tab: 'Weeks' },
    },
    facts: [
      {
        field: 'horizon',
        label: 'Period',
        text: ({ horizon }) => periodOf({ from: horizon.start_date, to: horizon.end_date, days: horizon.days }),
      },
      { field: 'horizon.working_days', label: 'Working time in it', unit: 'days' },
      { field: 'totals.open_points', label: 'Effort of open work', unit: 'points' },
      { field: 'method', label: 'How it was planned' },
    ],
    left_out: ['totals.items', 'totals.scheduled_score', 'totals.scheduled_value', 'goal', 'horizon', 'totals'],
  }),
];

function pointsByKind(
  tasks: readonly { readonly kind: { readonly value: string }; readonly effort_points: number }[],
): Readonly<Record<string, number>> {
  const points: Record<string, number> = {};
  for (const { kind, effort_points } of tasks) points[kind.value] = (points[kind.value] ?? 0) + effort_points;
  return points;
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
