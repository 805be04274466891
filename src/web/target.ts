import { domainToASCII } from 'node:url';

import { AppError } from '../kernel/errors.ts';
import { hostKey, pageAddress, registrableDomain } from './url.ts';

/** What a question is about: a registrable domain with its subdomains, one subdomain, or one page. */
export interface Target {
  readonly value: string;
  readonly type: 'domain' | 'subdomain' | 'page';
  readonly host: string;
  readonly host_key: string;
  /** Registrable domain of the host. */
  readonly domain: string;
  /** Only for pages: path and query without a trailing slash, '' for the root page. */
  readonly path_key: string | undefined;
}

const HOST = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/;
const ADVICE =
  'Send a domain (example.com), a subdomain (blog.example.com) or an absolute URL (https://example.com/page).';

/**
 * Reads the `target` of a request.
 *
 * An absolute URL is a page, also the root one; anything without a scheme is a host, and a path behind
 * it is refused rather than guessed at.
 *
 * @throws AppError invalid_input naming `field`
 */
export function parseTarget(text: string, field = 'target'): Target {
  const written = text.trim();
  if (/^https?:\/\//i.test(written)) {
    const page = pageAddress(written);
    if (page === undefined || (!HOST.test(page.host) && !/^[\d.]+$|^\[/.test(page.host))) throw refuse(field, written);
    const { url, host, host_key, domain, path_key } = page;
    return { value: url, type: 'page', host, host_key, domain, path_key };
  }
  const bare = written.replace(/\/$/, '').replace(/\.$/, '');
  const host = domainToASCII(bare).toLowerCase();
  // domainToASCII cuts a path off in silence.
  if (/[\s/?#@:\\]/.test(bare) || !HOST.test(host)) throw refuse(field, written);
  const domain = registrableDomain(host);
  const type = domain === host ? 'domain' : 'subdomain';
  return { value: host, type, host, host_key: hostKey(host), domain, path_key: undefined };
}

function refuse(field: string, written: string): AppError {
  const shown = written.length > 80 ? written.slice(0, 80) + '…' : written;
  const message = `"${shown}" is neither a domain nor an absolute URL. ${ADVICE}`;
  return new AppError('invalid_input', message, { fix: ADVICE, issues: [{ path: field, message }] });
}
