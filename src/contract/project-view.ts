import { z } from 'zod';

import type { Project } from '../ports/projects.ts';
import { domains, printable } from './fields.ts';

const ALIASES_MAX = 20;

export const projectId = () => printable(128).describe('The id that calls send in x-project-id.');

/** How a brand is written, and where it publishes. */
export const BrandInput = z.object({
  name: z.string().trim().min(1).max(100).describe('The brand as it is usually written.'),
  aliases: z
    .array(z.string().trim().min(1).max(100))
    .max(ALIASES_MAX)
    .default([])
    .describe('Other spellings and product names that count as the brand, such as abbreviations.'),
  domains: domains('Domains of the brand, with their subdomains.').default([]),
});

export const ProjectView = z
  .object({
    id: z.string(),
    name: z.string(),
    brand: z
      .object({ name: z.string(), aliases: z.array(z.string()), domains: z.array(z.string()) })
      .nullable()
      .describe('Tells branded from unbranded queries, anchors and mentions; null until it is set.'),
    budget_credits: z.int().nullable().describe('Credits per month; null means metered without a limit.'),
    warning_share: z.number(),
    is_hard: z.boolean().describe('true: refuses calls that would exceed the budget. false: only sends events.'),
    created_at: z.string(),
    month: z.object({
      period: z.string().describe('The month, in UTC.'),
      spent: z.int(),
      reserved: z.int().describe('Held by calls in progress.'),
      warned_at: z.string().nullable(),
      exceeded_at: z.string().nullable(),
    }),
  })
  .meta({ id: 'Project' });

export function projectView(project: Project): z.input<typeof ProjectView> {
  const { id, name, brand, budget_credits, warning_share, is_hard, created_at, month } = project;
  return {
    id,
    name,
    brand: brand === undefined ? null : { ...brand, aliases: [...brand.aliases], domains: [...brand.domains] },
    budget_credits: budget_credits ?? null,
    warning_share,
    is_hard,
    created_at: created_at.toISOString(),
    month: {
      ...month,
      warned_at: month.warned_at?.toISOString() ?? null,
      exceeded_at: month.exceeded_at?.toISOString() ?? null,
    },
  };
}
