import type { FastifyRequest } from 'fastify';

import { AppError, messageOf } from '../kernel/errors.ts';
import { DEMO_WORKSPACE } from '../ports/demo.ts';
import type { DashboardUser } from '../ports/dashboard.ts';
import type { DashboardParts, DashboardScope } from './routes.ts';
import type { Sessions } from './sessions.ts';
import type { DemoView } from './views.ts';

/**
 * The demo, for users of the first workspace: there is one in a service, and what somebody does in it all of them see.
 *
 * It is loaded behind the request, which would be over before; a session looks into it until it leaves.
 */
export function serveDemo({ app, parts, userOf }: DashboardScope, sessions: Sessions): void {
  const { demo, log } = parts;
  const closing = new AbortController();
  let failure: string | undefined;
  app.addHook('preClose', async () => closing.abort(new AppError('unavailable', 'The service stops.')));
  const view = async (): Promise<DemoView> => {
    const state = await demo.state();
    return { state, progress: demo.progress() ?? null, failure: state === 'unfinished' ? (failure ?? null) : null };
  };
  const requireOperator = async (request: FastifyRequest): Promise<void> => {
    if (await mayUseDemo(parts, userOf(request))) return;
    throw new AppError('key_not_allowed_here', 'Only users of the first workspace may use the demo.', {
      fix: 'Ask whoever runs this service.',
    });
  };

  app.get('/demo', async (request) => {
    await requireOperator(request);
    return view();
  });

  app.post('/demo', async (request, reply) => {
    await requireOperator(request);
    const state = await demo.state();
    if (state === 'absent' || state === 'unfinished') {
      failure = undefined;
      demo
        .load(() => undefined, closing.signal)
        .catch((thrown: unknown) => {
          failure = messageOf(thrown);
          if (!closing.signal.aborted) log.warn({ err: thrown }, 'the demo could not be loaded');
        });
    }
    return reply.code(202).send(await view());
  });

  app.post('/demo/enter', async (request) => {
    await requireOperator(request);
    if ((await demo.state()) !== 'ready') {
      throw new AppError('conflict', 'The demo is not loaded.', { fix: 'Load it first.' });
    }
    await sessions.lookInto(request, DEMO_WORKSPACE);
    return { entered: true };
  });

  app.post('/demo/leave', async (request) => {
    await sessions.lookInto(request, undefined);
    return { left: true };
  });

  app.delete('/demo', async (request) => {
    await requireOperator(request);
    return { removed: await demo.remove() };
  });
}

export async function mayUseDemo({ keys }: Pick<DashboardParts, 'keys'>, user: DashboardUser): Promise<boolean> {
  return user.home_workspace_id === (await keys.operator()).workspace_id;
}
