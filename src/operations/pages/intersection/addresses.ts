import type { InputIssue } from '../../../kernel/errors.ts';
import { parseTarget } from '../../../web/target.ts';
import { pageAddress } from '../../../web/url.ts';

/**
 * A page, or a pattern of pages: `*` stands for any characters of a path, slashes included. A pattern is anchored: it has to
 * fit the whole path.
 */
export interface AskedPage {
  /** As it was sent. */
  readonly sent: string;
  /** Normalised. */
  readonly value: string;
  readonly host: string;
  readonly is_pattern: boolean;
}

const URL_CHARACTERS_MAX = 2048;

/** The page that a text names, or what is wrong with it. */
export function readPage(text: string): AskedPage | string {
  const sent = text.trim();
  if (sent.length > URL_CHARACTERS_MAX) return `must have at most ${URL_CHARACTERS_MAX} characters`;
  if (!/^https?:\/\//i.test(sent)) return 'must be an absolute URL such as https://example.com/page';
  const is_pattern = sent.includes('*');
  if (is_pattern && !isPathPattern(sent)) return 'may have * in the path only: https://example.com/blog/*';
  try {
    const { value, host } = parseTarget(sent.replaceAll('*', STAR));
    return { sent, value: value.replaceAll(STAR, '*'), host, is_pattern };
  } catch {
    return 'must be an absolute URL such as https://example.com/page';
  }
}

/** Stands in for a star while the address around it is normalised. */
const STAR = 'xstarx7f3kx';

function isPathPattern(text: string): boolean {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(text) ?? [];
  return !host.includes('*') && path.startsWith('/') && !/[?#]/.test(path);
}

export interface AskedPages {
  readonly pages: readonly AskedPage[];
  readonly excluded: readonly AskedPage[];
}

/** Pages of a checked request, each once. */
export function readPages(pages: readonly string[], excluded: readonly string[]): AskedPages {
  return { pages: foldSame(pages.flatMap(readWell)), excluded: foldSame(excluded.flatMap(readWell)) };
}

function readWell(text: string): AskedPage[] {
  const page = readPage(text);
  return typeof page === 'string' ? [] : [page];
}

function foldSame(pages: readonly AskedPage[]): AskedPage[] {
  return pages.filter((page, at) => pages.findIndex((other) => keyOf(other.value) === keyOf(page.value)) === at);
}

/** Equal for addresses that differ in scheme, trailing slash, fragment or tracking alone. */
export function keyOf(value: string): string {
  const address = pageAddress(value);
  return address === undefined ? value : `${address.host_key} ${address.path_key}`;
}

/** No keyword is left where a page that has to rank is also one that must not. */
export function findConflicts(pages: readonly string[], excluded: readonly string[]): InputIssue[] {
  const asked = pages.flatMap(readWell);
  return excluded.flatMap((text, at): InputIssue[] => {
    const page = readPage(text);
    const inner = typeof page === 'string' ? undefined : asked.find((other) => covers(page, other));
    if (typeof page === 'string' || inner === undefined) return [];
    const message =
      keyOf(page.value) === keyOf(inner.value)
        ? `is also one of pages; remove ${inner.sent} from one of the lists.`
        : `covers ${inner.sent} of pages, so that no keyword could match; exclude a part without it.`;
    return [{ path: `exclude_pages[${at}]`, message }];
  });
}

/** Whether every page that `inner` names is one that `outer` names; the stars of a pattern fit stars. */
export function covers(outer: AskedPage, inner: Pick<AskedPage, 'value'>): boolean {
  const [wide, narrow] = [keyOf(outer.value), keyOf(inner.value)];
  if (!outer.is_pattern) return wide === narrow;
  const parts = wide.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 'su').test(narrow);
}
