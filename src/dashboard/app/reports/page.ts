import { named, quoted, report } from './report.ts';

export const page = [
  report('content.technical-qa', {
    place: 'page',
    title: (input) => `Technical check of ${named(input, 'url')}`,
    cards: [
      { field: 'readiness_score', label: 'Ready to publish', unit: 'of_100', better: 'higher' },
      { field: 'counts.fail', label: 'Failed', better: 'lower' },
      { field: 'counts.warn', label: 'Warnings', better: 'lower' },
      { field: 'counts.pass', label: 'Passed', better: 'higher' },
    ],
    tables: {
      checks: { title: 'Checks', columns: ['status', 'severity', 'id › fix', 'found', 'expected', 'group'] },
      publish_checklist: { title: 'Before you publish', columns: ['order', 'task', 'severity', 'score_gain'] },
    },
    left_out: ['url', 'score_of'],
  }),
  report('content.title-meta', {
    place: 'page',
    title: (input) => `Title and description of ${named(input, 'url', 'keyword')}`,
    cards: [
      { field: 'current.title.pixel_width', label: 'Title width', unit: 'pixels' },
      { field: 'current.description.pixel_width', label: 'Description width', unit: 'pixels' },
    ],
    tables: {
      title_options: { title: 'Titles', columns: ['text › why', 'pixel_width', 'truncation_risk', 'strategy'] },
      description_options: {
        title: 'Descriptions',
        columns: ['text › why', 'pixel_width', 'truncation_risk', 'strategy'],
      },
      snippet_risks: { title: 'Risks', columns: ['severity', 'risk › fix'] },
      checklist: { title: 'Checklist', columns: ['order', 'task', 'severity'] },
    },
  }),
  report('content.schema-plan', {
    place: 'page',
    title: (input) => `Structured data of ${named(input, 'url', 'site')}`,
    cards: [{ field: 'page_type.type', label: 'Page type' }, 'language'],
    tables: {
      recommended_types: { title: 'Types to use', columns: ['type › why', 'role', 'rich_result', 'eligible'] },
      required_fields: { title: 'Fields', columns: ['type', 'field', 'level', 'status', 'evidence'] },
      existing_jsonld: { title: 'What the page has', columns: ['type', 'format', 'valid', 'line'] },
      templates: {
        title: 'Templates of the site',
        columns: ['template › url', 'pages', 'page_type', 'existing_items', 'invalid_items'],
      },
    },
  }),
  report('page.cro-qa', {
    place: 'page',
    title: (input) => `Conversion check of ${named(input, 'url')}`,
    cards: [
      { field: 'conversion_score', label: 'Conversion', unit: 'of_100', better: 'higher' },
      { field: 'sections.value_proposition.score', label: 'Value proposition', unit: 'of_100', better: 'higher' },
      { field: 'sections.cta.score', label: 'Call to action', unit: 'of_100', better: 'higher' },
      { field: 'sections.proof.score', label: 'Proof', unit: 'of_100', better: 'higher' },
      { field: 'sections.friction.score', label: 'Friction', unit: 'of_100', better: 'higher' },
      { field: 'sections.clarity.score', label: 'Clarity', unit: 'of_100', better: 'higher' },
    ],
    tables: {
      experiments: { title: 'Experiments', columns: ['hypothesis', 'change', 'metric'] },
      ctas: { title: 'Calls to action', columns: ['text', 'type', 'region', 'above_fold', 'matches_goal'] },
      missing_proof: { title: 'Missing proof', columns: ['kind', 'why', 'how'] },
    },
    left_out: ['url', 'score_of'],
  }),
  report('extract', {
    place: 'page',
    title: (input) => `Text of ${named(input, 'url')}`,
    cards: [
      { field: 'word_count', label: 'Words', unit: 'words' },
      'status_code',
      { field: 'confidence', unit: 'share' },
      { field: 'links.internal_count', label: 'Internal links' },
      { field: 'links.external_count', label: 'External links' },
    ],
    tables: { headings: { title: 'Headings', columns: ['level', 'text'] } },
  }),
  report('search', {
    place: 'keywords',
    title: (input) => `Results for ${quoted(input, 'query')}`,
    cards: [{ field: 'total_count', label: 'Results' }, 'engine'],
    tables: { results: { title: 'Results', columns: ['position', 'title › url', 'description', 'published_at'] } },
    left_out: ['query_sent'],
  }),
];
