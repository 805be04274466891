/** What the relative addresses of a page are relative to: its `<base>` when that is an http address, else its own. */
export function baseOf(href: string | undefined, pageUrl: string): string {
  if (href === undefined) return pageUrl;
  const base = URL.parse(href.trim(), pageUrl);
  return base !== null && (base.protocol === 'http:' || base.protocol === 'https:') ? base.href : pageUrl;
}
