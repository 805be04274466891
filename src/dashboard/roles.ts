import { AppError } from '../kernel/errors.ts';
import type { DashboardUser } from '../ports/dashboard.ts';
import { isAtLeast, type Member, type Role } from '../ports/members.ts';

/** The least role that may, and what it is that others may not, as in “Viewers cannot start crawls”. */
interface Rule {
  readonly role: Role;
  readonly what: string;
}

const viewer: Rule = { role: 'viewer', what: 'see this' };
const member = (what: string): Rule => ({ role: 'member', what });
const owner = (what: string): Rule => ({ role: 'owner', what });

const CRAWL = member('start crawls');
const CHANGE_SITES = member('change sites');
const KEYWORDS = member('change tracked keywords');
const SCHEDULE = member('schedule calls');
const ASK = member('run reports');
const SHARE = member('share reports');
const KEYS = owner('manage keys');
/** An app that is connected may do what a key may. */
const APPS = owner('connect apps');
const USERS = owner('manage users');
const WEBHOOKS = owner('manage webhooks');
const PROJECTS = owner('manage projects and budgets');
const HOSTS = owner('prove hosts');
const DEMO = member('load or remove the demo');

/**
 * What each role may do, for every route behind the login: those of the dashboard itself, and those of account operations,
 * which are asked at the same paths as over REST. `serve.test.ts` walks them all; a route that is not here is for owners.
 */
const RULES: Readonly<Record<string, Rule>> = {
  'GET /me': viewer,
  'POST /password': viewer,
  'POST /workspaces': owner('make workspaces'),
  'PATCH /workspace': owner('rename the workspace'),
  'POST /workspace/leave': viewer,
  'POST /workspace/switch': viewer,
  'GET /users': USERS,
  'PATCH /users/:id': USERS,
  'DELETE /users/:id': USERS,
  'POST /invitations': USERS,
  'DELETE /invitations/:id': USERS,

  'GET /brand': viewer,
  'PATCH /brand': owner('change the brand and retention of reports'),

  'GET /keys': KEYS,
  'POST /keys': KEYS,
  'PATCH /keys/:id': KEYS,
  'POST /keys/:id/rotate': KEYS,
  'POST /keys/:id/revoke': KEYS,
  'GET /connect': APPS,
  'POST /connect': APPS,
  'GET /apps': APPS,
  'POST /apps/:id/disconnect': APPS,
  'GET /webhooks/endpoints': WEBHOOKS,
  'POST /webhooks/endpoints': WEBHOOKS,
  'PATCH /webhooks/endpoints/:id': WEBHOOKS,
  'DELETE /webhooks/endpoints/:id': WEBHOOKS,
  'POST /webhooks/endpoints/:id/rotate': WEBHOOKS,
  'POST /webhooks/endpoints/:id/test': WEBHOOKS,
  'GET /webhooks/deliveries': WEBHOOKS,
  'POST /webhooks/deliveries/:id/retry': WEBHOOKS,
  'GET /projects': viewer,
  'GET /projects/:id': viewer,
  'PATCH /projects/:id': PROJECTS,
  'DELETE /projects/:id': PROJECTS,
  'GET /usage': viewer,
  'GET /credits': viewer,

  'GET /operations/:id': viewer,
  'GET /answers/:id': viewer,
  'POST /reports': ASK,
  'GET /reports': viewer,
  'GET /reports/about': viewer,
  'GET /reports/:id/pdf': viewer,
  'GET /reports/:id/workbook': viewer,
  'GET /reports/:id/earlier': viewer,
  'GET /reports/:id/links': SHARE,
  'POST /reports/:id/links': SHARE,
  'DELETE /report-links/:id': SHARE,

  'GET /jobs': viewer,
  'GET /jobs/:id': viewer,
  'GET /jobs/live': viewer,
  'GET /jobs/:id/request': viewer,
  'GET /jobs/:id/events': viewer,
  'POST /jobs/:id/cancel': member('cancel jobs'),
  'GET /schedules': viewer,
  'PATCH /schedules/:id': SCHEDULE,
  'DELETE /schedules/:id': SCHEDULE,

  'GET /board': viewer,
  'GET /sites': viewer,
  'GET /sites/:id': viewer,
  'GET /sites/:id/audit': viewer,
  'GET /sites/:id/pages': viewer,
  'POST /sites': CHANGE_SITES,
  'PATCH /sites/:id': CHANGE_SITES,
  'DELETE /sites/:id': CHANGE_SITES,
  'GET /crawls': viewer,
  'GET /crawls/:id': viewer,
  'GET /crawls/:id/redirects': viewer,
  'POST /crawls': CRAWL,
  'POST /crawls/preview': CRAWL,
  'PATCH /crawls/:id': member('pause or resume crawls'),
  'GET /hosts': viewer,
  'POST /hosts': HOSTS,
  'DELETE /hosts/:host': HOSTS,
  'GET /imports': viewer,
  'GET /imports/:id': viewer,
  'POST /imports': member('import data'),
  'GET /sources': viewer,
  'POST /sources/test': member('test sources'),

  'GET /tasks': viewer,
  'POST /tasks': member('change the plan'),
  'PATCH /tasks/:id': member('change the plan'),
  'GET /rank/targets': viewer,
  'POST /rank/targets': KEYWORDS,
  'PATCH /rank/targets': KEYWORDS,
  'DELETE /rank/targets': KEYWORDS,
  'POST /rank/targets/check': member('check ranks'),
  'GET /rank/overview': viewer,
  'POST /rank/overview': viewer,
  'GET /rank/history': viewer,
  'POST /rank/history': viewer,
  'GET /rank/track': viewer,
  'POST /rank/track': member('check ranks'),

  'GET /demo': viewer,
  'POST /demo': DEMO,
  'DELETE /demo': DEMO,
  'POST /demo/enter': viewer,
  'POST /demo/leave': viewer,
};

/** Forgetting a rule gives nobody a right. */
const UNKNOWN = owner('do this');

export function hasRule(method: string, route: string): boolean {
  return Object.hasOwn(RULES, `${method} ${route}`);
}

/** The least role that may use a route, such as `GET` and `/jobs/:id`. */
export function roleFor(method: string, route: string): Role {
  return ruleFor(method, route).role;
}

/** @throws AppError key_not_allowed_here that names whom to ask */
export async function requireRole(
  user: DashboardUser,
  route: { readonly method: string; readonly path: string },
  members: () => Promise<readonly Member[]>,
): Promise<void> {
  const { role, what } = ruleFor(route.method, route.path);
  if (isAtLeast(user.role, role)) return;
  const owners = (await members()).filter((other) => other.role === 'owner');
  const whom = owners[0]?.email ?? 'an owner';
  throw new AppError('key_not_allowed_here', `${PLURALS[user.role]} cannot ${what}. Ask ${whom}.`, {
    title: 'Your role does not allow this.',
    fix: 'Ask an owner of the workspace to do it, or to change your role.',
  });
}

const PLURALS: Readonly<Record<Role, string>> = { viewer: 'Viewers', member: 'Members', owner: 'Owners' };

/** HEAD asks what GET asks. */
function ruleFor(method: string, route: string): Rule {
  return RULES[`${method === 'HEAD' ? 'GET' : method} ${route}`] ?? UNKNOWN;
}
