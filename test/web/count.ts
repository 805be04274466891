import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { addressOf, domainOf } from './count-address.ts';
import type { Address } from './count-address.ts';
import { linksOf } from './count-links.ts';
import type { PageLink } from './count-links.ts';
import { openSite } from './site-files.ts';
import type { SiteFiles } from './site-files.ts';
import { CUT, SITES, missingSites, twinOf, webFolder } from './sites.ts';
import type { Site } from './sites.ts';

/**
 * The independent count: what a crawl of the test web must find, read straight from the files.
 *
 * A page belongs to the crawl when it is a start page, stands in a sitemap, or is the target of a link or
 * redirect on a page of the crawl; when its host is one of the sites; and when robots.txt does not close it.
 * A `rel=nofollow` link leads nowhere, nor does any link of a page whose robots meta tag says nofollow; being
 * in a sitemap outweighs both. The name of a host with or without www redirects to the site and shares its
 * robots.txt. A canonical points elsewhere but does not take the page or its links away.
 *
 * `count-links.ts` says what a link is, `count-address.ts` which addresses are one page. Links are kept when
 * they lead to another host; those within a host are only counted.
 *
 *   node test/web/count.ts [--cut]     prints the figures
 */
export interface WebCount {
  /** HTML pages that answer 200, by key. */
  readonly pages: ReadonlyMap<string, CountedPage>;
  /** Keys that answer 200 with another media type. */
  readonly files: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  /** Keys closed by robots.txt that something links to. */
  readonly refused: ReadonlySet<string>;
  readonly redirects: ReadonlyMap<string, Address>;
  /** Links to another host, one for each page, target, type and anchor. */
  readonly links: readonly CountedLink[];
}

interface CountedPage {
  readonly host: string;
  /** What was asked for first. */
  readonly path: string;
  readonly title: string;
  readonly internal_links: number;
}

export interface CountedLink extends Omit<PageLink, 'type'> {
  readonly source: string;
  readonly source_host: string;
  readonly type: PageLink['type'] | 'redirect';
}

interface Reading {
  readonly sites: ReadonlyMap<string, SiteFiles>;
  readonly queue: Address[];
  readonly known: Set<string>;
  readonly pages: Map<string, CountedPage>;
  readonly files: Set<string>;
  readonly missing: Set<string>;
  readonly refused: Set<string>;
  readonly redirects: Map<string, Address>;
  readonly links: CountedLink[];
}

export function countWeb(cache: string, sites: readonly Site[]): WebCount {
  const reading: Reading = {
    sites: sitesByHost(cache, sites),
    queue: [],
    known: new Set(),
    pages: new Map(),
    files: new Set(),
    missing: new Set(),
    refused: new Set(),
    redirects: new Map(),
    links: [],
  };
  for (const { site, listed } of new Set(reading.sites.values())) {
    for (const path of [...site.starts, ...listed]) add(reading, rootOf(site), path);
  }
  for (let next = reading.queue.pop(); next !== undefined; next = reading.queue.pop()) readAddress(reading, next);
  return reading;
}

function sitesByHost(cache: string, sites: readonly Site[]): ReadonlyMap<string, SiteFiles> {
  const opened = sites.map((site) => openSite(cache, site));
  return new Map(
    opened.flatMap((files) => [
      [files.site.host, files],
      [twinOf(files.site.host), files],
    ]),
  );
}

function rootOf(site: Site): URL {
  return new URL(`${site.scheme}://${site.host}/`);
}

function add(reading: Reading, base: URL, href: string): void {
  const address = addressOf(href, base);
  if (address !== undefined) addAddress(reading, address);
}

function addAddress(reading: Reading, address: Address): void {
  const files = reading.sites.get(address.host);
  if (files === undefined || reading.known.has(address.key)) return;
  reading.known.add(address.key);
  if (isOpen(files.site.robots, address.path)) reading.queue.push(address);
  else reading.refused.add(address.key);
}

function readAddress(reading: Reading, address: Address): void {
  const files = reading.sites.get(address.host);
  if (files === undefined) return;
  if (address.host !== files.site.host) {
    const target = addressOf(address.path, rootOf(files.site));
    if (target !== undefined) readRedirect(reading, address, target);
    return;
  }
  const found = files.locate(address.path.split('?')[0] ?? '/');
  if (found.kind === 'missing') {
    reading.missing.add(address.key);
  } else if (found.kind === 'redirect') {
    const target = addressOf(found.to, new URL(address.path, rootOf(files.site)));
    if (target !== undefined) readRedirect(reading, address, target);
  } else if (found.kind === 'made' || !found.file.endsWith('.html')) {
    reading.files.add(address.key);
  } else {
    readPage(reading, files.site, address, readFileSync(found.file));
  }
}

function readRedirect(reading: Reading, address: Address, target: Address): void {
  // A slash that the server adds makes no other page of it.
  if (target.key === address.key) {
    readAddress(reading, target);
    return;
  }
  reading.redirects.set(address.key, target);
  if (target.host !== address.host) {
    const source = { source: address.key, source_host: address.host };
    reading.links.push({ ...source, target, type: 'redirect', anchor: '', alt: '', nofollow: false, count: 1 });
  }
  addAddress(reading, target);
}

function readPage(reading: Reading, site: Site, address: Address, body: Uint8Array): void {
  const page = linksOf(body, site.charset, new URL(address.path, rootOf(site)));
  let internal = 0;
  for (const link of page.links) {
    if (link.target.host === address.host) internal += link.count;
    else reading.links.push({ ...link, source: address.key, source_host: address.host });
    if (link.type !== 'alternate' && !link.nofollow && !page.nofollow) addAddress(reading, link.target);
  }
  reading.pages.set(address.key, {
    host: address.host,
    path: address.path,
    title: page.title,
    internal_links: internal,
  });
}

/** Longest matching rule of the group for all agents; an Allow wins a tie. Knows `*` and `$`. */
export function isOpen(robots: readonly string[], path: string): boolean {
  const start = robots.findIndex((line) => line === 'User-agent: *');
  const end = robots.indexOf('', start);
  let best = { length: -1, allow: true };
  for (const line of robots.slice(start + 1, end === -1 ? undefined : end)) {
    const [verb = '', rule = ''] = line.split(': ', 2);
    const allow = verb === 'Allow';
    const wins = rule.length > best.length || (rule.length === best.length && allow);
    if (wins && matches(rule, path)) best = { length: rule.length, allow };
  }
  return best.allow;
}

function matches(rule: string, path: string): boolean {
  const whole = rule.endsWith('$');
  const parts = (whole ? rule.slice(0, -1) : rule)
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp('^' + parts.join('.*') + (whole ? '$' : '')).test(path);
}

export interface Referrers {
  readonly backlinks: number;
  readonly pages: number;
  readonly hosts: number;
  readonly domains: number;
}

/** Who links to a host or domain (with its subdomains), links from its own registrable domain left out. */
export function referrersOf(links: Iterable<CountedLink>, target: string): Referrers {
  return referrersBy(links, (link) => link.target.host === target || link.target.host.endsWith('.' + target));
}

export function referrersBy(links: Iterable<CountedLink>, isMeant: (link: CountedLink) => boolean): Referrers {
  const pages = new Set<string>();
  const hosts = new Set<string>();
  const domains = new Set<string>();
  let backlinks = 0;
  for (const link of links) {
    if (!isMeant(link) || domainOf(link.source_host) === link.target.domain) continue;
    backlinks++;
    pages.add(link.source);
    hosts.add(link.source_host);
    domains.add(domainOf(link.source_host));
  }
  return { backlinks, pages: pages.size, hosts: hosts.size, domains: domains.size };
}

/** Links to other registrable domains, by the domain that they lead to. */
export function externalByDomain(links: readonly CountedLink[]): ReadonlyMap<string, readonly CountedLink[]> {
  const external = links.filter((link) => domainOf(link.source_host) !== link.target.domain);
  return Map.groupBy(external, (link) => link.target.domain);
}

function print(count: WebCount, sites: readonly Site[]): void {
  const rows = sites.map(({ host }) => {
    const pages = [...count.pages.values()].filter((page) => page.host === host);
    const own = count.links.filter((link) => link.source_host === host && link.target.domain !== domainOf(host));
    return {
      host,
      pages: pages.length,
      internal: pages.reduce((sum, page) => sum + page.internal_links, 0),
      external: own.length,
      external_domains: new Set(own.map((link) => link.target.domain)).size,
      backlinks: referrersOf(count.links, host).backlinks,
      from_sites: referrersOf(count.links, host).hosts,
    };
  });
  console.table(rows);
  const { pages, files, missing, refused, redirects } = count;
  const external = externalByDomain(count.links);
  console.log(
    `${pages.size} pages, ${files.size} other files, ${missing.size} missing, ${refused.size} closed by robots.txt, ` +
      `${redirects.size} redirects; links to ${external.size} external domains`,
  );
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { cut: { type: 'boolean', default: false } } });
  const sites = values.cut ? CUT : SITES;
  const missing = missingSites(webFolder(), sites);
  if (missing !== undefined) throw new Error(missing);
  print(countWeb(webFolder(), sites), sites);
}
