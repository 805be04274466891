import { labelOf, properName } from '../model/words.ts';
import { barsOf } from './make.ts';
import { named, quoted, report } from './report.ts';

export const page = [
  report('content.technical-qa', {
    place: 'page',
    from: { browser: [] },
    title: (input) => `Technical check of ${named(input, 'url')}`,
    answer: (r, say) =>
      r.ready_to_publish
        ? say.strong('Ready to publish') +
          `: ${say.count(r.counts.pass, 'check')} passed, ${say.count(r.counts.fail + r.counts.warn, 'smaller one')} open.`
        : say.strong('Not ready') +
          `: ${say.count(r.counts.fail, 'problem')} and ${say.count(r.counts.warn, 'warning')}.`,
    cards: [
      { field: 'readiness_score', label: 'Score', unit: 'of_100', better: 'higher' },
      { field: 'counts.fail', label: 'Failed', better: 'lower' },
      { field: 'counts.warn', label: 'Warnings', better: 'lower' },
      { field: 'counts.pass', label: 'Passed', better: 'higher' },
      { field: 'counts.not_applicable', label: 'Do not apply' },
    ],
    charts: [
      {
        title: 'Where points were lost',
        draws: ['score_components'],
        spec: ({ score_components: { start: _start, ...parts } }) =>
          barsOf(Object.fromEntries(Object.entries(parts).map(([name, points]) => [name, -points]))),
      },
    ],
    views: [
      { view: 'issues', of: 'checks', title: 'What to fix' },
      { view: 'checklist', of: 'publish_checklist', title: 'Before you publish' },
    ],
    tables: {
      checks: { title: 'Checks', columns: ['found › fix', 'status', 'severity', 'group', 'expected', 'id'] },
    },
    facts: [
      'page.title',
      'page.description',
      'page.canonical',
      'page.language',
      'page.h1',
      { field: 'page.word_count', label: 'Words of main text' },
      'page.headings',
      { field: 'page.links', label: 'Links on the page' },
      'page.internal_links',
      'page.images',
    ],
    left_out: ['url', 'score_of', 'checked', 'page_type', 'page', 'rendering', 'counts.failed_by_severity'],
  }),
  report('content.title-meta', {
    place: 'page',
    title: (input) => `Title and description of ${named(input, 'url', 'keyword')}`,
    answer: (r, say) => {
      const { title } = r.current;
      const [risk] = r.snippet_risks;
      const width = title === null ? 'There is no title' : `The title takes ${say.figure(title.pixel_width)} of 580 px`;
      return say.strong(width) + (risk === undefined ? '; no problems found.' : `. ${risk.risk}`);
    },
    cards: [
      { field: 'current.title.pixel_width', label: 'Title width', unit: 'pixels' },
      { field: 'current.description.pixel_width', label: 'Description width', unit: 'pixels' },
      { field: 'current.title.characters', label: 'Title characters' },
      { field: 'current.title.truncation_risk', label: 'Cut in results?' },
    ],
    views: [
      { view: 'snippet', of: '', title: 'In the search result' },
      { view: 'issues', of: 'current.checks', title: 'Checks of the texts you have' },
      { view: 'checklist', of: 'checklist', title: 'Checklist' },
    ],
    tables: {
      title_options: {
        title: 'Titles',
        columns: ['text › why', 'pixel_width', 'mobile_pixel_width', 'truncation_risk', 'strategy'],
        tab: 'Titles',
      },
      description_options: {
        title: 'Descriptions',
        columns: ['text › why', 'pixel_width', 'mobile_pixel_width', 'truncation_risk', 'strategy'],
        tab: 'Descriptions',
      },
      snippet_risks: { title: 'Risks', columns: ['risk › fix', 'severity'], tab: 'Risks' },
    },
    left_out: [
      'current.title.mobile_pixel_width',
      'current.description.characters',
      'current.description.mobile_pixel_width',
      'current',
      'url',
      'checked',
      'page_type',
      'keyword',
    ],
  }),
  report('content.schema-plan', {
    place: 'page',
    from: { sites: ['templates.pages', 'templates.existing_items', 'templates.invalid_items'] },
    title: (input) => `Structured data of ${named(input, 'url', 'site')}`,
    answer: (r, say) => {
      const main = r.recommended_types.find(({ role }) => role === 'main');
      const missing = r.required_fields.filter(
        ({ level, status }) => level === 'required' && status !== 'present',
      ).length;
      return main === undefined
        ? ''
        : say.strong(`Use ${main.type}`) +
            (missing === 0
              ? '; every required field has evidence on the page.'
              : `; ${say.count(missing, 'required field')} ${say.agree(missing, 'has', 'have')} no evidence on the page.`);
    },
    cards: [{ field: 'page_type.type', label: 'Page type' }, 'language'],
    views: [{ view: 'jsonld', of: 'jsonld', title: 'JSON-LD to add' }],
    tables: {
      required_fields: {
        title: 'Fields',
        columns: ['field › evidence', 'status', 'type', 'level'],
        tab: 'Fields',
      },
      recommended_types: {
        title: 'Types to use',
        columns: ['type › why', 'role', 'rich_result', 'eligible'],
        tab: 'Types',
      },
      existing_jsonld: { title: 'What the page has', columns: ['type', 'valid', 'format', 'line'], tab: 'On the page' },
      missing_evidence: {
        title: 'What to show on the page',
        columns: ['field › hint', 'level', 'type'],
        tab: 'Missing',
      },
      faq_candidates: { title: 'Questions that the page answers', columns: [], tab: 'Questions' },
      templates: {
        title: 'Templates of the site',
        columns: ['template › url', 'pages', 'page_type', 'existing_items', 'invalid_items'],
        tab: 'Templates',
      },
    },
    left_out: ['validation_checklist', 'url', 'checked', 'truncated'],
  }),
  report('page.cro-qa', {
    place: 'page',
    title: (input) => `Conversion check of ${named(input, 'url')}`,
    answer: (r, say) => {
      const [weakest] = Object.entries(r.sections)
        .flatMap(([name, { score }]) => (score === null ? [] : [{ name, score }]))
        .toSorted((one, other) => one.score - other.score);
      return (
        say.strong(`${say.figure(r.conversion_score)} of 100`) +
        (r.conversion_goal.value === null ? '' : ` for ${r.conversion_goal.value.replaceAll('_', ' ')}`) +
        (weakest === undefined ? '.' : `; weakest: ${weakest.name.replaceAll('_', ' ')} (${weakest.score}).`)
      );
    },
    cards: [
      { field: 'conversion_score', label: 'Conversion', unit: 'of_100', better: 'higher' },
      { field: 'primary_cta.text', label: 'Main call to action' },
      { field: 'score_coverage', label: 'Could be judged', unit: 'share' },
    ],
    charts: [
      {
        title: 'Score by section',
        draws: ['sections'],
        spec: (r) => ({
          kind: 'bars',
          max: 100,
          items: Object.entries(r.sections).map(([name, { score }]) => ({
            name: labelOf(name),
            value: score,
          })),
        }),
      },
    ],
    views: [{ view: 'conversion', of: 'sections', title: 'What to change' }],
    tables: {
      experiments: { title: 'Experiments', columns: ['hypothesis', 'metric', 'change'], tab: 'Experiments' },
      ctas: {
        title: 'Calls to action',
        columns: ['text', 'type', 'region', 'above_fold', 'matches_goal', 'line'],
        tab: 'Calls to action',
      },
      cta_alternatives: { title: 'Other words', columns: ['text › why', 'instead_of'], tab: 'Other words' },
      friction_points: { title: 'Friction', columns: [], tab: 'Friction' },
      missing_proof: { title: 'Missing proof', columns: ['kind', 'why', 'how'], tab: 'Missing proof' },
    },
    facts: [
      'page.title',
      'page.h1',
      { field: 'page.word_count', label: 'Words of main text' },
      { field: 'offer.kind', label: 'What the page offers' },
    ],
    left_out: [
      'primary_cta.line',
      'url',
      'score_of',
      'checked',
      'score_components',
      'page',
      'conversion_goal',
      'page_type',
      'primary_cta',
    ],
  }),
  report('extract', {
    place: 'page',
    from: { browser: [] },
    title: (input) => `Text of ${named(input, 'url')}`,
    answer: (r, say) =>
      say.strong(say.count(r.word_count, 'word')) +
      (r.metadata.published_at === null
        ? ', no date of publication found.'
        : `, published ${r.metadata.published_at.slice(0, 10)}.`),
    cards: [
      { field: 'word_count', label: 'Words', unit: 'words' },
      'status_code',
      { field: 'confidence', unit: 'share', better: 'higher' },
      { field: 'links.internal_count', label: 'Internal links' },
      { field: 'links.external_count', label: 'External links' },
    ],
    views: [{ view: 'markdown', of: 'content', title: 'Text' }],
    tables: {
      headings: { title: 'Headings', columns: ['text', 'level'], tab: 'Headings' },
      'links.internal': { title: 'Internal links', columns: ['text', 'url'], tab: 'Internal links' },
      'links.external': { title: 'External links', columns: ['text', 'url'], tab: 'External links' },
    },
    facts: [
      'metadata.title',
      'metadata.description',
      'metadata.author',
      'metadata.published_at',
      'metadata.modified_at',
      'metadata.language',
      'metadata.canonical',
    ],
    left_out: ['format', 'method', 'rendering', 'metadata', 'url'],
  }),
  report('search', {
    place: 'keywords',
    title: (input) => `Results for ${quoted(input, 'query')}`,
    answer: (r, say) => {
      const [first] = r.results;
      return (
        say.strong(say.count(r.total_count, 'result')) +
        ` from ${r.engine === 'seamark-index' ? 'your own index' : properName(r.engine)}` +
        (first === undefined ? '.' : `; ${first.domain} is first.`)
      );
    },
    cards: [{ field: 'total_count', label: 'Results' }, 'engine'],
    tables: {
      results: {
        title: 'Results',
        columns: ['title › url', 'position', 'description', 'features', 'published_at'],
        sort: 'position',
      },
    },
    left_out: ['limit', 'offset', 'query_sent'],
  }),
];
