import { z } from 'zod';

import { ListCell } from '../../../text/cells.ts';

const figure = (what: string) => z.number().min(0).nullish().describe(what);

export const GapPage = z.looseObject({
  url: z.string().trim().min(1).max(2048),
  title: z.string().max(2000),
  keywords: ListCell.describe('What the page is made for.'),
  ranking_queries: z
    .union([
      z.array(z.union([z.string().max(700), z.looseObject({ query: z.string().max(700) })])).max(200),
      z.string().max(10_000),
    ])
    .nullish(),
  page_type: z.string().max(200).nullish(),
  buyer_stage: z
    .string()
    .max(200)
    .nullish()
    .describe('awareness, consideration, decision or retention; also tofu, mofu, bofu.'),
  traffic: figure('Visits a month.'),
  volume: figure('Searches a month for its subject.'),
  rank: figure('Position in search results; 1 is the best.'),
  backlinks: figure('Links or linking domains.'),
});
export type GapPage = z.infer<typeof GapPage>;

export const Competitor = z.looseObject({
  domain: z.string().trim().min(1).max(2048),
  pages: z.array(GapPage).max(200),
});
export type Competitor = z.infer<typeof Competitor>;

export interface GapMatrixInput {
  readonly competitors: readonly Competitor[];
  readonly own_pages?: readonly GapPage[] | undefined;
  readonly focus_topics?: readonly string[] | undefined;
  readonly max_opportunities: number;
  readonly target?: string | undefined;
}
