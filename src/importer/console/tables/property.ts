import { AppError } from '../../../kernel/errors.ts';
import { quoteWords } from '../../../kernel/grammar.ts';
import { parseDate } from '../../../web/dates.ts';
import { readProperty } from '../../../web/search-property.ts';

const HOSTS_SHOWN = 3;

/**
 * The property of an export that does not name it in its tables: the one that the user names, else the one that Search
 * Console put into the name of the file, `https___www.example.com_-Performance-on-Search-2026-11-20.zip`.
 *
 * @throws AppError where neither names one
 */
export function propertyOf(option: string | undefined, fileName: string, location: string): string {
  const property = option === undefined ? propertyInName(fileName) : readProperty(option);
  if (property !== undefined) return property;
  const message =
    option === undefined
      ? `${location} does not name its Search Console property.`
      : `"${option.slice(0, 100)}" is not a Search Console property.`;
  throw new AppError('invalid_input', message, {
    fix: 'Name the property as Search Console does: sc-domain:example.com, or a URL prefix such as https://www.example.com/ (--property, or the field property).',
    issues: [
      { path: 'property', message: 'must be sc-domain:example.com or a URL prefix such as https://www.example.com/' },
    ],
  });
}

function propertyInName(fileName: string): string | undefined {
  const prefix = /^(https?)___(.+?)_?-(?=\p{Lu})/u.exec(fileName);
  if (prefix !== null) return readProperty(`${prefix[1] ?? ''}://${(prefix[2] ?? '').replaceAll('_', '/')}/`);
  const domain = /^((?:[\p{L}\p{N}-]+\.)+\p{L}{2,}?)-(?=\p{Lu})/u.exec(fileName)?.[1];
  return domain === undefined ? undefined : readProperty(domain);
}

/** The day that Search Console puts at the end of the name of an export. */
export function dayInName(fileName: string): string | undefined {
  const written = /(\d{4}-\d{2}-\d{2})(?:\s?\(\d+\))?(?:\.\w+)?$/.exec(fileName)?.[1];
  return written === undefined ? undefined : parseDate(written);
}

/** @throws AppError where most pages are of another site: whoever names the wrong property gets the figures of one site as those of another */
export function requireOwnPages(property: string, pages: readonly string[], location: string): void {
  const outside = pages.filter((page) => !coversPage(property, page));
  if (outside.length * 2 <= pages.length) return;
  const hosts = [...new Set(outside.map((page) => new URL(page).host))];
  throw new AppError(
    'invalid_input',
    `${location} has pages of ${quoteWords(hosts, HOSTS_SHOWN)}, which the property ${property} does not cover.`,
    {
      fix: 'Name the property that the export is of.',
      issues: [{ path: 'property', message: 'does not cover the pages of the table' }],
    },
  );
}

function coversPage(property: string, page: string): boolean {
  const { host, href } = new URL(page);
  if (!property.startsWith('sc-domain:')) return href.startsWith(property);
  const domain = property.slice('sc-domain:'.length);
  return host === domain || host.endsWith(`.${domain}`);
}
