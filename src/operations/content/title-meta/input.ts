import type { AskedPage } from '../../../web/page/asked-page.ts';

export const TITLE_PAGE_TYPES = [
  'blog_post',
  'landing_page',
  'product',
  'software',
  'local_business',
  'comparison_page',
  'guide',
] as const;
export type TitlePageType = (typeof TITLE_PAGE_TYPES)[number];

export interface TitleMetaInput {
  readonly page: AskedPage;
  readonly keyword: string;
  /** Own domain or brand, as the caller wrote it. */
  readonly target: string | undefined;
  readonly page_type: TitlePageType | 'auto';
  /** In place of what the page has. */
  readonly current_title: string | undefined;
  readonly current_meta_description: string | undefined;
}
