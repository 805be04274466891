import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { BrandInput, projectId, projectView, ProjectView } from '../../../contract/project-view.ts';
import { parseTarget } from '../../../web/target.ts';

const CREDITS_MAX = 1_000_000_000_000;

export default defineAccountOperation({
  id: 'projects.set',
  method: 'PATCH',
  path: '/projects/{id}',
  group: 'Usage and credits',
  title: 'Create or change a project',
  description:
    'Creates the project, or changes the settings you send. A project groups calls that send its id in x-project-id, can have ' +
    'a monthly budget, and knows your brand, so that answers tell branded from unbranded queries. Free.',

  is_workspace_wide: true,
  input: z.object({
    id: projectId(),
    name: z.string().trim().min(1).max(100).optional().describe('Display name; the id by default.'),
    brand: BrandInput.nullable().optional().describe('Your brand; null removes it.'),
    budget_credits: z
      .int()
      .min(0)
      .max(CREDITS_MAX)
      .nullable()
      .optional()
      .describe('Credits per month; null: no limit.'),
    warning_share: z
      .number()
      .min(0.01)
      .max(1)
      .optional()
      .describe('Share of the budget at which project.budget_warning is sent.'),
    is_hard: z.boolean().optional().describe('Whether calls that would exceed the budget are refused.'),
  }),
  result: z.object({ project: ProjectView }),
  example: {
    id: 'harbour-bikes',
    name: 'Harbour Bikes',
    brand: { name: 'Harbour Bikes', aliases: ['harbourbikes'], domains: ['harbourbikes.example'] },
    budget_credits: 5000,
  },

  async run({ id, name, brand, budget_credits, warning_share, is_hard }, { caller, account }) {
    const settings = {
      name,
      brand: brand && { ...brand, domains: [...new Set((brand.domains ?? []).map((text) => parseTarget(text).host))] },
      budget_credits,
      warning_share,
      is_hard,
    };
    return { project: projectView(await account.projects.set(caller.workspace_id, id, settings)) };
  },
});
