import { spanOf } from './fact-texts.ts';
import { briefs } from './briefs.ts';
import { COMPARED, intentShares, lengths, OF_COMPARED_PAGES, TOPICS } from './content-parts.ts';
import { opportunityBrief } from './opportunity-brief.ts';
import { named, quoted, report } from './report.ts';

export const writing = [
  report('content.gap', {
    place: 'content',
    from: {
      pages: OF_COMPARED_PAGES,
      fetch: ['page.word_count', 'thin_topics.own_words', 'unique_topics.words'],
      sites: ['covered_elsewhere.url'],
    },
    title: (input) => `What ${named(input, 'url')} lacks for ${quoted(input)}`,
    answer: (r, say) =>
      say.strong(`Your page covers ${say.figure(r.coverage_score)} of 100`) +
      `; ${say.strong(say.count(r.missing_topics.length, 'topic'))} ${say.agree(r.missing_topics.length, 'is', 'are')} on ranking pages and not on yours.`,
    cards: [
      { field: 'coverage_score', label: 'Coverage', unit: 'of_100', better: 'higher' },
      { field: 'page.word_count', label: 'Words', unit: 'words' },
      { field: 'word_count_range.median', label: 'Usual words', unit: 'words' },
      { field: 'page.position', label: 'Position', unit: 'position' },
      { field: 'serp_intent.main', label: 'Intent' },
    ],
    charts: [
      {
        title: 'Topics by page',
        draws: ['missing_topics', 'thin_topics'],
        spec: (r) => {
          const topics = [...r.missing_topics, ...r.thin_topics].slice(0, 15);
          const pages = r.pages_compared.filter(({ status }) => status === 'compared').slice(0, 8);
          if (topics.length === 0 || pages.length === 0) return undefined;
          return {
            kind: 'matrix',
            axes: ['Topic', 'Page'],
            measure: 'Pages that treat the topic, by position; yours lacks or only touches all of these',
            rows: topics.map(({ topic }) => topic),
            columns: pages.map(({ position, domain }) => `${position} ${domain}`),
            cells: topics.map(({ seen_on }) =>
              pages.map(({ url }) => {
                const seen = seen_on.find((each) => each.url === url);
                return seen === undefined ? { text: '', heat: null } : { text: '✓', heat: 0.6, hint: seen.quote };
              }),
            ),
          };
        },
      },
      { title: 'What searchers want', draws: ['serp_intent.shares'], spec: (r) => intentShares(r.serp_intent) },
    ],
    tables: {
      missing_topics: { title: 'Missing topics', columns: TOPICS, sort: '-importance', tab: 'Missing' },
      thin_topics: {
        title: 'Thin topics',
        columns: ['topic › own_heading', 'own_words', 'usual_words', 'importance', 'priority'],
        sort: '-importance',
        tab: 'Thin',
      },
      questions_unanswered: {
        title: 'Questions without an answer',
        columns: ['question', 'seen_in'],
        tab: 'Questions',
      },
      covered_topics: { title: 'Covered topics', columns: TOPICS, tab: 'Covered' },
      unique_topics: { title: 'Only yours', columns: ['heading', 'words'], tab: 'Only yours' },
      covered_elsewhere: {
        title: 'On other pages of yours',
        columns: ['topic', 'title › url', 'where'],
        tab: 'Other pages of yours',
      },
      questions_answered: { title: 'Answered questions', columns: ['question › answer', 'seen_in'], tab: 'Answered' },
      names_missing: { title: 'Names to mention', columns: [], tab: 'Names' },
      pages_compared: COMPARED,
    },
    facts: [
      {
        field: 'word_count_range',
        label: 'Length of most ranking pages',
        text: ({ word_count_range }) => spanOf(word_count_range?.p25, word_count_range?.p75, 'words'),
      },
    ],
    left_out: ['page.headings', 'search', 'page', 'serp_intent', 'word_count_range'],
  }),
  report('content.refresh-brief', {
    place: 'content',
    from: {
      pages: OF_COMPARED_PAGES,
      fetch: ['page.word_count', 'freshness_signals.outdated_count', 'thin_topics.own_words', 'unique_topics.words'],
      links: [],
      rankings: [],
    },
    title: (input) => `Refresh brief for ${named(input, 'url')}`,
    answer: (r, say) => {
      const stale = r.freshness_signals.outdated_count + r.freshness_signals.dead_links.length;
      return (
        say.strong(`Add ${say.count(r.sections_to_add.length, 'section')}, update ${r.sections_to_update.length}`) +
        (stale === 0
          ? '; no date or link on the page is out of date.'
          : `; ${say.count(stale, 'date or link', 'dates or links')} on the page ${say.agree(stale, 'is', 'are')} out of date.`)
      );
    },
    cards: [
      { field: 'coverage_score', label: 'Coverage', unit: 'of_100', better: 'higher' },
      { field: 'current_rank', label: 'Position', unit: 'position' },
      { field: 'best_position', label: 'Best', unit: 'position' },
      { field: 'freshness_signals.outdated_count', label: 'Outdated statements', better: 'lower' },
      { field: 'page.word_count', label: 'Words', unit: 'words' },
      { field: 'word_count_range.median', label: 'Usual words', unit: 'words' },
    ],
    views: [
      { view: 'outline', of: 'sections_to_add', title: 'Sections to add' },
      { view: 'outline', of: 'sections_to_update', title: 'Sections to update' },
      { view: 'checklist', of: 'validation_checklist', title: 'Before you publish' },
    ],
    tables: {
      title_options: { title: 'Titles', columns: ['text › why', 'pixel_width', 'truncation_risk'], tab: 'Titles' },
      missing_topics: { title: 'Missing topics', columns: TOPICS, sort: '-importance', tab: 'Missing topics' },
      thin_topics: {
        title: 'Thin topics',
        columns: ['topic › own_heading', 'own_words', 'usual_words', 'importance'],
        tab: 'Thin topics',
      },
      questions_unanswered: {
        title: 'Questions without an answer',
        columns: ['question', 'seen_in'],
        tab: 'Questions',
      },
      keep: { title: 'Keep', columns: ['heading › why', 'evidence'], tab: 'Keep' },
      covered_topics: { title: 'Covered topics', columns: TOPICS, tab: 'Covered' },
      unique_topics: { title: 'Only yours', columns: ['heading', 'words'], tab: 'Only yours' },
      'freshness_signals.outdated_statements': { title: 'Outdated', columns: [], tab: 'Outdated' },
      'freshness_signals.dead_links': { title: 'Dead links', columns: [], tab: 'Dead links' },
      names_missing: { title: 'Names to mention', columns: [], tab: 'Names' },
      internal_link_tasks: { title: 'Links to add', columns: [], tab: 'Links' },
      schema_recommendations: {
        title: 'Structured data',
        columns: ['type › why', 'pages', 'rich_result'],
        tab: 'Structured data',
      },
      pages_compared: COMPARED,
    },
    facts: [
      { field: 'changed_serp_since.own_then', label: 'Your position then', isOptional: true, unit: 'position' },
      { field: 'changed_serp_since.own_now', label: 'Your position now', isOptional: true, unit: 'position' },
      'freshness_signals.published_at',
      'freshness_signals.modified_at',
      { field: 'freshness_signals.newest_competitor', label: 'Newest ranking page' },
      {
        field: 'freshness_signals.links_checked',
        label: 'Links checked',
        text: ({ freshness_signals: signs }) => `${signs.links_checked} of ${signs.links_in_text}`,
      },
      { field: 'title_year.advice', label: 'Year in the title' },
      { field: 'h1_guidance.advice', label: 'Main heading' },
      { field: 'date_policy', label: 'Date on the page' },
      {
        field: 'word_count_range',
        label: 'Length of most ranking pages',
        text: ({ word_count_range }) => spanOf(word_count_range?.p25, word_count_range?.p75, 'words'),
      },
    ],
    left_out: [
      'freshness_signals.links_in_text',
      'page.position',
      'page.headings',
      'title_year.year',
      'freshness_signals.years_in_title',
      'redirect_or_merge',
      'changed_serp_since.compared',
      'changed_serp_since.came',
      'changed_serp_since.left',
      'changed_serp_since',
      'search',
      'page',
      'serp_intent',
      'word_count_range',
      'freshness_signals',
      'title_year',
      'h1_guidance',
      'refresh_goal',
      'task_order',
      'search_console',
      'link_equity',
      'questions_answered',
    ],
  }),
  report('content.serp-outline', {
    place: 'content',
    from: { pages: ['word_count_range.median', 'pages_compared.word_count'] },
    title: (input) => `Outline for ${quoted(input)}`,
    answer: (r, say) =>
      say.strong(say.count(r.outline.length, 'section')) +
      (r.word_count_range === null
        ? ', as the ranking pages have them.'
        : `, ${say.strong(`${say.figure(r.word_count_range.p25)}–${say.figure(r.word_count_range.p75)} words`)}, as the ranking pages have them.`),
    cards: [
      { field: 'word_count_range.median', label: 'Usual words', unit: 'words' },
      { field: 'search.compared', label: 'Pages compared' },
      'format',
      { field: 'serp_intent.main', label: 'Intent' },
    ],
    charts: [
      { title: 'Words on the pages that rank', draws: ['pages_compared'], spec: (r) => lengths(r) },
      { title: 'What searchers want', draws: ['serp_intent.shares'], spec: (r) => intentShares(r.serp_intent) },
    ],
    views: [
      { view: 'outline', of: 'outline', title: 'Outline' },
      { view: 'checklist', of: 'validation_checklist', title: 'Before you publish' },
    ],
    tables: {
      questions: { title: 'Questions', columns: ['question', 'seen_in'], tab: 'Questions' },
      title_options: { title: 'Titles', columns: ['text › why', 'pixel_width', 'truncation_risk'], tab: 'Titles' },
      names: { title: 'Names to mention', columns: [], tab: 'Names' },
      schema_recommendations: {
        title: 'Structured data',
        columns: ['type › why', 'pages', 'rich_result'],
        tab: 'Structured data',
      },
      pages_compared: COMPARED,
    },
    facts: [
      { field: 'search.ranking', label: 'Results looked at' },
      {
        field: 'word_count_range',
        label: 'Length of most ranking pages',
        text: ({ word_count_range }) => spanOf(word_count_range?.p25, word_count_range?.p75, 'words'),
      },
      { field: 'format_evidence', label: 'Why this format' },
    ],
    left_out: ['search.location_code', 'search', 'serp_intent', 'word_count_range'],
  }),
  ...briefs,
  opportunityBrief,
];
