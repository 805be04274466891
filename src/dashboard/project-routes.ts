import { z } from 'zod';

import { check } from './check.ts';
import { type DashboardScope, found, idOf } from './routes.ts';
import type { ProjectView } from './views.ts';
import { wire } from './wire.ts';

const CREDITS_MAX = 1_000_000_000_000;
const Id = z.object({
  id: z.string().regex(/^[\x21-\x7e][\x20-\x7e]{0,127}$/, 'must be 1 to 128 printable ASCII characters'),
});
const ProjectForm = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  budget_credits: z.int().min(0).max(CREDITS_MAX).nullable().optional(),
  warning_share: z.number().min(0.01).max(1).optional(),
  is_hard: z.boolean().optional(),
});

export function serveProjects({ app, parts, userOf }: DashboardScope): void {
  const { projects } = parts.account;

  app.get('/projects', async (request): Promise<{ projects: readonly ProjectView[] }> => ({
    projects: wire(await projects.list(userOf(request).workspace_id)),
  }));

  app.put('/projects/:id', async (request): Promise<{ project: ProjectView }> => {
    const { id } = check(Id, request.params, 'The project id');
    const { name, budget_credits, warning_share, is_hard } = check(ProjectForm, request.body, 'The project');
    const settings = { name, budget_credits, warning_share, is_hard };
    return { project: wire(await projects.set(userOf(request).workspace_id, id, settings)) };
  });

  app.delete('/projects/:id', async (request) => {
    const id = idOf(request);
    const isRemoved = await projects.remove(userOf(request).workspace_id, id);
    found(isRemoved || undefined, 'project', id);
    return { removed: true };
  });
}
