/**
 * Fields that many objects have in common, under a name; a question mark is for fields that may be left out.
 *
 * Earlier parts come first: what they take is not looked for again. An object that describes one of the fields
 * differently spells all of them out, so a part never changes what a type says.
 */
export const PARTS: readonly { readonly name: string; readonly fields: readonly string[] }[] = [
  part('Report', 'success agent_workflow markdown_summary meta'),
  part('SupportedAnswer', 'success agent_support markdown_summary meta'),
  part('PlainAnswer', 'success meta'),
  part(
    'KeywordFigures',
    `language search_volume volume_low volume_high volume_basis volume_source volume_period cpc currency competition
    keyword_difficulty difficulty_source intent intent_confidence intent_source buyer_stage recommended_page_type
    opportunity_score score_components score_coverage priority`,
  ),
  part(
    'KeywordDemand',
    `keyword found is_brand variants_folded volume_evidence grouped_with bing_impressions demand_band demand_reason
    monthly_searches trend seasonality observed_at`,
  ),
  part('RankingBasis', 'basis state coverage window serps_considered location language'),
  part(
    'LinkFigures',
    `share backlinks dofollow_backlinks dofollow_share referring_pages broken_backlinks lost_backlinks spam_score
    spam_signs boilerplate_backlinks hidden_backlinks rank first_seen last_seen lost_date score score_components priority`,
  ),
  part(
    'LinkFound',
    `url_to item_type anchor alt text_pre text_post semantic_location attributes dofollow links_count first_seen
    last_seen lost_date is_new is_lost is_broken url_to_status_code is_indirect_link rank spam_signs`,
  ),
  part('LinkFilters', 'export_rows? backlinks_status_type? include_indirect_links? rank_scale?'),
  part('TrackedSearch', 'location? location_code? language? device? engine? depth?'),
  part('SearchMarket', 'location_code? language?'),
  part('Paging', 'limit? offset?'),
  part('RowsShown', 'limit offset'),
  part('RankMatch', 'matched_url match_type location location_code language device'),
  part(
    'CrawlOptions',
    'pages? depth? include? exclude? sitemaps? respect_robots? headers? cookies? basic_auth? render? external_links?',
  ),
  part(
    'CrawlRules',
    'pages depth rate include exclude sitemaps respect_robots user_agent access render external_links',
  ),
  part('SiteSettings', 'name? brand? competitors? markets? crawl? audit?'),
  part('GridFigures', 'cells visibility_share share_found average_rank arp atrp solv'),
  part(
    'ContentCoverage',
    `search page coverage_score missing_topics thin_topics covered_topics unique_topics questions_unanswered
    questions_answered names_missing word_count_range serp_intent pages_compared notes`,
  ),
  part('TopicFigures', 'topic importance priority coverage of in_headings example_headings seen_on'),
  part('TextWidth', 'characters pixel_width mobile_pixel_width width_measured truncation_risk text'),
  part(
    'SharedRankings',
    'domain intersections overlap_share their_overlap_share shared_top10 average_position competitor_traffic',
  ),
  part(
    'KeywordMatch',
    'keyword intent primary_url page_type score score_components match alternatives already_targeted why',
  ),
];

function part(name: string, fields: string): { readonly name: string; readonly fields: readonly string[] } {
  return { name, fields: fields.split(/\s+/) };
}
