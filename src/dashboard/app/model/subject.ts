import type { SiteRowView } from '../../views.ts';

/** What a page is about: a site of the workspace, or anything else that somebody looks at. */
export type Subject =
  | {
      readonly kind: 'site';
      readonly id: string;
      readonly target: string;
      readonly name: string;
      readonly site: SiteRowView;
    }
  | { readonly kind: 'look'; readonly target: string; readonly name: string };

export function siteSubject(site: SiteRowView): Subject {
  return { kind: 'site', id: site.id, target: site.target, name: site.name, site };
}

export function lookSubject(target: string): Subject {
  return { kind: 'look', target, name: target };
}

export type PageId =
  | ''
  | 'audit'
  | 'page'
  | 'links'
  | 'keywords'
  | 'rankings'
  | 'ai'
  | 'local'
  | 'content'
  | 'plan'
  | 'data';

/** Where a page of a subject is. */
export function pageAddress(
  subject: Subject,
  page: PageId,
  tab = '',
  query: Readonly<Record<string, string>> = {},
): string {
  const root =
    subject.kind === 'site' ? siteAddress(subject.id) : `/dashboard/look/${encodeURIComponent(subject.target)}`;
  const path = [root, page, tab].filter((part) => part !== '').join('/');
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** Where the pages of a site begin. */
export function siteAddress(id: string): string {
  return `/dashboard/s/${encodeURIComponent(id)}`;
}

/** The host that a subject is on, without `www.`; '' for a keyword. */
export function hostOf({ target }: Subject): string {
  const url = URL.parse(/^https?:/i.test(target) ? target : `https://${target}`);
  return target.includes('.') && url !== null ? url.hostname.replace(/^www\./, '') : '';
}

const LAST_SITE = 'seamark.site';

/** The site that was looked at last in this browser, so that other pages keep it in reach. */
export function lastSite(): string | undefined {
  return localStorage.getItem(LAST_SITE) ?? undefined;
}

export function rememberSite(id: string): void {
  localStorage.setItem(LAST_SITE, id);
}
