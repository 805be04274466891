import { randomBytes } from 'node:crypto';

import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type {
  CreatedEndpoint,
  DeliveryFilters,
  DeliveryQuery,
  EndpointChange,
  NewEndpoint,
  WebhookAdmin,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookFormat,
} from '../../ports/webhooks.ts';
import type { Vault } from '../secrets.ts';
import type { Database, Queryable } from './database.ts';
import { DELIVERIES_CHANNEL, payloadOf } from './outbox.ts';
import { storable } from './storable.ts';
import { type AttemptRow, deliveryOf, type DeliveryRow, endpointOf, type EndpointRow } from './webhook-rows.ts';
import * as sql from './webhooks-statements.ts';

export interface WebhooksOptions {
  readonly database: Database;
  readonly vault: Vault;
  /** @throws AppError invalid_input for a URL that could never be delivered to */
  readonly checkUrl: (url: string) => void;
}

/** Beyond this a workspace is using endpoints as data. */
const ENDPOINTS_MAX = 50;
/** Old secrets that sign beside the present one. */
const OLD_SECRETS_MAX = 5;
const OLD_SECRET_HOURS = 24;
/** The strength that HMAC-SHA256 has itself. */
const SECRET_BYTES = 32;
/** A retry by hand answers to somebody who waits for it: it is not spread over days, but it outlives a restart. */
const MANUAL_ATTEMPTS = 3;
/** A test tells at once how it went. */
const TEST_ATTEMPTS = 1;
const TEXT_MAX = 2048;

/** Webhook endpoints and deliveries of a workspace, in PostgreSQL. Secrets are stored encrypted. */
export class PostgresWebhooks implements WebhookAdmin {
  readonly #database: Database;
  readonly #vault: Vault;
  readonly #checkUrl: (url: string) => void;

  constructor({ database, vault, checkUrl }: WebhooksOptions) {
    this.#database = database;
    this.#vault = vault;
    this.#checkUrl = checkUrl;
  }

  async endpoints(workspaceId: string): Promise<readonly WebhookEndpoint[]> {
    const rows = await this.#database.query<EndpointRow>(sql.ENDPOINTS, [workspaceId]);
    return rows.map(endpointOf);
  }

  async create(workspaceId: string, endpoint: NewEndpoint): Promise<CreatedEndpoint> {
    this.#checkUrl(endpoint.url);
    const format = formatOf(endpoint.url, endpoint.format);
    const id = newId('whe');
    const secret = newSecret();
    const { url, events, description } = endpoint;
    return this.#database.transaction(async (transaction) => {
      // Two calls at once would both find room for the last endpoint.
      await transaction.query(sql.LOCK_WORKSPACE, [workspaceId]);
      const [count] = await transaction.query<{ endpoints: number }>(sql.COUNT_ENDPOINTS, [workspaceId]);
      if (stored(count).endpoints >= ENDPOINTS_MAX) throw tooMany();
      const text = description === undefined ? null : storable(description, TEXT_MAX);
      const sealed = this.#vault.seal(secret, id);
      const values = [id, workspaceId, url, text, [...new Set(events)], sealed, format];
      const [row] = await transaction.query<EndpointRow>(sql.CREATE_ENDPOINT, values);
      return { ...endpointOf(stored(row)), secret };
    });
  }

  async receivers(workspaceId: string, urls: readonly string[]): Promise<readonly string[]> {
    const wanted = urls.map((url, at) => this.#receiver(url, `report.to[${at}]`));
    return this.#database.transaction(async (transaction) => {
      await transaction.query(sql.LOCK_WORKSPACE, [workspaceId]);
      const known = await transaction.query<EndpointRow>(sql.ENDPOINTS, [workspaceId]);
      const ids: string[] = [];
      for (const [at, { url, format }] of wanted.entries()) {
        const found = known.find((endpoint) => endpoint.url === url)?.id;
        // A program has to know the secret that signs, which is shown when its endpoint is made.
        if (found === undefined && format === 'standard') throw notAdded(url, `report.to[${at}]`);
        ids.push(found ?? (await this.#add(transaction, workspaceId, { url, format })));
      }
      return ids;
    });
  }

  #receiver(url: string, path: string): { readonly url: string; readonly format: WebhookFormat } {
    try {
      this.#checkUrl(url);
    } catch (thrown) {
      throw thrown instanceof AppError && thrown.code === 'invalid_input' ? inField(path, url, thrown) : thrown;
    }
    return { url, format: formatOf(url, undefined) };
  }

  async #add(
    transaction: Queryable,
    workspaceId: string,
    { url, format }: { readonly url: string; readonly format: WebhookFormat },
  ): Promise<string> {
    const id = newId('whe');
    const sealed = this.#vault.seal(newSecret(), id);
    await transaction.query(sql.CREATE_ENDPOINT, [id, workspaceId, url, null, [], sealed, format]);
    return id;
  }

  async change(workspaceId: string, id: string, change: EndpointChange): Promise<WebhookEndpoint | undefined> {
    if (change.url !== undefined) this.#checkUrl(change.url);
    const { description } = change;
    const format = await this.#changedFormat(workspaceId, id, change);
    const [row] = await this.#database.query<EndpointRow>(sql.CHANGE_ENDPOINT, [
      workspaceId,
      storable(id, TEXT_MAX),
      change.url,
      description !== undefined,
      typeof description === 'string' ? storable(description, TEXT_MAX) : null,
      change.events === undefined ? null : [...new Set(change.events)],
      change.is_active,
      DELIVERIES_CHANNEL,
      format,
    ]);
    return row === undefined ? undefined : endpointOf(row);
  }

  /** A new address brings its own format, unless one is named; one that is named has to suit the address. */
  async #changedFormat(
    workspaceId: string,
    id: string,
    { url, format }: EndpointChange,
  ): Promise<WebhookFormat | undefined> {
    if (url === undefined && format === undefined) return undefined;
    const known = url ?? (await this.endpoints(workspaceId)).find((endpoint) => endpoint.id === id)?.url;
    return known === undefined ? undefined : formatOf(known, format);
  }

  async remove(workspaceId: string, id: string): Promise<boolean> {
    const values = [workspaceId, storable(id, TEXT_MAX)];
    const [removed] = await this.#database.query<{ id: string }>(sql.REMOVE_ENDPOINT, values);
    if (removed === undefined) return false;
    // Not in one transaction: an attempt that is just being recorded locks the two tables in the other order. What a
    // crash leaves undone here, the sweep does.
    await this.#database.query(sql.FAIL_UNDELIVERABLE, [removed.id]);
    return true;
  }

  rotate(workspaceId: string, id: string): Promise<CreatedEndpoint | undefined> {
    const secret = newSecret();
    return this.#database.transaction(async (transaction) => {
      const values = [workspaceId, storable(id, TEXT_MAX)];
      const [found] = await transaction.query<{ id: string; old: number }>(sql.LOCK_ENDPOINT, values);
      if (found === undefined) return undefined;
      if (found.old >= OLD_SECRETS_MAX) throw rotatedTooOften();
      const sealed = this.#vault.seal(secret, found.id);
      const [row] = await transaction.query<EndpointRow>(sql.ROTATE_SECRET, [found.id, sealed, OLD_SECRET_HOURS]);
      return { ...endpointOf(stored(row)), secret };
    });
  }

  test(workspaceId: string, id: string): Promise<WebhookDelivery | undefined> {
    return this.#database.transaction(async (transaction) => {
      const endpoint = await lockActive(transaction, workspaceId, id);
      if (endpoint === undefined) return undefined;
      const data = { endpoint_id: endpoint.id, message: 'A test of this webhook endpoint.' };
      const payload = payloadOf('webhook.test', endpoint.now, data);
      const values = [newId('dlv'), endpoint.id, newId('msg'), payload, TEST_ATTEMPTS, DELIVERIES_CHANNEL];
      const [row] = await transaction.query<DeliveryRow>(sql.QUEUE_TEST, values);
      return deliveryOf(stored(row), []);
    });
  }

  async deliveries(workspaceId: string, query: DeliveryQuery): Promise<readonly WebhookDelivery[]> {
    const { limit, offset } = query;
    const filters = filtersOf(query);
    const values = [workspaceId, ...filters, limit, offset];
    const rows = await this.#database.query<DeliveryRow>(sql.deliveriesWhere(filters), values);
    return this.#withAttempts(this.#database, rows);
  }

  async countDeliveries(workspaceId: string, asked: DeliveryFilters): Promise<number> {
    const filters = filtersOf(asked);
    const [count] = await this.#database.query<{ total: number }>(sql.countWhere(filters), [workspaceId, ...filters]);
    return count?.total ?? 0;
  }

  retry(workspaceId: string, id: string): Promise<WebhookDelivery | undefined> {
    return this.#database.transaction(async (transaction) => {
      const values = [workspaceId, storable(id, TEXT_MAX)];
      const [found] = await transaction.query<{ endpoint_id: string; status: string }>(sql.FIND_DELIVERY, values);
      if (found === undefined) return undefined;
      // The endpoint before the delivery: its state may not change in between.
      const endpoint = await lockActive(transaction, workspaceId, found.endpoint_id);
      if (endpoint === undefined) throw deleted();
      const [row] = await transaction.query<DeliveryRow>(sql.RETRY_DELIVERY, [
        ...values,
        MANUAL_ATTEMPTS,
        DELIVERIES_CHANNEL,
      ]);
      if (row === undefined) throw notFailed(found.status);
      const [delivery] = await this.#withAttempts(transaction, [row]);
      return delivery;
    });
  }

  async #withAttempts(database: Queryable, rows: readonly DeliveryRow[]): Promise<readonly WebhookDelivery[]> {
    const attempts = await database.query<AttemptRow>(sql.ATTEMPTS, [rows.map((row) => row.id)]);
    return rows.map((row) => deliveryOf(row, attempts));
  }
}

async function lockActive(
  transaction: Queryable,
  workspaceId: string,
  id: string,
): Promise<{ readonly id: string; readonly now: Date } | undefined> {
  const values = [workspaceId, storable(id, TEXT_MAX)];
  const [found] = await transaction.query<{ id: string; is_active: boolean; now: Date }>(sql.LOCK_ENDPOINT, values);
  if (found?.is_active !== false) return found;
  throw new AppError('conflict', 'The webhook endpoint is paused, so nothing is sent to it.', {
    fix: `Send PATCH /webhooks/endpoints/${found.id} with is_active = true first.`,
  });
}

const SLACK_HOST = 'hooks.slack.com';

/** @throws AppError invalid_input for a format that the address cannot receive */
function formatOf(url: string, asked: WebhookFormat | undefined): WebhookFormat {
  const { protocol, hostname } = new URL(url);
  const isMail = protocol === 'mailto:';
  const format = asked ?? (isMail ? 'email' : hostname === SLACK_HOST ? 'slack' : 'standard');
  if ((format === 'email') === isMail) return format;
  const problem = isMail ? `cannot be ${format} for an e-mail address` : 'is only for mailto: addresses';
  throw new AppError('invalid_input', `The format ${problem}.`, {
    fix: isMail ? 'Leave format out, or set it to email.' : 'Send url as mailto:you@example.com.',
    issues: [{ path: 'format', message: problem }],
  });
}

function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function stored<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('A statement that always answers a row answered none.');
  return row;
}

function tooMany(): AppError {
  return new AppError('conflict', `The workspace has ${ENDPOINTS_MAX} webhook endpoints, which is the maximum.`, {
    fix: 'Delete one you no longer need, or send more events to one endpoint.',
  });
}

const SHOWN_MAX = 200;
const RECEIVERS_FIX = 'Name an e-mail address, a Slack URL or the URL of a webhook endpoint.';

function notAdded(url: string, path: string): AppError {
  const address = url.slice(0, SHOWN_MAX);
  return new AppError('invalid_input', `${address} is not a webhook endpoint of this workspace.`, {
    fix: 'Add it with POST /webhooks/endpoints first, which shows you the secret that signs what it gets; or name an e-mail address or a Slack URL.',
    issues: [{ path, message: `names ${address}, which is not a webhook endpoint of this workspace` }],
  });
}

/** What is wrong with an address is wrong with the field that it came in. */
function inField(path: string, url: string, refusal: AppError): AppError {
  const address = url.replace(/^mailto:/i, '').slice(0, SHOWN_MAX);
  const isAddress = /^[a-z]+:/i.test(url);
  const problem = isAddress
    ? (refusal.issues[0]?.message ?? 'cannot be used')
    : 'is neither an e-mail address nor a URL';
  return new AppError('invalid_input', `“${address}” cannot get reports: it ${problem}.`, {
    fix: (isAddress ? refusal.fix : undefined) ?? RECEIVERS_FIX,
    issues: [{ path, message: `names “${address}”, which ${problem}` }],
    cause: refusal,
  });
}

function rotatedTooOften(): AppError {
  const message = `The secret was rotated ${OLD_SECRETS_MAX} times within ${OLD_SECRET_HOURS} hours.`;
  return new AppError('conflict', message, { fix: 'Wait until the oldest secret has stopped signing.' });
}

function deleted(): AppError {
  return new AppError('conflict', 'The webhook endpoint of this delivery was deleted.', {
    fix: 'Create a new endpoint; it gets events from then on.',
  });
}

function notFailed(status: string): AppError {
  const message =
    status === 'delivered'
      ? 'The delivery succeeded, so there is nothing to retry.'
      : 'The delivery is still in progress.';
  return new AppError('conflict', message, {
    fix: 'Only failed deliveries can be retried: GET /webhooks/deliveries?status=failed lists them.',
  });
}

function filtersOf({ status, endpoint_id, project_id, event_type }: DeliveryFilters): (string | null)[] {
  const filters = [status, endpoint_id, project_id, event_type];
  return filters.map((text) => (text === undefined ? null : storable(text, TEXT_MAX)));
}
