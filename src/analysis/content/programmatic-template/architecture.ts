import { z } from 'zod';

import type { Pattern } from './pattern.ts';

export const LinkArchitecture = z.object({
  hubs: z.array(z.object({ url: z.string(), links_to: z.string() })).describe('From the root of the template down.'),
  page_links: z.array(z.object({ to: z.string(), count: z.string(), rule: z.string() })),
  rules: z.array(z.string()),
});
export type LinkArchitecture = z.infer<typeof LinkArchitecture>;

const HUBS_MAX = 6;

/** Hubs where the address has folders: each folder above the pages is a page that lists what is in it. */
export function architectureOf(url: Pattern): LinkArchitecture {
  const hubs = foldersOf(url);
  const [first = 'variable'] = url.variables;
  return {
    hubs: hubs.map((folder, at) => ({
      url: folder,
      links_to:
        hubs[at + 1] === undefined ? 'every page below it, in parts of a hundred' : `every ${hubs[at + 1] ?? ''}`,
    })),
    page_links: [
      { to: hubs.at(-1) ?? '/', count: '1', rule: 'A breadcrumb leads up to each hub.' },
      {
        to: `pages with the same {${first}}`,
        count: '3-8',
        rule: 'The nearest by the data, not the same ones on every page.',
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
