import { counted } from '../kernel/grammar.ts';
import type { PageChangeKind } from '../ports/sites.ts';

/** How many pages changed in each way, in words. */
export const PAGE_CHANGES_COUNTED: Readonly<Record<PageChangeKind, (count: number) => string>> = {
  dead: (count) => `${counted(count, 'page')} died`,
  error: (count) => counted(count, 'new server error'),
  noindexed: (count) => `${counted(count, 'page')} set to noindex`,
  blocked: (count) => `${counted(count, 'page')} blocked by robots.txt`,
  redirected: (count) => counted(count, 'new redirect'),
  canonical_changed: (count) => counted(count, 'changed canonical'),
  title_changed: (count) => counted(count, 'changed title'),
  h1_changed: (count) => counted(count, 'changed heading'),
  description_changed: (count) => counted(count, 'changed description'),
  back: (count) => `${counted(count, 'page')} back`,
  indexable_again: (count) => `${counted(count, 'page')} indexable again`,
  new: (count) => counted(count, 'new page'),
};
