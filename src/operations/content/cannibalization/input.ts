import { z } from 'zod';

import { ListCell } from '../../../text/cells.ts';

const Query = z.union([
  z.string().max(700),
  z.looseObject({
    query: z.string().max(700),
    clicks: z.number().min(0).nullish(),
    impressions: z.number().min(0).nullish(),
    position: z.number().min(0).nullish(),
  }),
]);

const figure = (what: string) => z.number().min(0).nullish().describe(what);

export const CannibalizationPage = z.looseObject({
  url: z.string().trim().min(1).max(2048),
  title: z.string().max(2000),
  primary_keyword: z.string().max(700).nullish().describe('What the page is made for.'),
  target_keywords: ListCell.describe('Other keywords that it is made for.'),
  ranking_queries: z
    .union([z.array(Query).max(500), z.string().max(20_000)])
    .nullish()
    .describe('Searches that it appears for: texts, or objects with query, clicks, impressions, position.'),
  page_type: z.string().max(200).nullish(),
  canonical_url: z.string().max(2048).nullish(),
  indexable: z.boolean().nullish().describe('False when noindex or robots.txt keeps it out.'),
  clicks: figure('In any period, the same for all pages.'),
  impressions: figure('In the same period.'),
  avg_position: figure('1 is the best.'),
  backlinks: figure('Links or linking domains, the same for all pages.'),
});
export type CannibalizationPage = z.infer<typeof CannibalizationPage>;

export const SENSITIVITIES = ['conservative', 'balanced', 'aggressive'] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

export interface CannibalizationInput {
  readonly pages: readonly CannibalizationPage[];
  readonly target?: string | undefined;
  readonly focus_keywords?: readonly string[] | undefined;
  readonly sensitivity: Sensitivity;
}
