import { named, quoted, report } from './report.ts';

const COMPARED = {
  title: 'Pages compared',
  columns: ['position', 'title › url', 'word_count', 'published_at', 'status'],
} as const;
const TOPICS = ['topic', 'coverage', 'of', 'importance', 'priority'] as const;

export const content = [
  report('content.gap', {
    place: 'content',
    title: (input) => `What ${named(input, 'url')} lacks for ${quoted(input)}`,
    cards: [
      { field: 'coverage_score', label: 'Coverage', unit: 'of_100', better: 'higher' },
      { field: 'page.word_count', label: 'Words', unit: 'words' },
    ],
    tables: {
      missing_topics: { title: 'Missing topics', columns: TOPICS },
      thin_topics: { title: 'Thin topics', columns: TOPICS },
      questions_unanswered: { title: 'Questions without an answer', columns: ['question', 'seen_in'] },
      covered_elsewhere: { title: 'On other pages of yours', columns: ['topic', 'title › url', 'where'] },
      covered_topics: { title: 'Covered topics', columns: TOPICS },
      pages_compared: COMPARED,
    },
  }),
  report('content.refresh-brief', {
    place: 'content',
    title: (input) => `Refresh brief for ${named(input, 'url')}`,
    cards: [
      { field: 'coverage_score', label: 'Coverage', unit: 'of_100', better: 'higher' },
      { field: 'current_rank', unit: 'position' },
      { field: 'freshness_signals.outdated_count', label: 'Outdated statements', better: 'lower' },
    ],
    tables: {
      sections_to_add: { title: 'Sections to add', columns: ['heading', 'why'] },
      sections_to_update: { title: 'Sections to update', columns: ['heading', 'why'] },
      title_options: { title: 'Titles', columns: ['text › why', 'pixel_width', 'truncation_risk'] },
      keep: { title: 'Keep', columns: ['heading', 'why'] },
      validation_checklist: { title: 'Before you publish', columns: ['check', 'why'] },
      missing_topics: { title: 'Missing topics', columns: TOPICS },
      pages_compared: COMPARED,
    },
  }),
  report('content.serp-outline', {
    place: 'content',
    title: (input) => `Outline for ${quoted(input)}`,
    cards: [{ field: 'word_count_range.median', label: 'Words, median', unit: 'words' }, 'format'],
    tables: {
      outline: { title: 'Outline', columns: ['h2 › purpose', 'h3', 'target_words', 'pages'] },
      questions: { title: 'Questions', columns: ['question', 'seen_in'] },
      title_options: { title: 'Titles', columns: ['text › why', 'pixel_width', 'truncation_risk'] },
      pages_compared: COMPARED,
    },
  }),
  report('content.brief', {
    place: 'content',
    title: (input) => `Content brief for ${quoted(input)}`,
    cards: [
      'page_type',
      { field: 'search_intent.main', label: 'Intent' },
      { field: 'serp_expectations.word_count_range.median', label: 'Words, median', unit: 'words' },
    ],
    tables: {
      outline: { title: 'Outline', columns: ['h2 › purpose', 'h3', 'target_words', 'pages'] },
      differentiators: { title: 'How to stand out', columns: ['advice', 'evidence'] },
      proof_requirements: { title: 'Proof', columns: ['claim', 'why'] },
      acceptance_criteria: { title: 'Done when', columns: ['criterion', 'at_least', 'why'] },
      competitors_to_beat: {
        title: 'Pages to beat',
        columns: ['position', 'url', 'coverage', 'strengths', 'weaknesses'],
      },
    },
  }),
  report('content.draft-qa', {
    place: 'content',
    title: (input) => `Draft check for ${quoted(input)}`,
    cards: [
      {
        field: 'publish_readiness_score',
        label: 'Ready to publish',
        unit: 'of_100',
        note: 'readiness',
        better: 'higher',
      },
      { field: 'coverage_score', label: 'Coverage', unit: 'of_100', better: 'higher' },
      { field: 'claims.found', label: 'Claims' },
      { field: 'claims.with_source', label: 'With a source', better: 'higher' },
      { field: 'draft.word_count', label: 'Words', unit: 'words' },
    ],
    tables: {
      editor_tasks: { title: 'Tasks', columns: ['order', 'task', 'where', 'effort', 'points'] },
      criteria: { title: 'Criteria', columns: ['met', 'criterion', 'measured', 'at_least'] },
      missing_topics: { title: 'Missing topics', columns: TOPICS },
      weak_sections: { title: 'Weak sections', columns: ['heading', 'words', 'why'] },
      proof_gaps: { title: 'Claims without proof', columns: ['claim', 'line', 'why'] },
      questions_unanswered: { title: 'Questions without an answer', columns: ['question', 'seen_in'] },
      pages_compared: COMPARED,
    },
  }),
  report('content.cannibalization', {
    place: 'content',
    title: (input) => `Pages of ${named(input, 'target', 'site')} that compete`,
    cards: [
      { field: 'counts.conflicts', label: 'Conflicts', better: 'lower' },
      { field: 'counts.by_severity.high', label: 'Severe', better: 'lower' },
      { field: 'counts.clusters', label: 'Groups' },
      { field: 'counts.solved', label: 'Solved' },
    ],
    tables: {
      clusters: {
        title: 'Groups',
        columns: ['subject › why_preferred', 'preferred_url', 'pages', 'action', 'severity'],
      },
      conflicts: { title: 'Conflicts', columns: ['pages', 'shared_queries', 'overlap_score', 'severity'] },
    },
  }),
  report('content.competitor-gap-matrix', {
    place: 'content',
    title: (input) => `Topics that competitors of ${named(input, 'target', 'site')} cover`,
    cards: [
      { field: 'counts.gaps', label: 'Topics you lack', better: 'lower' },
      { field: 'counts.covered', label: 'Covered', better: 'higher' },
      { field: 'counts.own_only', label: 'Only yours' },
      { field: 'counts.competitors', label: 'Competitors' },
    ],
    tables: {
      opportunities: {
        title: 'Topics to write about',
        columns: ['topic › suggested_title', 'competitor_count', 'own_coverage', 'page_type', 'buyer_stage', 'score'],
      },
      covered_topics: { title: 'Covered', columns: ['topic', 'own_pages', 'competitors_covering'] },
    },
  }),
  report('content.programmatic-template', {
    place: 'content',
    title: (input) => `Template ${named(input, 'keyword_pattern')}`,
    cards: [
      { field: 'readiness_score', label: 'Readiness', unit: 'of_100', better: 'higher', note: 'launch_decision' },
      { field: 'scale_risk', label: 'Risk at scale' },
      { field: 'measures.near_duplicate_share', label: 'Near-duplicates', unit: 'share', better: 'lower' },
      { field: 'measures.thin_share', label: 'Thin pages', unit: 'share', better: 'lower' },
    ],
    tables: {
      indexation_gates: { title: 'Gates', columns: ['gate', 'status', 'measured', 'action'] },
      uniqueness_rules: { title: 'Uniqueness', columns: ['rule', 'status', 'measured', 'threshold'] },
      pattern_problems: { title: 'Problems', columns: ['severity', 'message › fix', 'count'] },
      launch_plan: { title: 'Launch', columns: ['order', 'phase', 'pages', 'when', 'gate'] },
      rendered_samples: { title: 'Samples', columns: ['keyword › url', 'own_words', 'near_duplicate', 'thin'] },
    },
  }),
  report('content.action-plan', {
    place: 'plan',
    title: (input) => `Plan for ${named(input, 'target', 'goal')}`,
    cards: [
      { field: 'totals.scheduled', label: 'Planned' },
      { field: 'totals.scheduled_points', label: 'Points planned' },
      { field: 'totals.capacity_points', label: 'Capacity' },
      { field: 'totals.unscheduled', label: 'Do not fit', better: 'lower' },
    ],
    tables: {
      scheduled: { title: 'Tasks', columns: ['item › why_now', 'due_date', 'owner', 'effort_points', 'priority'] },
      weeks: { title: 'Weeks', columns: ['start_date', 'used', 'capacity', 'items'] },
      unscheduled: { title: 'Do not fit', columns: ['item', 'why'] },
      risk_register: { title: 'Risks', columns: ['risk', 'likelihood', 'impact', 'mitigation'] },
    },
  }),
];
