import { z } from 'zod';

import { fieldsOf } from '../kernel/fields-of.ts';
import type { DashboardUser, OwnWorkspace } from '../ports/dashboard.ts';
import { callerOf, signalOf } from './account-routes.ts';
import { check } from './check.ts';
import type { DashboardScope } from './routes.ts';
import { boardRow, boardSentence, sortBoard } from './sites-board.ts';
import type { BoardRow, BoardView } from './views.ts';

const WORKSPACES_MAX = 50;
const SITES_MAX = 200;

const Asked = z.object({ workspaces: z.enum(['all', 'here']).default('all') });

/** The sites of all workspaces that somebody belongs to, in one list: each is asked as its own workspace. */
export function serveBoard({ app, parts, userOf }: DashboardScope): void {
  app.get('/board', async (request, reply): Promise<BoardView> => {
    const { workspaces } = check(Asked, fieldsOf(request.query));
    const user = userOf(request);
    const own = await parts.users.workspaces(user.id);
    const here = own.filter(({ id }) => id === user.workspace_id);
    // In the demo nothing but the demo is shown.
    const demo: OwnWorkspace = { id: user.workspace_id, name: 'Demo', role: user.role };
    const chosen = here.length === 0 ? [demo] : workspaces === 'here' ? here : own.slice(0, WORKSPACES_MAX);
    const signal = signalOf(reply);
    const rows: BoardRow[] = [];
    for (const workspace of chosen) rows.push(...(await rowsOf(parts, user, workspace, signal)));
    const sites = sortBoard(rows);
    return { sentence: boardSentence(sites), sites, is_all: workspaces === 'all', workspaces: own.length };
  });
}

async function rowsOf(
  { account, reports }: DashboardScope['parts'],
  user: DashboardUser,
  { id, name }: OwnWorkspace,
  signal: AbortSignal,
): Promise<readonly BoardRow[]> {
  const query = { project_id: undefined, limit: SITES_MAX, offset: 0 };
  const { sites } = await account.sites.list(callerOf({ ...user, workspace_id: id }), query, signal);
  const figures = await reports.figures(
    id,
    sites.map(({ site }) => site.target),
  );
  return sites.map((report) =>
    boardRow({
      workspace: { id, name },
      report,
      figures: figures.filter(({ target }) => target === report.site.target),
    }),
  );
}
