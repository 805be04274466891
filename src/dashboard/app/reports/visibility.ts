import { named, quoted, report } from './report.ts';

export const visibility = [
  report('ai-overview.extract', {
    place: 'ai',
    title: (input) => `AI overview for ${quoted(input)}`,
    cards: [
      { field: 'overview_status', label: 'Overview' },
      { field: 'target_coverage.cited', label: 'You are cited' },
      { field: 'organic_overlap.value', label: 'Shared with the results', unit: 'share' },
      'organic_results',
    ],
    tables: {
      candidates: {
        title: 'Pages that could be cited',
        columns: ['position', 'title › url', 'cited', 'own', 'extractable_passage'],
      },
    },
  }),
  report('ai-visibility.prompt-set', {
    place: 'ai',
    title: (input) => `Prompts to watch for ${named(input, 'target')}`,
    cards: [],
    tables: {
      prompts: {
        title: 'Prompts',
        columns: ['text', 'bucket', 'buyer_stage', 'topic', 'competitor', 'expected_citation_type'],
      },
      buckets: { title: 'Needs', columns: ['bucket', 'purpose', 'prompt_count'] },
    },
  }),
  report('llm-mentions.track', {
    place: 'ai',
    title: (input) => `How assistants speak of ${named(input, 'brand')}`,
    cards: [
      { field: 'mention_audit.share_of_voice.value', label: 'Share of voice', unit: 'share', better: 'higher' },
      { field: 'mention_audit.mention_rate.value', label: 'Mentioned', unit: 'share', better: 'higher' },
    ],
  }),
  report('social.listen', {
    place: 'ai',
    title: (input) => `What people say about ${quoted(input, 'query')}`,
    cards: [
      { field: 'total_count', label: 'Discussions' },
      { field: 'read.counted', label: 'Read' },
    ],
    tables: {
      discussions: {
        title: 'Discussions',
        columns: ['title › url', 'community', 'published_at', 'sentiment', 'relevance'],
      },
      'insights.questions': { title: 'Questions', columns: ['question', 'count', 'of'] },
      'insights.themes': { title: 'Themes', columns: ['name', 'count', 'positive', 'negative'] },
      'insights.content_ideas': { title: 'Ideas', columns: ['idea', 'format'] },
    },
    left_out: ['limit', 'offset'],
  }),
  report('audit.local', {
    place: 'local',
    title: (input) => `Local listing of ${named(input, 'name', 'domain')}`,
    cards: [
      { field: 'readiness_score', label: 'Readiness', unit: 'of_100', better: 'higher' },
      { field: 'listing.rating', label: 'Rating', better: 'higher' },
      { field: 'reviews.count', label: 'Reviews', better: 'higher' },
      { field: 'reviews.newest_at', label: 'Newest review' },
      { field: 'place_match.confidence', label: 'Sure that it is yours', unit: 'share', better: 'higher' },
      'business_status',
    ],
    tables: {
      nap_consistency: { title: 'Name, address, phone', columns: ['field', 'listing', 'site', 'matches'] },
      checks: { title: 'Checks', columns: ['status', 'severity', 'title › fix', 'evidence'] },
    },
  }),
  report('local-visibility.track', {
    place: 'local',
    title: (input) => `Local pack visibility of ${named(input, 'domain')}`,
    cards: [
      { field: 'visibility_share.value', label: 'In the pack', unit: 'share', better: 'higher' },
      { field: 'average_rank', unit: 'position' },
      { field: 'share_found', unit: 'share', better: 'higher' },
      { field: 'pack_present.value', label: 'Searches with a pack', unit: 'share' },
    ],
    tables: {
      matrix: { title: 'Searches', columns: ['keyword', 'location', 'position', 'pack_present', 'checked_at'] },
      competitors: { title: 'Competitors', columns: ['name › domain', 'share', 'average_rank'] },
    },
  }),
];
