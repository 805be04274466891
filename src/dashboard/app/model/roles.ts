import type { UserRowView } from '../../views.ts';
import { useSession } from './session.ts';

export type Role = UserRowView['role'];

interface RoleWords {
  readonly role: Role;
  readonly title: string;
  readonly may: string;
}

/** The most first, as a form offers them. */
export const ROLES: readonly RoleWords[] = [
  {
    role: 'owner',
    title: 'Owner',
    may: 'Does all that members do, and manages users, keys, webhooks, budgets, brand and retention.',
  },
  { role: 'member', title: 'Member', may: 'Runs reports, crawls sites, tracks keywords, schedules and shares.' },
  { role: 'viewer', title: 'Viewer', may: 'Reads everything except keys and webhooks, and changes nothing.' },
];

export function titleOfRole(role: Role): string {
  return ROLES.find((known) => known.role === role)?.title ?? role;
}

/** Whether whoever is logged in may do what takes this role. The service asks again. */
export function useMay(needed: Role): boolean {
  const { me } = useSession();
  return rank(me.user.role) <= rank(needed);
}

function rank(role: Role): number {
  return ROLES.findIndex((known) => known.role === role);
}
