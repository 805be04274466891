import { readAsked } from './asking.ts';
import type { PageId, Subject } from './subject.ts';

export interface SitePage {
  readonly id: PageId;
  readonly title: string;
  readonly icon: string;
  /** After `g`. */
  readonly key: string;
  /** Only whose site it is has it. */
  readonly isOwners?: boolean;
}

export const SITE_PAGES: readonly SitePage[] = [
  { id: '', title: 'Overview', icon: 'home', key: 'o' },
  { id: 'audit', title: 'Site audit', icon: 'audit', key: 'a' },
  { id: 'page', title: 'Page check', icon: 'page', key: 'p' },
  { id: 'links', title: 'Links', icon: 'links', key: 'l' },
  { id: 'keywords', title: 'Keywords', icon: 'keywords', key: 'k' },
  { id: 'rankings', title: 'Rankings', icon: 'rankings', key: 'r' },
  { id: 'ai', title: 'AI visibility', icon: 'ai', key: 'i' },
  { id: 'local', title: 'Local', icon: 'local', key: 'm' },
  { id: 'content', title: 'Content', icon: 'content', key: 'c' },
  { id: 'plan', title: 'Plan', icon: 'plan', key: 't', isOwners: true },
];

export const DATA_PAGE: SitePage = { id: 'data', title: 'Crawls and data', icon: 'data', key: 'd', isOwners: true };

/** Of what is somebody else's, what can be asked about its kind. */
const OF_OTHERS: Readonly<Record<string, readonly PageId[]>> = {
  page: ['', 'page', 'links', 'content'],
  keyword: ['', 'keywords', 'ai', 'content'],
};

export function pagesOf(subject: Subject): readonly SitePage[] {
  if (subject.kind === 'site') return SITE_PAGES;
  const some = OF_OTHERS[readAsked(subject.target)?.kind ?? ''];
  return SITE_PAGES.filter(({ id, isOwners }) => isOwners !== true && (some === undefined || some.includes(id)));
}
