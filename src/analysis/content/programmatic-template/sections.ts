import { z } from 'zod';

import { cleanText } from '../../text/normalize.ts';
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

/** The parts of a page in their order: answer, facts, what the playbook adds, links, the next step. */
export function sectionsOf(input: TemplateInput, keyword: Pattern, supply: Supply): Section[] {
  const { promise, sections } = PLAYBOOK_FACTS[input.playbook];
  const unique = [...supply.unique.values()].slice(0, FIELDS_MAX);
  const cta = cleanText(input.conversion_cta ?? '', 120);
  const drafts: Omit<Section, 'order'>[] = [
    {
      heading: keyword.text,
      purpose: `Title and first sentence: ${promise}.`,
      fields: keyword.variables.map((key) => supply.declared.get(key) ?? key),
      differs: true,
    },
    {
      heading: 'Facts of this page',
      purpose: 'Shows what no other page of the template has.',
      fields: unique,
      differs: true,
    },
    ...sections.map((section) => ({ ...section, fields: fieldsNamedIn(section.heading, supply), differs: true })),
    ...(input.include_internal_linking
      ? [
          {
            heading: 'Related pages',
            purpose: 'Links pages that share a value of a variable, and the hub.',
            fields: [],
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

/** Fields whose name shares a word with the heading: a guess that spares the reader looking them up. */
function fieldsNamedIn(heading: string, { promised, sampled }: Supply): string[] {
  const words = keyOf(heading)
    .split('_')
    .filter((word) => word.length > 3);
  const fields = [...new Set([...promised, ...sampled])].filter((key) =>
    key
      .split('_')
      .some((part) => part.length > 3 && words.some((word) => word.startsWith(part) || part.startsWith(word))),
  );
  return fields.sort().slice(0, FIELDS_MAX);
}

export function schemasOf(playbook: Playbook, { promised, sampled }: Supply): SchemaRecommendation[] {
  const known = new Set([...promised, ...sampled]);
  const own = PLAYBOOK_FACTS[playbook].schema.map(({ type, why, fields }) => ({
    type,
    why,
    fields: fields.map((field) => ({
      field,
      status: known.has(keyOf(field)) ? ('present' as const) : ('missing' as const),
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
