import { spanOf } from './fact-texts.ts';
import { sharesOf } from './make.ts';
import { quoted, report } from './report.ts';

export const opportunityBrief = report('opportunities.brief', {
  from: {
    pages: ['length_guidance.median', 'brief.entities.pages', 'competitor_outlines.word_count'],
    fetch: ['brief.current_page.word_count'],
    rankings: [],
  },
  place: 'content',
  title: (input) => `Brief of the opportunity ${quoted(input)}`,
  answer: ({ brief, current_rank }, say) =>
    say.strong(`${say.count(brief.sections_to_add.length, 'section')} to add`) +
    `, ${say.count(brief.questions.filter(({ answered }) => answered !== true).length, 'question')} to answer` +
    (current_rank === null ? '.' : `; the page stands at ${current_rank}.`),
  cards: [
    { field: 'current_rank', label: 'Position', unit: 'position' },
    { field: 'brief.current_page.coverage_score', label: 'Coverage', unit: 'of_100', better: 'higher' },
    { field: 'brief.current_page.word_count', label: 'Words', unit: 'words' },
    { field: 'length_guidance.median', label: 'Usual words', unit: 'words' },
    { field: 'brief.serp_intent.main', label: 'Intent' },
    'confidence',
  ],
  charts: [
    {
      title: 'What searchers want',
      draws: ['brief.serp_intent.shares'],
      spec: ({ brief }) =>
        sharesOf(Object.fromEntries(brief.serp_intent.shares.map(({ intent, share }) => [intent, share])), 'share'),
    },
  ],
  views: [
    { view: 'outline', of: 'brief.sections_to_add', title: 'Sections to add' },
    { view: 'checklist', of: 'brief.validation_checklist', title: 'Before you publish' },
  ],
  tables: {
    'brief.questions': { title: 'Questions', columns: ['question', 'answered', 'seen_in'], tab: 'Questions' },
    'brief.entities': { title: 'Names to mention', columns: ['name', 'pages', 'of', 'on_page'], tab: 'Names' },
    'brief.internal_link_tasks': { title: 'Links to add', columns: [], tab: 'Links' },
    competitor_outlines: {
      title: 'Pages that rank',
      columns: ['title › url', 'position', 'word_count', 'published_at', 'status'],
      tab: 'Pages that rank',
    },
    internal_links_from: {
      title: 'Pages that could link',
      columns: ['title › url', 'links_to_page', 'sentence'],
      tab: 'Could link',
    },
    cannibalising_pages: {
      title: 'Pages that compete',
      columns: ['url', 'position', 'last_position', 'last_seen_at', 'checks', 'of'],
      tab: 'Compete',
    },
  },
  facts: [
    { field: 'brief.current_page.best_position.position', label: 'Best position so far', unit: 'position' },
    {
      field: 'brief.success_metric',
      label: 'Success',
      text: ({ brief: { success_metric: goal } }) =>
        `Now ${goal.from ?? 'unknown'}, to be ${goal.to}; first signs after ${goal.weeks.first_sign} weeks, judged after ${goal.weeks.judge_after}`,
    },
    { field: 'freshness.own', label: 'Date on your page' },
    {
      field: 'freshness.dated',
      label: 'Ranking pages with a date',
      text: ({ freshness }) => `${freshness.dated} of ${freshness.of}`,
    },
    { field: 'freshness.newest', label: 'Newest ranking page' },
    { field: 'freshness.oldest', label: 'Oldest ranking page' },
    'what_not_to_do',
    {
      field: 'length_guidance',
      label: 'Length of most ranking pages',
      text: ({ length_guidance }) => spanOf(length_guidance?.p25, length_guidance?.p75, 'words'),
    },
  ],
  left_out: [
    'freshness.of',
    'brief.current_page.headings',
    'brief.schema_recommendations',
    'brief',
    'search',
    'freshness',
    'length_guidance',
    'opportunity_type',
    'ai_overview_targets',
  ],
});
