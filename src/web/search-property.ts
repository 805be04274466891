import { domainToASCII } from 'node:url';

const CHARACTERS_MAX = 2000;
const DOMAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/;

/**
 * A property as Search Console names it: `sc-domain:example.com`, or a URL prefix that ends with a slash. A bare domain
 * stands for its domain property. Undefined for what is neither.
 */
export function readProperty(written: string): string | undefined {
  const text = written.trim();
  if (text === '' || text.length > CHARACTERS_MAX) return undefined;
  if (/^https?:\/\//i.test(text)) return readPrefix(text);
  const domain = domainToASCII(text.replace(/^sc-domain:/i, '').replace(/\/$/, '')).toLowerCase();
  return DOMAIN.test(domain) ? `sc-domain:${domain}` : undefined;
}

function readPrefix(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.search !== '' || url.hash !== '') return undefined;
  return url.pathname.endsWith('/') ? url.href : `${url.href}/`;
}
