import type { FastifyInstance, FastifyRequest } from 'fastify';

import { printable } from '../contract/fields.ts';
import type { Operation } from '../contract/operation.ts';
import type { Call, Reply } from '../engine/engine.ts';
import { AppError } from '../kernel/errors.ts';
import type { AccountPorts } from '../ports/account.ts';
import type { KeyStore } from '../ports/accounts.ts';
import type { DashboardUser, DashboardUsers } from '../ports/dashboard.ts';
import type { ConnectDesk } from '../ports/connect.ts';
import type { DemoDesk } from '../ports/demo.ts';
import type { PagePrinter } from '../ports/browser.ts';
import type { RateLimiter } from '../ports/limits.ts';
import type { ReportDesk } from '../ports/reports.ts';
import type { WorkspaceLooks } from '../ports/workspace-look.ts';
import type { WorkspaceStore } from '../ports/workspaces.ts';

export interface DashboardParts {
  readonly users: DashboardUsers;
  readonly account: AccountPorts;
  readonly reports: ReportDesk;
  readonly looks: WorkspaceLooks;
  /** Days that answers are kept where a workspace has not set its own. */
  readonly keep_days: number;
  readonly workspaces: Pick<WorkspaceStore, 'create' | 'set'>;
  readonly keys: Pick<KeyStore, 'create' | 'list' | 'change' | 'rotate' | 'revoke' | 'operator'>;
  readonly demo: DemoDesk;
  readonly connect: ConnectDesk;
  /** The address under which programs that connect know the service; undefined where they cannot. */
  readonly issuer: (request: FastifyRequest) => string | undefined;
  /** Counts attempts to log in. */
  readonly limiter: RateLimiter;
  /** What keys can be restricted to; those about the account are asked here as well. */
  readonly operations: readonly Operation[];
  /** Runs what is priced and metered. */
  readonly execute: (operation: Operation, rawInput: unknown, call: Call) => Promise<Reply>;
  /** How reports can be sent, and whether links to them reach anybody. */
  readonly sending: { readonly can_mail: boolean; readonly is_public: boolean };
  /** Of the operator; undefined without one. */
  readonly printer: PagePrinter | undefined;
  readonly log: DashboardLog;
  readonly version: string;
  /** Where `npm run build:dashboard` writes the app. */
  readonly folder: string;
}

export interface DashboardLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

/** Where the routes of people who are logged in are added. */
export interface DashboardScope {
  readonly app: FastifyInstance;
  readonly parts: DashboardParts;
  /** Who sends the request. */
  readonly userOf: (request: FastifyRequest) => DashboardUser;
}

const ID = printable(200);

/** The id in the path; '' for what can be none. */
export function idOf(request: FastifyRequest): string {
  const { params } = request;
  const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : undefined;
  return ID.safeParse(id).data ?? '';
}

/** @throws AppError not_found for undefined, also for things of other workspaces */
export function found<Thing>(thing: Thing | undefined, what: string, id: string): Thing {
  if (thing !== undefined) return thing;
  throw new AppError('not_found', `No ${what} with the id ${id} was found.`, {
    fix: 'Reload the page to see what is there now.',
  });
}
