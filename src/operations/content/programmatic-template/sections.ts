import { z } from 'zod';

import { cleanText } from '../../../text/normalize.ts';
import type { Playbook, TemplateInput } from './input.ts';
import type { Pattern } from './pattern.ts';
import { keyOf } from './pattern.ts';
import type { Supply } from './pattern-problems.ts';
import { PLAYBOOK_FACTS } from './playbooks.ts';

export const Section = z.object({
  order: z.int(),
  heading: z.string(),
  purpose: z.string(),
  fields: z.array(z.string()).describe('Fields of the data that fill it; empty where no field is named for it.'),
  differs: z.boolean().describe('Whether it has to differ from page to page.'),
});
export type Section = z.infer<typeof Section>;

export const SchemaRecommendation = z.object({
  type: z.string(),
  why: z.string(),
  fields: z.array(z.object({ field: z.string(), status: z.enum(['present', 'missing']) })),
});
export type SchemaRecommendation = z.infer<typeof SchemaRecommendation>;

const FIELDS_MAX = 30;

interface Parts {
  readonly keyword: Pattern;
  readonly url: Pattern;
  readonly supply: Supply;
  /** Fields of the content, by key. */
  readonly own_fields: ReadonlyMap<string, string>;
}

/** The parts of a page in their order: answer, facts, what the playbook adds, links, the next step. */
export function sectionsOf(input: TemplateInput, { keyword, url, supply, own_fields }: Parts): Section[] {
  const { promise, sections } = PLAYBOOK_FACTS[input.playbook];
  const cta = cleanText(input.conversion_cta ?? '', 120);
  const named = (key: string): string => supply.declared.get(key) ?? key;
  const drafts: Omit<Section, 'order'>[] = [
    {
      heading: keyword.text,
      purpose: `Title and first sentence: ${promise}.`,
      fields: keyword.variables.map(named),
      differs: true,
    },
    {
      heading: 'Facts of this page',
      purpose: 'Shows what no other page of the template has.',
      fields: [...own_fields.values()].slice(0, FIELDS_MAX),
      differs: true,
    },
    ...sections.map((section) => ({ ...section, fields: fieldsNamedIn(section, own_fields), differs: true })),
    ...(input.include_internal_linking
      ? [
          {
            heading: 'Related pages',
            purpose: 'Links the nearest pages of the template by their data, and the hub.',
            fields: url.variables.map(named),
            differs: true,
          },
        ]
      : []),
    {
      heading: cta === '' ? 'Next step' : cta,
      purpose: 'Offers one thing to do that fits the reason for coming.',
      fields: [],
      differs: false,
    },
  ];
  return drafts.map((draft, at) => ({ order: at + 1, ...draft }));
}

/** Words of every purpose, which say nothing of a field. */
const PLAIN_WORDS = new Set(
  'page pages name names this that with what from here when each date their them have'.split(' '),
);
const WORD_CHARACTERS_MIN = 4;

/** Fields whose name shares a word with the heading or the purpose: a guess that spares the reader looking them up. */
function fieldsNamedIn(
  { heading, purpose }: { readonly heading: string; readonly purpose: string },
  fields: ReadonlyMap<string, string>,
): string[] {
  const words = keyOf(`${heading} ${purpose}`)
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

/** Fields by which a place that can be visited is known from one that cannot. */
const BUSINESS_FIELDS = ['address', 'street', 'telephone', 'phone', 'phone_number', 'opening_hours', 'hours'];

export function schemasOf(playbook: Playbook, { promised, sampled }: Supply, named: boolean): SchemaRecommendation[] {
  const known = new Set([...promised, ...sampled]);
  const isBusiness = BUSINESS_FIELDS.some((field) => known.has(field));
  const facts = playbook === 'locations' && !isBusiness ? PLACE : PLAYBOOK_FACTS[playbook].schema;
  const own = facts.map(({ type, why, fields }) => ({
    type,
    why,
    fields: fields.map((field) => ({
      field,
      // The variable of the pattern names what the page is about.
      status: known.has(keyOf(field)) || (field === 'name' && named) ? ('present' as const) : ('missing' as const),
    })),
  }));
  return [
    ...own,
    {
      type: 'BreadcrumbList',
      why: 'The pages stand below hubs, and results show the path.',
      fields: [{ field: 'itemListElement', status: 'present' }],
    },
  ];
}

const PLACE = [
  {
    type: 'Place',
    why: 'The page is about a place; no field has the address, telephone or hours that a LocalBusiness needs.',
    fields: ['name', 'geo'],
  },
] as const;
