import { z } from 'zod';

import { ListCell } from '../../../text/cells.ts';

/** A heading as text, or as the answer of another tool gives it. */
const Heading = z.union([z.string().max(1000), z.looseObject({ text: z.string().max(1000) })]);

export const KeywordMapPage = z.looseObject({
  url: z.string().trim().min(1).max(2048),
  title: z.string().max(2000),
  description: z.string().max(5000).nullish(),
  headings: z
    .union([z.array(Heading).max(200), z.string().max(20_000)])
    .nullish()
    .describe('Texts of the headings, or objects with text.'),
  current_keywords: ListCell.describe('Keywords that the page is made for or ranks for.'),
  page_type: z
    .string()
    .max(200)
    .nullish()
    .describe('Such as category, product, blog, pricing; judged by address and title when not given.'),
});
export type KeywordMapPage = z.infer<typeof KeywordMapPage>;

export interface KeywordMapInput {
  readonly keywords: readonly string[];
  readonly pages: readonly KeywordMapPage[];
  readonly target?: string | undefined;
  readonly max_mappings: number;
}
