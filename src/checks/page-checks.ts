import { CHECKS_VERSION } from '../ports/index.ts';
import type { PageChecks } from '../web/facts/records.ts';
import { hasTrackingParameter, registrableDomain, URL_LENGTH_MAX } from '../web/url.ts';
import { type Check, type Evidence, quoteElements } from './check.ts';
import { type Facts, gatherFacts } from './facts.ts';
import type { UrlContext } from './input.ts';
import { judgeRules } from './rules.ts';

/** What a crawl knows of an answer while it reads the page. */
export interface ReadAnswer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content_type: string;
  readonly bytes: number;
}

const EVIDENCE_CHARACTERS_MAX = 120;
const ALTERNATES_MAX = 200;
const IMAGES_MAX = 100;
const ASSETS_MAX = 50;

/**
 * Judges a page while its bytes are at hand, by every rule that one page alone can break.
 *
 * @param today yyyy-mm-dd
 */
export function checkPage(html: string, answer: ReadAnswer, today: string): PageChecks {
  const facts = gatherFacts({ html, url: contextOf(answer), page_type: 'auto', today });
  const open: readonly Broken[] = [...judgeRules(facts).filter(isOpen), ...judgeParameters(facts)];
  const alternates = facts.alternates.flatMap(({ language, url }) => (url === undefined ? [] : [{ language, url }]));
  return {
    version: CHECKS_VERSION,
    failed: open.filter(({ status }) => status === 'fail').map(({ id }) => id),
    warned: open.filter(({ status }) => status === 'warn').map(({ id }) => id),
    evidence: [
      ...open.filter(({ status }) => status === 'fail'),
      ...open.filter(({ status }) => status === 'warn'),
    ].map(evidenceOf),
    alternates: alternates.slice(0, ALTERNATES_MAX),
    script_shell: facts.script_shell,
    images: listImages(facts),
    assets: listAssets(facts),
  };
}

/** Those that have an address of their own. */
function listImages({ page }: Facts): readonly string[] {
  const urls = page.images.flatMap(({ src }) => {
    const url = src === undefined || src === '' ? null : URL.parse(src, page.base_url);
    if (url === null || !/^https?:$/.test(url.protocol)) return [];
    url.hash = '';
    return url.href.length > URL_LENGTH_MAX ? [] : [url.href];
  });
  return [...new Set(urls)].slice(0, IMAGES_MAX);
}

/** What a page of the same owner may close to crawlers. */
function listAssets({ page, own_host = '' }: Facts): readonly string[] {
  const domain = registrableDomain(own_host);
  const urls = page.resources.flatMap(({ kind, url }) => {
    if (kind !== 'script' && kind !== 'style') return [];
    const parsed = URL.parse(url);
    if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.href.length > URL_LENGTH_MAX) return [];
    parsed.hash = '';
    return registrableDomain(parsed.hostname) === domain ? [parsed.href] : [];
  });
  return [...new Set(urls)].slice(0, ASSETS_MAX);
}

/** Rules that need the page as a crawl reads it, and are none of a page check. */
export const CRAWL_RULE_IDS: readonly string[] = ['link.parameter'];

type Broken = Pick<Check, 'id' | 'status' | 'found' | 'evidence'>;

/** Addresses lose these parameters when they are stored, so that only the page itself can tell. */
function judgeParameters({ page, links }: Facts): readonly Broken[] {
  const tracked = links.internal.filter(({ url }) => url !== undefined && hasTrackingParameter(url));
  if (tracked.length === 0) return [];
  const evidence: Evidence[] = quoteElements(page, tracked);
  return [{ id: 'link.parameter', status: 'fail', found: tracked[0]?.url ?? '', evidence }];
}

function isOpen({ status }: Check): boolean {
  return status === 'fail' || status === 'warn';
}

/** The first element that is wrong, else what was found. */
function evidenceOf({ evidence: [first], found }: Broken): string {
  if (first === undefined) return found.slice(0, EVIDENCE_CHARACTERS_MAX);
  const line = first.line === null ? '' : `line ${first.line}: `;
  return (line + first.element).slice(0, EVIDENCE_CHARACTERS_MAX);
}

/** Redirects and robots.txt are facts of the crawl, which a site audit judges for all pages together. */
function contextOf({ url, headers, content_type, bytes }: ReadAnswer): UrlContext {
  return {
    url,
    final_url: url,
    status: 200,
    headers,
    redirects: [],
    content_type,
    bytes,
    robots: null,
    canonical_target: null,
  };
}
