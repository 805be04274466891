import { spanOf } from './fact-texts.ts';
import { figureText } from '../model/values.ts';
import { properName } from '../model/words.ts';
import { matrixOf, sharesOf } from './make.ts';
import { rateCell, rateItem } from './rates.ts';
import { named, quoted, report } from './report.ts';

export const visibility = [
  report('ai-overview.extract', {
    place: 'ai',
    from: { fetch: ['candidates.extractable_passage', 'candidates.reasons'] },
    title: (input) => `AI overview for ${quoted(input)}`,
    answer: (r, say) => {
      const cited = r.target_coverage?.cited;
      const own = r.references?.find((each) => each.own === true)?.position;
      const standing =
        cited === true
          ? `; you are cited${own === undefined ? '' : ` as source ${own}`}.`
          : cited === false
            ? '; you are not cited.'
            : '.';
      if (r.overview_status === 'present') return say.strong('The search engine shows an AI overview') + standing;
      if (r.overview_status === 'absent') return say.strong('No AI overview') + ' was shown in this check.';
      if (r.overview_status === 'async_not_loaded')
        return say.strong('An AI overview was announced') + ', but its text did not load in this check.';
      return say.strong('Whether there is an AI overview is not known') + ': this source cannot see one.';
    },
    cards: [
      { field: 'overview_status', label: 'Overview' },
      { field: 'target_coverage.cited', label: 'You are cited' },
      { field: 'target_coverage.ranking_position', label: 'Your position', unit: 'position' },
      { field: 'organic_overlap', label: 'Sources that also rank', unit: 'share' },
      { field: 'overview.word_count', label: 'Words', unit: 'words' },
      { field: 'present_in.checks', label: 'Seen in checks' },
    ],
    views: [{ view: 'overview', of: 'overview', title: 'What it says' }],
    tables: {
      references: {
        title: 'Sources',
        columns: ['title › url', 'position', 'organic_rank', 'own'],
        sort: 'position',
        tab: 'Sources',
      },
      candidates: {
        title: 'Pages that could be cited',
        columns: ['title › url', 'position', 'cited', 'own', 'extractable_passage', 'reasons'],
        tab: 'Could be cited',
      },
    },
    facts: [
      {
        field: 'present_in',
        label: 'Shown in',
        isOptional: true,
        text: ({ present_in: seen }) =>
          seen === null
            ? null
            : `${seen.checks} of ${seen.of} checks, in the long run ${spanOf(seen.low, seen.high, 'share') ?? ''}`,
      },
      { field: 'organic_results', label: 'Organic results read' },
      { field: 'target_coverage.depth_checked', label: 'Results searched for your site' },
      { field: 'previously.status', label: 'Overview at the check before', isOptional: true },
      { field: 'previously.checked_at', label: 'Checked before', isOptional: true },
    ],
    left_out: ['location_code', 'present_in', 'target_coverage', 'keyword', 'overview'],
  }),
  report('ai-visibility.prompt-set', {
    place: 'ai',
    title: (input) => `Prompts to watch for ${named(input, 'target')}`,
    answer: (r, say) => {
      const open = Object.values(r.coverage.not_covered).flat();
      return (
        say.strong(`${say.count(r.prompts.length, 'prompt')} over ${say.count(r.buckets.length, 'need')}`) +
        (open.length === 0 ? '; all that you named is covered.' : `; not covered: ${open.slice(0, 3).join(', ')}.`)
      );
    },
    cards: [{ field: 'measurement_schema.runs_per_prompt', label: 'Runs for each prompt' }],
    charts: [
      {
        title: 'Needs by platform',
        draws: ['prompts', 'buckets'],
        spec: (r) =>
          matrixOf(
            r.prompts.flatMap(({ bucket, platform_fit }) => platform_fit.map((platform) => ({ bucket, platform }))),
            {
              axes: ['Need', 'Platform'],
              measure: 'Prompts to ask',
              row: ({ bucket }) => bucket.replaceAll('_', ' '),
              column: ({ platform }) => properName(platform),
              cell: (rows) => ({
                text: rows.length === 0 ? '' : String(rows.length),
                heat: rows.length === 0 ? null : Math.min(1, rows.length / 5),
              }),
            },
          ),
      },
    ],
    tables: {
      prompts: {
        title: 'Prompts',
        columns: ['text › measure', 'bucket', 'buyer_stage', 'topic', 'competitor', 'expected_citation_type'],
        tab: 'Prompts',
      },
      buckets: { title: 'Needs', columns: ['bucket › purpose', 'prompt_count'], tab: 'Needs' },
      'weekly_routing.runs': { title: 'Week', columns: ['day', 'platform', 'prompt_ids'], tab: 'Week' },
      'weekly_routing.actions': { title: 'What to do when', columns: ['when', 'do', 'owner_hint'], tab: 'When' },
      'coverage.topics': { title: 'Topics', columns: ['name', 'prompts'], tab: 'Topics' },
      'measurement_schema.metrics': { title: 'Figures', columns: ['name', 'formula'], tab: 'Figures' },
    },
    left_out: [
      'measurement_schema.fields',
      'measurement_schema.unit',
      'coverage.platforms',
      'coverage.competitors',
      'coverage.assets',
      'coverage.personas',
      'coverage.not_covered',
      'language',
      'brand',
      'category',
    ],
  }),
  report('llm-mentions.track', {
    place: 'ai',
    from: { discussions: [], serp: [] },
    title: (input) => `How assistants speak of ${named(input, 'brand')}`,
    answer: ({ mention_audit: r }, say) => {
      const [rival] = r.competitors.toSorted(
        (one, other) => (other.mention_rate?.value ?? 0) - (one.mention_rate?.value ?? 0),
      );
      if (r.mention_rate === null) return '';
      return (
        say.strong(`Named in ${say.figure(r.mention_rate.value, 'share')} of answers`) +
        ` (${say.figure(r.mention_rate.low, 'share')}–${say.figure(r.mention_rate.high, 'share')}, n = ${r.mention_rate.n})` +
        (rival?.mention_rate == null ? '.' : `; ${rival.name} in ${say.figure(rival.mention_rate.value, 'share')}.`)
      );
    },
    cards: [
      { field: 'mention_audit.mention_rate', label: 'Named', unit: 'share', better: 'higher' },
      { field: 'mention_audit.share_of_voice', label: 'Share of voice', unit: 'share', better: 'higher' },
      { field: 'mention_audit.citation_rate', label: 'Cited', unit: 'share', better: 'higher' },
      { field: 'mention_audit.branded_recall', label: 'Known by name', unit: 'share', better: 'higher' },
      { field: 'mention_audit.answered', label: 'Answers read' },
      { field: 'mention_audit.failures', label: 'Failed', better: 'lower' },
    ],
    charts: [
      {
        title: 'Who is named',
        draws: ['mention_audit.competitors'],
        spec: ({ mention_audit: r }) => ({
          kind: 'bars',
          unit: 'share',
          max: 1,
          items: [
            rateItem(r.brand.name, r.mention_rate, true),
            ...r.competitors.map(({ name, mention_rate }) => rateItem(name, mention_rate, false)),
          ],
        }),
      },
      {
        title: 'How it is spoken of',
        draws: ['mention_audit.sentiment'],
        spec: ({ mention_audit: r }) => (r.sentiment === null ? undefined : sharesOf(r.sentiment)),
      },
      {
        title: 'Questions by assistant',
        draws: ['mention_audit.queries'],
        spec: ({ mention_audit: r }) =>
          matrixOf(
            r.queries.flatMap(({ query, platforms }) => platforms.map((platform) => ({ query, ...platform }))),
            {
              axes: ['Question', 'Assistant'],
              measure: 'Share of answers that name you',
              row: ({ query }) => query,
              column: ({ platform }) => properName(platform),
              cell: ([first]) => rateCell(first?.mention_rate ?? null, first?.answered ?? 0),
            },
          ),
      },
    ],
    tables: {
      'mention_audit.queries': {
        title: 'Questions',
        columns: ['query', 'mentioned', 'answers', 'mentions_count', 'competitors_named'],
        tab: 'Questions',
      },
      'mention_audit.top_sources': {
        title: 'Cited sites',
        columns: ['domain', 'citations', 'share', 'class', 'answers_naming_brand', 'platforms'],
        sort: '-citations',
        tab: 'Cited sites',
      },
      'mention_audit.platforms': {
        title: 'Assistants',
        columns: ['platform', 'mention_rate', 'asked', 'answered', 'refused', 'failed'],
        tab: 'Assistants',
      },
      'mention_audit.competitors': {
        title: 'Competitors',
        columns: ['name', 'mention_rate', 'share_of_voice', 'answers'],
        tab: 'Competitors',
      },
      'mention_audit.co_mentioned_brands': {
        title: 'Named beside you',
        columns: ['name', 'answers', 'known'],
        tab: 'Named beside you',
      },
      'mention_audit.source_targets': {
        title: 'Sites to be on',
        columns: ['domain', 'answers', 'class', 'competitors', 'example_url'],
        tab: 'Sites to be on',
      },
      'mention_audit.fan_out_queries': {
        title: 'What assistants searched',
        columns: ['query', 'answers', 'platforms'],
        tab: 'Their searches',
      },
      'mention_audit.existence_denied': {
        title: 'Existence denied',
        columns: ['query', 'sentence', 'platform'],
        tab: 'Denied',
      },
      'mention_audit.citations.own': { title: 'Cited pages of yours', columns: [], tab: 'Your cited pages' },
      'mention_audit.citations.competitor': {
        title: 'Cited pages of competitors',
        columns: [],
        tab: 'Their cited pages',
      },
      'mention_audit.citations.own_retrieved_not_cited': {
        title: 'Read and not cited',
        columns: [],
        tab: 'Read, not cited',
      },
      'mention_audit.citations.cited_not_named': { title: 'Cited and not named', columns: [], tab: 'Cited, not named' },
      'mention_audit.citations.named_not_cited': { title: 'Named and not cited', columns: [], tab: 'Named, not cited' },
      'mention_audit.gaps': { title: 'Not asked', columns: ['platform › reason', 'kind', 'count'], tab: 'Not asked' },
      'mention_audit.served_models': { title: 'Models', columns: ['platform', 'model', 'answers'], tab: 'Models' },
    },
    facts: [
      { field: 'mention_audit.sampling.queries', label: 'Questions asked' },
      { field: 'mention_audit.sampling.runs', label: 'Runs of each question' },
      { field: 'mention_audit.citations.answers', label: 'Answers with known sources' },
      { field: 'mention_audit.citation_share', label: 'Your share of cited pages' },
      { field: 'mention_audit.retrieval_share', label: 'Your share of pages that assistants read' },
      { field: 'mention_audit.stability', label: 'Same sources as in the sampling before', unit: 'share' },
      {
        field: 'mention_audit.change',
        label: 'Against the sampling before',
        isOptional: true,
        text: ({ mention_audit: { change } }) =>
          change === null
            ? null
            : `${figureText(change.from, 'share')} → ${figureText(change.to, 'share')}${change.within_noise ? ', within noise' : ''}`,
      },
      { field: 'mention_audit.refusals', label: 'Refused to answer' },
      { field: 'mention_audit.truncations', label: 'Answers cut off' },
    ],
    left_out: [
      'mention_audit.brand.weak_mentions',
      'mention_audit.sampling.branded_queries',
      'mention_audit.sampling.location_code',
      'mention_audit.left_out',
      'mention_audit',
    ],
  }),
  report('social.listen', {
    place: 'ai',
    from: { serp: [] },
    title: (input) => `What people say about ${quoted(input, 'query')}`,
    answer: (r, say) => {
      const [objection] = r.insights.objections;
      return (
        say.strong(say.count(r.total_count, 'discussion')) +
        (objection === undefined
          ? '; no complaint comes up more than once.'
          : `; the most frequent doubt: ${objection.name}.`)
      );
    },
    cards: [
      { field: 'total_count', label: 'Discussions' },
      { field: 'read.counted', label: 'Read' },
      { field: 'read.older_than_a_year', label: 'Older than a year' },
      { field: 'read.newest', label: 'Newest' },
    ],
    charts: [
      { title: 'Tone', draws: ['insights.sentiment'], spec: (r) => sharesOf(r.insights.sentiment) },
      {
        title: 'Themes',
        draws: ['insights.themes'],
        spec: (r) => ({
          kind: 'bars',
          items: r.insights.themes.map(({ name, count, positive, negative }) => ({
            name,
            value: count,
            note: [positive > 0 ? `${positive} pleased` : '', negative > 0 ? `${negative} not` : '']
              .filter(Boolean)
              .join(', '),
          })),
        }),
      },
    ],
    tables: {
      discussions: {
        title: 'Discussions',
        columns: ['title › snippet', 'relevance', 'community', 'published_at', 'sentiment', 'intent', 'comments'],
        sort: '-relevance',
        tab: 'Discussions',
      },
      'insights.questions': { title: 'Questions', columns: ['question', 'count', 'intent'], tab: 'Questions' },
      'insights.objections': { title: 'Doubts', columns: ['name', 'count', 'quotes'], tab: 'Doubts' },
      'insights.language_used': { title: 'Words they use', columns: ['phrase', 'count', 'example'], tab: 'Words' },
      'insights.products_named': {
        title: 'Products',
        columns: ['name', 'count', 'positive', 'negative'],
        tab: 'Products',
      },
      'insights.content_ideas': { title: 'Ideas', columns: ['idea › why', 'format'], tab: 'Ideas' },
      'insights.intents': { title: 'Why they write', columns: [], tab: 'Reasons' },
      'insights.communities': { title: 'Communities', columns: [], tab: 'Communities' },
      'insights.themes': { title: 'Themes', columns: ['name', 'count', 'positive', 'negative'], tab: 'Themes' },
      platforms: { title: 'Where was looked', columns: ['platform', 'found', 'status', 'notes'], tab: 'Where' },
    },
    facts: [
      { field: 'method_note', label: 'How it was read' },
      { field: 'read.removed', label: 'Deleted posts' },
      { field: 'read.promotional', label: 'Promotional posts' },
      { field: 'read.unclear_topic', label: 'Posts of unclear topic' },
      { field: 'read.cross_posts', label: 'Cross-posts' },
      { field: 'read.too_old', label: 'Older than asked' },
      { field: 'read.undated', label: 'Without a date' },
      { field: 'read.short_texts', label: 'Seen only as an excerpt' },
      { field: 'read.oldest', label: 'Oldest discussion' },
    ],
    left_out: ['limit', 'offset', 'query', 'language', 'platform', 'location', 'coverage'],
  }),
];
