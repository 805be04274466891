import { type GraphSize, linksOf, type MadeLink } from './graph.ts';
import { anchorOf, type Domain, domainOf, flagsOf, hostKeyOf, mix, pathOf, titleOf } from './names.ts';

/** Visits of the made web as rows of `incoming`, the table through which crawls and imports write. */
export const COLUMNS = `host_key path_key domain_length flags source_tld observed_at source status content_type bytes
  redirect_url readable title language word_count internal_links external_links platform_type content_hash spam_score
  move_kind move_host move_path move_domain_length move_flags
  link_host link_path link_domain_length link_flags link_type link_anchor link_alt link_dofollow link_attributes
  link_position link_count link_image link_before link_after`.split(/\s+/);

export interface Visit {
  readonly domain: number;
  readonly page: number;
  /** Seconds since 1970. */
  readonly at: number;
  /** The first visit of a page is number 0; a later one finds some links gone and others new. */
  readonly round: number;
}

export interface Row {
  readonly text: string;
  readonly links: number;
}

const LANGUAGES = ['en', 'en', 'en', 'en', 'de', 'fr', 'es', 'it', 'ja', ''];
const PLATFORMS = ['', '', '', 'blogs', 'cms', 'ecommerce', 'news', 'organization'];

export function rowOf(visit: Visit, size: GraphSize): Row {
  const domain = domainOf(visit.domain);
  const { page, round } = visit;
  const fate = mix(visit.domain * 31 + page, 400 + round) % 100;
  const head = [
    hostKeyOf(domain, page),
    pathOf(domain, page),
    domain.key.length,
    flagsOf(domain, page),
    domain.suffix,
    visit.at,
    'commoncrawl',
  ].join('\t');
  if (fate < 3)
    return { text: `${head}\t404\ttext/html\t900\t\t0\t\t\t0\t0\t0\t\t0\t0\t${NO_MOVE}\t${NO_LINKS}\n`, links: 0 };
  if (fate < 5) return redirectRow(head, visit, size);
  const links = linksOf(visit.domain, page, size).filter((_, at) => isThere(visit, at));
  const external = links.reduce((sum, link) => sum + (link.domain === visit.domain ? 0 : 1), 0);
  const seed = mix(visit.domain, page + 29);
  const language = LANGUAGES[mix(visit.domain, 31) % LANGUAGES.length] ?? '';
  const platform = PLATFORMS[mix(visit.domain, 37) % PLATFORMS.length] ?? '';
  const spam = (mix(visit.domain, 41) % 60) + (seed % 20);
  const document = `1\t${titleOf(domain, page)}\t${language}\t${200 + (seed % 1500)}\t${links.length - external}\t${external}\t${platform}`;
  const body = `${head}\t200\ttext/html\t${20_000 + (seed & 0xffff)}\t\t${document}\t${seed}\t${spam}`;
  return { text: `${body}\t${NO_MOVE}\t${linkCells(links)}\n`, links: links.length };
}

/** On a later visit one link in five is gone, and one in ten of those there was not seen before. */
function isThere({ domain, page, round }: Visit, at: number): boolean {
  const fate = mix(domain + at, page + 53) % 100;
  return round === 0 ? fate >= 10 : fate < 80;
}

const NO_MOVE = '0\t\t\t0\t0';
const NO_LINKS = Array.from({ length: 14 }, () => '[]').join('\t');

/** Half lead to another page of their site, half to a site that it links to. */
function redirectRow(head: string, visit: Visit, size: GraphSize): Row {
  const [link] = linksOf(visit.domain, visit.page, size);
  const isOwn = mix(visit.domain, visit.page) % 2 === 0 || link === undefined;
  const to = isOwn ? { domain: visit.domain, page: 0 } : link;
  const target = domainOf(to.domain);
  const [host, path, flags] = [hostKeyOf(target, to.page), pathOf(target, to.page), flagsOf(target, to.page)];
  const move = `1\t${host}\t${path}\t${target.key.length}\t${flags}`;
  const links = `['${host}']\t['${path}']\t[${target.key.length}]\t[${flags}]\t[3]\t['']\t['']\t[1]\t[0]\t[5]\t[1]\t['']\t['']\t['']`;
  return {
    text: `${head}\t301\ttext/html\t0\thttps://moved.example/\t0\t\t\t0\t0\t0\t\t0\t0\t${move}\t${links}\n`,
    links: 1,
  };
}

function linkCells(links: readonly MadeLink[]): string {
  let [hosts, paths, lengths, flags, types, anchors, alts] = ['', '', '', '', '', '', ''];
  let [dofollow, attributes, positions, counts, empty] = ['', '', '', '', ''];
  for (const link of links) {
    const target = domainOf(link.domain);
    const comma = hosts === '' ? '' : ',';
    const text = textOf(link, target);
    hosts += `${comma}'${hostKeyOf(target, link.page)}'`;
    paths += `${comma}'${pathOf(target, link.page)}'`;
    lengths += comma + target.key.length;
    flags += comma + flagsOf(target, link.page);
    types += comma + (text.is_image ? 1 : 0);
    anchors += `${comma}'${text.anchor}'`;
    alts += `${comma}'${text.alt}'`;
    dofollow += comma + (text.is_followed ? 1 : 0);
    attributes += comma + ((text.is_followed ? 0 : 1) | (link.choice % 3 === 0 ? 8 : 0));
    positions += comma + (link.is_sitewide ? 3 : (link.choice >>> 4) % 6 === 0 ? 1 : 0);
    counts += comma + (link.choice % 20 === 0 ? 2 : 1);
    empty += `${comma}''`;
  }
  const cells = [
    hosts,
    paths,
    lengths,
    flags,
    types,
    anchors,
    alts,
    dofollow,
    attributes,
    positions,
    counts,
    empty,
    empty,
    empty,
  ];
  return cells.map((cell) => `[${cell}]`).join('\t');
}

function textOf(
  link: MadeLink,
  target: Domain,
): { anchor: string; alt: string; is_image: boolean; is_followed: boolean } {
  const isImage = (link.choice >>> 12) % 10 === 0;
  const anchor = isImage ? '' : anchorOf(target, link.choice);
  const alt = isImage && link.choice % 2 === 0 ? target.label : '';
  return { anchor, alt, is_image: isImage, is_followed: (link.choice >>> 20) % 10 < 7 };
}
