import type { z } from 'zod';

import { KeywordMetrics } from '../keywords/metrics.ts';

/** What is told of a keyword itself in a table of rankings. */
export const MetricColumns = KeywordMetrics.pick({
  language: true,
  search_volume: true,
  volume_low: true,
  volume_high: true,
  volume_basis: true,
  volume_source: true,
  volume_period: true,
  cpc: true,
  currency: true,
  competition: true,
  keyword_difficulty: true,
  difficulty_source: true,
  intent: true,
  intent_confidence: true,
  intent_source: true,
  buyer_stage: true,
  recommended_page_type: true,
});

export function pickMetrics(metrics: KeywordMetrics): z.infer<typeof MetricColumns> {
  const { language, search_volume, volume_low, volume_high, volume_basis, volume_source, volume_period } = metrics;
  const { cpc, currency, competition, keyword_difficulty, difficulty_source } = metrics;
  const { intent, intent_confidence, intent_source, buyer_stage, recommended_page_type } = metrics;
  return {
    language,
    search_volume,
    volume_low,
    volume_high,
    volume_basis,
    volume_source,
    volume_period,
    cpc,
    currency,
    competition,
    keyword_difficulty,
    difficulty_source,
    intent,
    intent_confidence,
    intent_source,
    buyer_stage,
    recommended_page_type,
  };
}

export const ScoreColumns = KeywordMetrics.pick({
  opportunity_score: true,
  score_components: true,
  score_coverage: true,
  priority: true,
});
