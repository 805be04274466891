import type { AskedPage } from '../../../web/page/asked-page.ts';

export const SCHEMA_PAGE_TYPES = [
  'article',
  'blog_post',
  'landing_page',
  'product',
  'software',
  'local_business',
  'faq',
  'how_to',
] as const;
export type SchemaPageType = (typeof SCHEMA_PAGE_TYPES)[number];

export interface SchemaPlanInput {
  readonly page: AskedPage;
  readonly page_type: SchemaPageType | 'auto';
  readonly keyword: string | undefined;
  /** Own domain or brand, as the caller wrote it. */
  readonly target: string | undefined;
  readonly include_jsonld: boolean;
}
