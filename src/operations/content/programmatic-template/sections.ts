import { z } from 'zod';

import { readDataRows } from '../../../kernel/data.ts';
import { cleanText } from '../../../text/normalize.ts';
import type { Supply } from './pattern-problems.ts';
import { buildKey, type Pattern, type SampleRecord } from './patterns.ts';

export const PLAYBOOKS = [
  'templates',
  'curation',
  'conversions',
  'comparisons',
  'examples',
  'locations',
  'personas',
  'integrations',
  'glossary',
  'translations',
  'directory',
  'profiles',
  'custom',
] as const;
export type Playbook = (typeof PLAYBOOKS)[number];

export const Section = z.object({
  order: z.int(),
  heading: z.string(),
  purpose: z.string(),
  fields: z.array(z.string()).describe('Data fields that fill it; empty where no field matches its name.'),
  differs: z.boolean().describe('Whether it must differ from page to page.'),
});
export type Section = z.infer<typeof Section>;

export const SchemaRecommendation = z.object({
  type: z.string(),
  why: z.string(),
  fields: z.array(z.object({ field: z.string(), status: z.enum(['present', 'missing']) })),
});
export type SchemaRecommendation = z.infer<typeof SchemaRecommendation>;

/** What pages of a playbook need. */
interface PlaybookFacts {
  /** What a reader of such a page came for. */
  promise: string;
  /** The sections between the answer and the links. */
  readonly sections: { readonly heading: string; readonly purpose: string }[];
  readonly schemas: SchemaFacts[];
}

interface SchemaFacts {
  readonly type: string;
  readonly why: string;
  readonly fields: readonly string[];
}

function readPlaybook(playbook: Playbook): PlaybookFacts {
  const facts: PlaybookFacts = { promise: '', sections: [], schemas: [] };
  for (const [name, kind, first = '', second = '', fields = ''] of PLAYBOOK_ROWS) {
    if (name !== playbook) continue;
    if (kind === 'promise') facts.promise = first;
    if (kind === 'section') facts.sections.push({ heading: first, purpose: second });
    if (kind === 'schema') facts.schemas.push({ type: first, why: second, fields: fields.split(',') });
  }
  return facts;
}

const PLAYBOOK_ROWS = readDataRows(import.meta.url, './data/playbooks.tsv');

const FIELDS_MAX = 30;

interface SectionInput {
  readonly playbook: Playbook;
  readonly conversion_cta?: string | undefined;
  readonly include_internal_linking: boolean;
}

interface Parts {
  readonly keyword: Pattern;
  readonly url: Pattern;
  readonly supply: Supply;
  /** Fields of the content, by key. */
  readonly own_fields: ReadonlyMap<string, string>;
}

/** The parts of a page in their order: answer, facts, what the playbook adds, links, the next step. */
export function planSections(input: SectionInput, { keyword, url, supply, own_fields }: Parts): Section[] {
  const { promise, sections } = readPlaybook(input.playbook);
  const cta = cleanText(input.conversion_cta ?? '', 120);
  const named = (key: string): string => supply.declared.get(key) ?? key;
  const drafts: Omit<Section, 'order'>[] = [
    {
      heading: keyword.text,
      purpose: `Title and opening sentence: ${promise}.`,
      fields: keyword.variables.map(named),
      differs: true,
    },
    {
      heading: 'Facts about this page',
      purpose: 'Shows what no other page from the template has.',
      fields: [...own_fields.values()].slice(0, FIELDS_MAX),
      differs: true,
    },
    ...sections.map((section) => ({ ...section, fields: findNamedFields(section, own_fields), differs: true })),
    ...(input.include_internal_linking
      ? [
          {
            heading: 'Related pages',
            purpose: 'Links to the nearest pages of the template, by their data, and to the hub.',
            fields: url.variables.map(named),
            differs: true,
          },
        ]
      : []),
    {
      heading: cta === '' ? 'Next step' : cta,
      purpose: 'Offers one action that fits why the reader came.',
      fields: [],
      differs: false,
    },
  ];
  return drafts.map((draft, at) => ({ order: at + 1, ...draft }));
}

/** Words of any purpose, which say nothing about a field. */
const PLAIN_WORDS = new Set(
  'page pages name names this that with what from here when each date their them have'.split(' '),
);
const WORD_CHARACTERS_MIN = 4;

/** Fields whose name shares a word with the heading or the purpose: a guess that saves looking them up. */
function findNamedFields(
  { heading, purpose }: { readonly heading: string; readonly purpose: string },
  fields: ReadonlyMap<string, string>,
): string[] {
  const words = buildKey(`${heading} ${purpose}`)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= WORD_CHARACTERS_MIN && !PLAIN_WORDS.has(word));
  return [...fields]
    .filter(([key]) =>
      key
        .split(/[^\p{L}]+/u)
        .some(
          (part) =>
            part.length >= WORD_CHARACTERS_MIN && words.some((word) => word.startsWith(part) || part.startsWith(word)),
        ),
    )
    .map(([, name]) => name)
    .sort()
    .slice(0, FIELDS_MAX);
}

/** Fields that only a place which can be visited has. */
const BUSINESS_FIELDS = ['address', 'street', 'telephone', 'phone', 'phone_number', 'opening_hours', 'hours'];

export function recommendSchemas(
  playbook: Playbook,
  { promised, sampled }: Supply,
  named: boolean,
): SchemaRecommendation[] {
  const known = new Set([...promised, ...sampled]);
  const isBusiness = BUSINESS_FIELDS.some((field) => known.has(field));
  const facts = playbook === 'locations' && !isBusiness ? PLACE : readPlaybook(playbook).schemas;
  const own = facts.map(({ type, why, fields }) => ({
    type,
    why,
    fields: fields.map((field) => ({
      field,
      // The variable of the pattern names what the page is about.
      status: known.has(buildKey(field)) || (field === 'name' && named) ? ('present' as const) : ('missing' as const),
    })),
  }));
  return [
    ...own,
    {
      type: 'BreadcrumbList',
      why: 'The pages sit below hubs, and search results show the path.',
      fields: [{ field: 'itemListElement', status: 'present' }],
    },
  ];
}

const PLACE = [
  {
    type: 'Place',
    why: 'The page is about a place; no field has the address, telephone number or opening hours that a LocalBusiness needs.',
    fields: ['name', 'geo'],
  },
] as const;

export const LinkArchitecture = z.object({
  hubs: z.array(z.object({ url: z.string(), links_to: z.string() })).describe('From the root of the template down.'),
  page_links: z.array(z.object({ to: z.string(), count: z.string(), rule: z.string() })),
  rules: z.array(z.string()),
});
export type LinkArchitecture = z.infer<typeof LinkArchitecture>;

const HUBS_MAX = 6;

/** Hubs where the address has folders: each folder above the pages is a page that lists what is in it. */
export function planLinks(url: Pattern, shared: string | undefined): LinkArchitecture {
  const hubs = listFolders(url);
  return {
    hubs: hubs.map((folder, at) => ({
      url: folder,
      links_to:
        hubs[at + 1] === undefined ? 'every page below it, up to a hundred at a time' : `every ${hubs[at + 1] ?? ''}`,
    })),
    page_links: [
      { to: hubs.at(-1) ?? '/', count: '1', rule: 'A breadcrumb links up to each hub.' },
      shared === undefined
        ? {
            to: 'the nearest pages of the template',
            count: '3-8',
            rule: 'Nearest by the data, such as distance or topic; not the same ones on every page.',
          }
        : {
            to: `pages with the same ${shared}`,
            count: '3-8',
            rule: 'The nearest of them by the data; not the same ones on every page.',
          },
      { to: 'one page of the site that sells or explains', count: '1', rule: 'Where it takes the reader further.' },
    ],
    rules: [
      'Every page is within four clicks of the home page.',
      'No link points to a page that an indexation gate keeps out.',
      'Anchor texts describe the target; they do not all repeat the keyword.',
      'The sitemap of the template lists the pages that pass the gates, with the date of their data as lastmod.',
    ],
  };
}

/**
 * A variable or a field by which pages can be linked, as it is written in a sentence: some records share its values and
 * not all have the same. Undefined where there is none, as with one variable that makes every page.
 */
export function findSharedField(
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
function listFolders(url: Pattern): string[] {
  const written = url.parts.map((part) => ('text' in part ? part.text : `{${part.variable}}`)).join('');
  const path = written
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
  const segments = path.split('/').filter((segment) => segment !== '');
  const folders = segments.slice(0, -1).map((_segment, at) => `/${segments.slice(0, at + 1).join('/')}/`);
  return folders.length === 0 ? ['/'] : folders.slice(-HUBS_MAX);
}
