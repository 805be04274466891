import { spanOf } from './fact-texts.ts';
import { COMPARED, intentShares, TOPICS } from './content-parts.ts';
import { barsOf } from './make.ts';
import { quoted, report } from './report.ts';

export const briefs = [
  report('content.brief', {
    place: 'content',
    from: {
      pages: [
        'serp_expectations.word_count_range.median',
        'serp_expectations.topics.coverage',
        'pages_compared.word_count',
      ],
    },
    title: (input) => `Content brief for ${quoted(input)}`,
    answer: (r, say) => (r.audience.stated === null ? '' : `For ${r.audience.stated}: `) + say.strong(r.audience.wants),
    cards: [
      { field: 'search_intent.main', label: 'Intent' },
      { field: 'serp_expectations.word_count_range.median', label: 'Usual words', unit: 'words' },
      { field: 'serp_expectations.format', label: 'Format' },
      'page_type',
      { field: 'search.compared', label: 'Pages compared' },
    ],
    charts: [
      { title: 'What searchers want', draws: ['search_intent.shares'], spec: (r) => intentShares(r.search_intent) },
      {
        title: 'What ranking pages have',
        draws: ['competitor_patterns'],
        spec: ({ competitor_patterns: p }) => ({
          kind: 'bars',
          max: p.dated.of,
          items: [
            { name: 'Tables', value: p.with_tables.pages },
            { name: 'Lists', value: p.with_lists.pages },
            { name: 'Images', value: p.with_images.pages },
            { name: 'Videos', value: p.with_videos.pages },
            { name: 'A named author', value: p.with_author.pages },
            { name: 'A date', value: p.dated.pages },
          ].map((item) => ({ ...item, note: `of ${p.dated.of}` })),
        }),
      },
    ],
    views: [
      { view: 'outline', of: 'outline', title: 'Outline' },
      { view: 'checklist', of: 'qa_checklist', title: 'Before you publish' },
    ],
    tables: {
      'page_meta.title_options': {
        title: 'Titles',
        columns: ['text › why', 'pixel_width', 'truncation_risk'],
        tab: 'Titles',
      },
      'page_meta.description_options': {
        title: 'Descriptions',
        columns: ['text › why', 'pixel_width', 'truncation_risk'],
        tab: 'Titles',
      },
      differentiators: { title: 'How to stand out', columns: ['advice', 'evidence'], tab: 'Stand out' },
      'serp_expectations.topics': { title: 'Topics', columns: TOPICS, sort: '-importance', tab: 'Topics' },
      'serp_expectations.questions': { title: 'Questions', columns: ['question', 'seen_in'], tab: 'Questions' },
      'serp_expectations.names': { title: 'Names', columns: [], tab: 'Names' },
      proof_requirements: { title: 'Proof', columns: ['claim › seen', 'why'], tab: 'Proof' },
      acceptance_criteria: { title: 'Done when', columns: ['criterion › why', 'at_least'], tab: 'Done when' },
      competitors_to_beat: {
        title: 'Pages to beat',
        columns: ['url', 'position', 'coverage', 'strengths', 'weaknesses'],
        tab: 'Pages to beat',
      },
      'voice_guidance.rules': { title: 'Voice', columns: ['rule', 'do', 'dont'], tab: 'Voice' },
      sources_to_cite: { title: 'Sources to cite', columns: ['domain', 'pages', 'in_ai_overview'], tab: 'Sources' },
      schema_recommendations: {
        title: 'Structured data',
        columns: ['type › why', 'pages', 'rich_result'],
        tab: 'Structured data',
      },
      pages_compared: COMPARED,
    },
    facts: [
      { field: 'search.ranking', label: 'Results looked at' },
      'primary_keyword',
      { field: 'secondary_keywords', label: 'Related searches' },
      { field: 'page_meta.slug', label: 'URL slug' },
      { field: 'conversion_plan.goal', label: 'Goal of the page' },
      { field: 'conversion_plan.primary_action', label: 'Main call to action' },
      { field: 'trust_requirements.requirements', label: 'What makes it credible' },
      {
        field: 'serp_expectations.word_count_range',
        label: 'Length of most ranking pages',
        text: ({ serp_expectations }) =>
          spanOf(serp_expectations?.word_count_range?.p25, serp_expectations?.word_count_range?.p75, 'words'),
      },
      { field: 'competitor_patterns.newest', label: 'Newest ranking page' },
      { field: 'competitor_patterns.sections.median', label: 'Sections of a typical ranking page' },
    ],
    left_out: [
      'search.location_code',
      'search',
      'audience',
      'search_intent',
      'serp_expectations',
      'competitor_patterns',
      'conversion_plan',
      'voice_guidance',
      'page_meta',
      'trust_requirements',
      'page_type_fits',
    ],
  }),
  report('content.draft-qa', {
    place: 'content',
    from: { pages: ['missing_topics.coverage', 'weak_sections.usual_words', 'pages_compared.word_count'], fetch: [] },
    title: (input) => `Draft check for ${quoted(input)}`,
    answer: (r, say) => {
      const [first] = r.editor_tasks;
      return (
        say.strong(READINESS[r.readiness ?? 'unknown'] ?? 'Not judged') +
        (first === undefined
          ? '; nothing to do.'
          : `: ${say.count(r.editor_tasks.length, 'task')}, the first is “${first.task}”`)
      );
    },
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
      { field: 'readability.flesch_reading_ease', label: 'Reading ease', unit: 'of_100', better: 'higher' },
    ],
    charts: [{ title: 'Points by part', draws: ['score_components'], spec: (r) => barsOf(r.score_components) }],
    views: [{ view: 'draft', of: 'editor_tasks', title: 'The draft and what to do' }],
    tables: {
      criteria: { title: 'Criteria', columns: ['criterion › why', 'met', 'measured', 'at_least'], tab: 'Criteria' },
      missing_topics: { title: 'Missing topics', columns: TOPICS, sort: '-importance', tab: 'Missing topics' },
      weak_sections: {
        title: 'Weak sections',
        columns: ['heading › why', 'words', 'usual_words', 'line'],
        tab: 'Weak sections',
      },
      proof_gaps: { title: 'Claims without proof', columns: ['claim › why', 'kind', 'line'], tab: 'Proof' },
      title_meta_issues: { title: 'Title and description', columns: ['issue › fix', 'field'], tab: 'Title' },
      questions_unanswered: {
        title: 'Questions without an answer',
        columns: ['question', 'seen_in'],
        tab: 'Questions',
      },
      style_hints: { title: 'Style', columns: ['phrase › hint', 'line'], tab: 'Style' },
      'readability.long_sentences': {
        title: 'Long sentences',
        columns: ['text', 'words', 'line'],
        tab: 'Long sentences',
      },
      blockers: { title: 'Blockers', columns: ['why', 'id', 'score_at_most'], tab: 'Blockers' },
      missing_serp_expectations: {
        title: 'What searchers expect',
        columns: ['expectation › why', 'kind', 'priority'],
        tab: 'Expected',
      },
      schema_recommendations: {
        title: 'Structured data',
        columns: ['type › why', 'pages', 'rich_result'],
        tab: 'Structured data',
      },
      pages_compared: COMPARED,
    },
    facts: [
      'readability.sentences',
      { field: 'readability.average_sentence_words', label: 'Average sentence', unit: 'words' },
      'readability.long_paragraphs',
      'draft.sections',
      { field: 'score_coverage', label: 'Could be judged', unit: 'share' },
      'not_checked',
    ],
    left_out: ['search', 'draft', 'serp_intent', 'readability'],
  }),
];

const READINESS: Readonly<Record<string, string>> = {
  ready: 'Ready',
  minor_edits: 'Ready after small edits',
  major_edits: 'Needs larger edits',
  not_ready: 'Not ready',
};
