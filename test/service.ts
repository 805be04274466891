import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { openService } from '../src/compose.ts';
import { openAccounts } from '../src/compose/accounts.ts';
import { openServer } from '../src/compose/server.ts';
import { type Config, readConfig } from '../src/config.ts';
import type { Operation } from '../src/contract/operation.ts';
import { closingAfter } from '../src/kernel/closing.ts';
import type { NewKey } from '../src/ports/accounts.ts';
import { giveBack, takeEngine } from './index-engine.ts';
import { prepareIndexFolder } from './index-template.ts';
import { openTestDatabase } from './postgres.ts';

/** A whole service on databases of its own: a real index in a folder, a database of the tests' server, a real port on loopback. */
export interface TestService {
  readonly base: string;
  readonly key: string;
  readonly app: FastifyInstance;
  readonly config: Config;
  call(path: string, body: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  /** A further key with restrictions. */
  makeKey(changes: Partial<NewKey>): Promise<string>;
  /** A key of another workspace, as the operator of a service makes it for a customer. */
  makeCustomerKey(): Promise<string>;
  /** Rows of the control database, for what a test has to see behind the answers. */
  rows(text: string): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
  readonly text: string;
}

interface TestServiceOptions {
  readonly environment?: Record<string, string>;
  readonly clock?: () => Date;
  /** `own` where a test looks at the engine itself: the service starts one in its data folder. */
  readonly engine?: 'own';
  /** Operations besides those of the registry. */
  readonly operations?: readonly Operation[];
}

export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const data = await mkdtemp(join(tmpdir(), 'seamark-test-'));
  const kept = options.engine === 'own' ? undefined : await takeEngine();
  if (kept === undefined) await prepareIndexFolder(data);
  const control = await openTestDatabase();
  const environment = {
    SEAMARK_LOG_LEVEL: 'silent',
    DATABASE_URL: control.url,
    ...(kept === undefined ? {} : { CLICKHOUSE_URL: kept.engine.url }),
    ...options.environment,
  };
  const config = readConfig('0.0.0-test', { data, port: '0' }, environment);
  const { clock, operations } = options;
  const service = await openService(config, {
    role: 'serve',
    ...(clock === undefined ? {} : { clock }),
    ...(operations === undefined ? {} : { operations }),
  });
  const accounts = await openAccounts(config);
  const app = await openServer(service, config);
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const makeKey = async (changes: Partial<NewKey>, workspaceId?: string): Promise<string> => {
    const blank = {
      name: 'test',
      allowed_domains: [],
      scopes: [],
      project_id: undefined,
      expires_at: undefined,
      secret: undefined,
    };
    return (await service.keys.create({ ...blank, ...changes }, workspaceId)).secret;
  };
  const key = (await service.makeFirstKey()) ?? (await makeKey({}));
  return {
    base,
    key,
    app,
    config,
    makeKey: (changes) => makeKey(changes),
    makeCustomerKey: async () => {
      await accounts.database.query(
        "insert into workspaces (id, name, plan) values ('ws_customer', 'Customer', 'self_hosted') on conflict do nothing",
      );
      await accounts.database.query(
        "insert into credit_accounts (workspace_id) values ('ws_customer') on conflict do nothing",
      );
      return makeKey({ name: 'customer' }, 'ws_customer');
    },
    call: (path, body, headers = {}) => call(`${base}/api/v1${path}`, body, { 'x-api-key': key, ...headers }),
    rows: (text) => accounts.database.query(text),
    close: async () => {
      await closingAfter(async (closing) => {
        closing.defer(() => rm(data, { recursive: true, force: true }));
        if (kept !== undefined) closing.defer(() => giveBack(kept));
        closing.add(control);
        closing.add(service);
        closing.add(accounts);
        closing.defer(async () => app.close());
      });
    },
  };
}

/** A POST, or a GET when there is no body. An empty header value leaves the header out. */
export async function call(url: string, body: unknown, headers: Record<string, string>): Promise<TestAnswer> {
  const sent = Object.entries({ 'content-type': 'application/json', ...headers }).filter(([, value]) => value !== '');
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: Object.fromEntries(sent),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
