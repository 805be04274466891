import { parseTarget, type Target } from '../web/target.ts';
import { ownerDomain } from '../web/url.ts';

/**
 * The site that a domain or URL stands for: its registrable domain, or a name that a shared host gave away
 * (`anna.github.io`).
 *
 * @throws AppError invalid_input naming `field`
 */
export function readSite(text: string, field = 'target'): Target {
  const { host } = parseTarget(text, field);
  return parseTarget(ownerDomain(host) ?? host, field);
}

/**
 * What is compared where whole sites are: a URL stands for its site, and so does a `www.`; any other subdomain is
 * compared alone.
 *
 * @throws AppError invalid_input naming `field`
 */
export function readSiteOrSubdomain(text: string, field: string): Target {
  const target = parseTarget(text, field);
  const site = readSite(text, field);
  return target.type === 'subdomain' && target.host !== `www.${site.host}` ? target : site;
}
