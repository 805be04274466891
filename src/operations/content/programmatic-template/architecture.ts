import { z } from 'zod';

import type { Pattern } from './pattern.ts';
import type { SampleRecord } from './records.ts';

export const LinkArchitecture = z.object({
  hubs: z.array(z.object({ url: z.string(), links_to: z.string() })).describe('From the root of the template down.'),
  page_links: z.array(z.object({ to: z.string(), count: z.string(), rule: z.string() })),
  rules: z.array(z.string()),
});
export type LinkArchitecture = z.infer<typeof LinkArchitecture>;

const HUBS_MAX = 6;

/** Hubs where the address has folders: each folder above the pages is a page that lists what is in it. */
export function architectureOf(url: Pattern, shared: string | undefined): LinkArchitecture {
  const hubs = foldersOf(url);
  return {
    hubs: hubs.map((folder, at) => ({
      url: folder,
      links_to:
        hubs[at + 1] === undefined ? 'every page below it, in parts of a hundred' : `every ${hubs[at + 1] ?? ''}`,
    })),
    page_links: [
      { to: hubs.at(-1) ?? '/', count: '1', rule: 'A breadcrumb leads up to each hub.' },
      shared === undefined
        ? {
            to: 'the nearest pages of the template',
            count: '3-8',
            rule: 'Nearest by what the data knows, such as distance or topic; not the same ones on every page.',
          }
        : {
            to: `pages with the same ${shared}`,
            count: '3-8',
            rule: 'The nearest of them by the data, not the same ones on every page.',
          },
      { to: 'one page of the site that sells or explains', count: '1', rule: 'Where it helps the reader on.' },
    ],
    rules: [
      'Every page can be reached from the home page in at most four clicks.',
      'No page is linked that an indexation gate keeps out.',
      'Anchor texts name the target; they do not all repeat the keyword.',
      'The sitemap of the template lists the pages that pass the gates, with the date of their data as lastmod.',
    ],
  };
}

/**
 * A variable or a field by which pages can be linked, as it is written in a sentence: some records share its values and
 * not all have the same. Undefined where there is none, as with one variable that makes every page.
 */
export function sharedFieldOf(
  records: readonly SampleRecord[],
  variables: readonly string[],
  fields: ReadonlyMap<string, string>,
): string | undefined {
  const isShared = (key: string): boolean => {
    const values = records.map(({ values: own }) => (own.get(key) ?? '').toLowerCase()).filter((value) => value !== '');
    const different = new Set(values).size;
    return different > 1 && different <= values.length / 2;
  };
  const variable = variables.length > 1 ? variables.find(isShared) : undefined;
  if (variable !== undefined) return `{${variable}}`;
  const field = [...fields].find(([key]) => isShared(key));
  if (field !== undefined) return field[1];
  // Without records, the first of several variables is the likely one: /best/{shoe}/{terrain}.
  return records.length === 0 && variables.length > 1 ? `{${variables[0] ?? ''}}` : undefined;
}

/** `/best/{shoe}/{terrain}` → `/best/`, `/best/{shoe}/`. */
function foldersOf(url: Pattern): string[] {
  const written = url.parts.map((part) => ('text' in part ? part.text : `{${part.variable}}`)).join('');
  const path = written
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
  const segments = path.split('/').filter((segment) => segment !== '');
  const folders = segments.slice(0, -1).map((_segment, at) => `/${segments.slice(0, at + 1).join('/')}/`);
  return folders.length === 0 ? ['/'] : folders.slice(-HUBS_MAX);
}
