import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import { check } from './check.ts';
import { type DashboardScope, found } from './routes.ts';
import type { Sessions } from './sessions.ts';

const NewWorkspace = z.strictObject({
  name: z.string().max(1000),
  /** Whether its crawls and imports go into an index that nobody else reads. */
  has_own_index: z.boolean().default(false),
});
const Renamed = z.strictObject({ name: z.string().max(1000) });
const Chosen = z.strictObject({ id: z.string().max(100) });

const PLAN = 'self_hosted';

/** The workspaces of whoever is logged in: go to another, make one, rename and leave the current one. */
export function serveWorkspaces({ app, parts, userOf }: DashboardScope, sessions: Sessions): void {
  const { workspaces, users, account, keys, log } = parts;

  app.post('/workspace/switch', async (request) => {
    const { id } = check(Chosen, request.body);
    found((await sessions.switchTo(request, id)) || undefined, 'workspace', id);
    return { id };
  });

  // Whoever may make workspaces may spend without a plan's limits, so it is those who run the service.
  app.post('/workspaces', async (request, reply) => {
    const user = userOf(request);
    if (user.workspace_id !== (await keys.operator()).workspace_id) {
      throw new AppError('key_not_allowed_here', 'Only owners of the first workspace can make others.', {
        title: 'Your role does not allow this.',
        fix: 'Ask whoever runs this service.',
      });
    }
    const { name, has_own_index } = check(NewWorkspace, request.body, 'The workspace');
    const made = await workspaces.create({ id: undefined, name, plan: PLAN, has_own_index });
    await users.join(user.id, made.id, 'owner');
    log.info({ request_id: request.id, user: user.id, workspace: made.id }, 'a workspace was made');
    return reply.code(201).send({ id: made.id });
  });

  app.patch('/workspace', async (request) => {
    const { name } = check(Renamed, request.body, 'The workspace');
    const { workspace_id } = userOf(request);
    const renamed = found(await workspaces.set(workspace_id, { name, plan: undefined }), 'workspace', workspace_id);
    return { id: renamed.id, name: renamed.name };
  });

  app.post('/workspace/leave', async (request, reply) => {
    const { id, workspace_id } = userOf(request);
    found(await account.members.remove(workspace_id, id), 'workspace', workspace_id);
    log.info({ request_id: request.id, user: id, workspace: workspace_id }, 'a user left a workspace');
    // Leaving ends every session; whoever has another workspace goes on there.
    const left = await users.findById(id);
    if (left === undefined) await sessions.close(request, reply);
    else await sessions.open(left, request, reply);
    return { is_logged_in: left !== undefined };
  });
}
