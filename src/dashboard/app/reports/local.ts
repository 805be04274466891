import { starsOf } from './fact-texts.ts';
import { barsOf, heatOfPosition, matrixOf } from './make.ts';
import { rateItem } from './rates.ts';
import { named, report } from './report.ts';

export const local = [
  report('audit.local', {
    place: 'local',
    from: { fetch: ['nap_consistency.site'] },
    title: (input) => `Local listing of ${named(input, 'name', 'domain')}`,
    answer: (r, say) => {
      if (r.place_match.status === 'not_checked') {
        return say.strong('Only the website was audited.') + ' No source of business listings is connected.';
      }
      if (r.place_match.status !== 'matched') {
        return r.place_match.candidates.length === 0
          ? say.strong('No listing of this business was found.')
          : say.strong('Which of these businesses is yours?') + ' No listing fits for certain.';
      }
      const known = r.nap_consistency.filter(({ matches }) => matches !== null);
      const worst = r.checks.find(({ status }) => status === 'fail');
      return (
        say.strong(
          `${known.filter(({ matches }) => matches === true).length} of ${say.count(known.length, 'fact')} agree`,
        ) +
        ` between your listing and your site${worst === undefined ? '.' : `; first to fix: ${worst.title.charAt(0).toLowerCase()}${worst.title.slice(1)}.`}`
      );
    },
    cards: [
      { field: 'place_match.status', label: 'Listing' },
      { field: 'readiness_score', label: 'Readiness', unit: 'of_100', better: 'higher' },
      { field: 'listing.rating', label: 'Rating', better: 'higher' },
      { field: 'reviews.count', label: 'Reviews', better: 'higher' },
      { field: 'reviews.newest_at', label: 'Newest review' },
      'business_status',
    ],
    charts: [{ title: 'Score by part', draws: ['score_components'], spec: (r) => barsOf(r.score_components ?? {}) }],
    views: [{ view: 'issues', of: 'checks', title: 'What to fix' }],
    tables: {
      nap_consistency: {
        title: 'Name, address, phone',
        columns: ['field', 'matches', 'listing', 'site'],
        tab: 'Facts',
      },
      'hours_consistency.days': {
        title: 'Opening hours',
        columns: ['day', 'matches', 'listing', 'site'],
        tab: 'Hours',
      },
      site_consistency: {
        title: 'What the website says',
        columns: ['field', 'matches', 'values'],
        tab: 'Website',
      },
      competitors_nearby: {
        title: 'Nearby',
        columns: ['name', 'rating', 'review_count', 'distance_m', 'rank'],
        tab: 'Nearby',
      },
      'place_match.candidates': {
        title: 'Listings considered',
        columns: ['name › address', 'score', 'phone', 'website'],
        tab: 'Candidates',
      },
      duplicates: { title: 'Possible duplicates', columns: ['name › address', 'phone'], tab: 'Duplicates' },
    },
    facts: [
      { field: 'listing.name', label: 'Name in the listing' },
      { field: 'listing.address', label: 'Address in the listing' },
      { field: 'listing.phone', label: 'Phone in the listing' },
      { field: 'listing.website', label: 'Website in the listing' },
      { field: 'listing.category', label: 'Category in the listing' },
      { field: 'listing.photos', label: 'Photos in the listing' },
      { field: 'place_match.confidence', label: 'Certainty that it is the business', unit: 'share' },
      { field: 'landing_page.url', label: 'Page for this location' },
      { field: 'site.locations', label: 'Locations on the website' },
      {
        field: 'reviews.distribution',
        label: 'Reviews by stars',
        isOptional: true,
        text: ({ reviews }) => starsOf(reviews?.distribution),
      },
    ],
    left_out: [
      'place_match.threshold',
      'listing.review_count',
      'listing.coordinates',
      'reviews.rating',
      'listing',
      'site',
      'reviews',
      'place_match',
      'source_of',
      'business',
      'landing_page',
      'score_coverage',
      'service_area',
      'hours_consistency',
      'priority',
    ],
  }),
  report('local-visibility.track', {
    place: 'local',
    from: { places: [], fetch: [] },
    title: (input) => `Local pack visibility of ${named(input, 'domain')}`,
    answer: (r, say) =>
      r.visibility_share === null
        ? ''
        : say.strong(
            `In the pack for ${say.figure(r.visibility_share.value, 'share')} of ${say.count(r.cells, 'search', 'searches')}`,
          ) + ` (${say.figure(r.visibility_share.low, 'share')}–${say.figure(r.visibility_share.high, 'share')}).`,
    cards: [
      { field: 'visibility_share', label: 'In the pack', unit: 'share', better: 'higher' },
      { field: 'average_rank', unit: 'position' },
      { field: 'share_found', label: 'Found', unit: 'share', better: 'higher' },
      { field: 'pack_present', label: 'Searches with a pack', unit: 'share' },
      { field: 'solv', label: 'Share of local voice', unit: 'share', better: 'higher' },
      { field: 'cells', label: 'Searches' },
    ],
    charts: [
      {
        title: 'Position by keyword and place',
        draws: ['matrix'],
        spec: (r) =>
          matrixOf(r.matrix, {
            axes: ['Keyword', 'Place'],
            measure: 'Position among the listings; hatched where there is no pack',
            row: ({ keyword }) => keyword,
            column: ({ location }) => location,
            cell: ([first]) =>
              first === undefined
                ? { text: '', heat: null }
                : first.pack_present === false
                  ? { text: 'no pack', heat: null, isHatched: true }
                  : {
                      text: first.position === null ? 'not in it' : String(first.position),
                      heat: heatOfPosition(first.position),
                    },
          }),
      },
      {
        title: 'Who is in the pack',
        draws: ['competitors'],
        spec: (r) => ({
          kind: 'bars',
          unit: 'share',
          max: 1,
          items: r.competitors.slice(0, 10).map(({ name, share }) => rateItem(name, share, false)),
        }),
      },
    ],
    tables: {
      matrix: {
        title: 'Searches',
        columns: ['keyword', 'position', 'location', 'pack_present', 'organic_position', 'checked_at', 'change'],
        tab: 'Searches',
      },
      by_keyword: {
        title: 'By keyword',
        columns: ['keyword', 'visibility_share', 'average_rank', 'share_found'],
        tab: 'Keywords',
      },
      by_location: {
        title: 'By place',
        columns: ['location', 'visibility_share', 'average_rank', 'share_found'],
        tab: 'Places',
      },
      competitors: {
        title: 'Competitors',
        columns: ['name › domain', 'share', 'average_rank', 'cells'],
        sort: '-share.value',
        tab: 'Competitors',
      },
      gaps: { title: 'Not checked', columns: ['keyword', 'location', 'message'], tab: 'Not checked' },
      locations: { title: 'Places', columns: ['asked', 'name'], tab: 'Places asked' },
    },
    facts: [
      { field: 'atrp.value', label: 'Average rank, not found included', unit: 'position' },
      { field: 'same_brand_other_location', label: 'Searches that show another location of the brand' },
      {
        field: 'comparison',
        label: 'Against the checks before',
        isOptional: true,
        text: ({ comparison: moved }) =>
          moved === null ? null : `Shown in ${moved.entered} more searches, no longer in ${moved.left}`,
      },
    ],
    left_out: [
      'arp',
      'atrp.not_found_rank',
      'atrp',
      'business',
      'match_rule',
      'domain',
      'language',
      'device',
      'coverage',
      'surface',
    ],
  }),
];
