import { pageAddress } from '../../../web/url.ts';
import { readAddressLanguage } from '../../../text/address.ts';

export const VARIANT_KINDS = ['amp', 'pagination', 'print', 'parameter', 'index_file', 'host'] as const;
export type VariantKind = (typeof VARIANT_KINDS)[number];

/** The URL that a page is a variant of, when its own URL says that it is one. */
export interface BaseAddress {
  readonly key: string;
  readonly host: string;
  /** As written, without a trailing slash or a file ending. */
  readonly path: string;
  readonly kinds: readonly VariantKind[];
  /** '' for the language of the site where the URL names none. */
  readonly language: string;
}

const AMP = /(?:\/amp|\.amp(?=\.html?$|$)|-amp(?=\.html?$))(?=\/?$|\.html?$)/i;
const PAGE_PART = /\/(?:page|seite|pagina)\/\d{1,5}\/?$/i;
const PRINT = /\/(?:print|drucken|imprimir)\/?$/i;
const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?)$/i;

/** Parameters that choose what is shown and not how: in shops without other URLs these are pages of their own. */
const IDENTITY = /^(?:id|p|page_id|product_?id|item|article|cat|category|pid|sku|q|s|query|search|v)$/i;
const PAGE_PARAMETER = /^(?:page|paged|seite|pagina|pg|start|offset)$/i;
const AMP_PARAMETER = /^amp$/i;
const PRINT_PARAMETER = /^print(?:able)?$/i;

/** `Running shoes – page 2`: the page of a list that a title says it is. */
const PAGE_TITLE = /(?:^|[\s(|–—-])(?:page|seite|página|pagina|pág\.?|pag\.?|p\.)\s?(\d{1,4})(?!\d)/iu;

/** Reads what kinds of variant a URL is, and of which URL; a title can tell that a number in it counts pages of a list. */
export function readBaseAddress(url: string, title = ''): BaseAddress | undefined {
  const address = pageAddress(url);
  const parsed = address === undefined ? null : URL.parse(address.url);
  if (address === undefined || parsed === null) return undefined;
  const kinds = new Set<VariantKind>();
  const number = PAGE_TITLE.exec(title)?.[1];
  const path = readBasePath(parsed.pathname, kinds, number);
  const kept = [...parsed.searchParams].filter(([name, value]) =>
    value === number && Number(number) > 1 ? !kinds.add('pagination') : !isVariantParameter(name, kinds),
  );
  const host = readBaseHost(address.host, kinds);
  const query = kept
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  return {
    key: `${host}${path.replace(/\/$/, '')}${query === '' ? '' : `?${query}`}`,
    host: address.host,
    path: address.path_key.replace(/\.(?:html?|php)$/, ''),
    kinds: VARIANT_KINDS.filter((kind) => kinds.has(kind)),
    language: readAddressLanguage(url),
  };
}

function readBasePath(pathname: string, kinds: Set<VariantKind>, number: string | undefined): string {
  let path = pathname;
  const cut = (kind: VariantKind, pattern: RegExp): void => {
    const shorter = path.replace(pattern, '');
    if (shorter === path) return;
    kinds.add(kind);
    path = shorter === '' ? '/' : shorter;
  };
  if (/^\/amp\/./i.test(path)) {
    kinds.add('amp');
    path = path.slice(4);
  }
  cut('amp', AMP);
  cut('pagination', PAGE_PART);
  if (number !== undefined && Number(number) > 1) cut('pagination', new RegExp(`/(?:p(?:age)?-?)?${number}/?$`, 'i'));
  cut('print', PRINT);
  cut('index_file', INDEX_FILE);
  return path;
}

function isVariantParameter(name: string, kinds: Set<VariantKind>): boolean {
  if (IDENTITY.test(name) || /^(?:lang|hl|language)$/i.test(name)) return false;
  if (AMP_PARAMETER.test(name)) kinds.add('amp');
  else if (PAGE_PARAMETER.test(name)) kinds.add('pagination');
  else if (PRINT_PARAMETER.test(name)) kinds.add('print');
  else kinds.add('parameter');
  return true;
}

function readBaseHost(host: string, kinds: Set<VariantKind>): string {
  if (host.startsWith('amp.')) {
    kinds.add('amp');
    return host.slice(4);
  }
  if (host.startsWith('www.')) return host.slice(4);
  return host;
}

/** Whether `child` lies below `parent` in the path of one site. */
export function isBelow(child: BaseAddress | undefined, parent: BaseAddress | undefined): boolean {
  if (child === undefined || parent === undefined || child.host !== parent.host) return false;
  if (child.path.includes('?') || parent.path.includes('?') || parent.path === '') return false;
  return child.path.length > parent.path.length + 1 && child.path.startsWith(parent.path + '/');
}
