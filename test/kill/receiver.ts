import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { Webhook } from 'standardwebhooks';

/** A webhook receiver that verifies what it gets and remembers which jobs it was told of. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** Set once the endpoint is created; until then everything is refused. */
  secret: string | undefined;
  /** How often each ended job was told of, by job id. */
  readonly told: ReadonlyMap<string, number>;
  /** Deliveries whose signature was wrong. */
  readonly forged: number;
  close(): Promise<void>;
}

const BYTES_MAX = 5_000_000;

/** Refuses the first attempt of every tenth message, so that retries are part of the load. */
export async function startReceiver(): Promise<Receiver> {
  const told = new Map<string, number>();
  const refused = new Set<string>();
  const state = { secret: undefined as string | undefined, forged: 0, messages: 0 };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const job = verified(state.secret, body.slice(0, BYTES_MAX), request.headers);
      if (job === undefined) {
        state.forged += 1;
        response.writeHead(400).end();
        return;
      }
      const id = String(request.headers['webhook-id']);
      state.messages += 1;
      if (state.messages % 10 === 0 && !refused.has(id)) {
        refused.add(id);
        response.writeHead(503).end();
        return;
      }
      told.set(job, (told.get(job) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = addressOf(server.address());
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    told,
    get secret() {
      return state.secret;
    },
    set secret(secret) {
      state.secret = secret;
    },
    get forged() {
      return state.forged;
    },
    close: () => closeServer(server),
  };
}

/** The id of the job that a genuine message is about. */
function verified(
  secret: string | undefined,
  body: string,
  headers: NodeJS.Dict<string | string[]>,
): string | undefined {
  if (secret === undefined) return undefined;
  try {
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const event: unknown = new Webhook(secret).verify(body, flat);
    return idOf(event);
  } catch {
    return undefined;
  }
}

function idOf(event: unknown): string | undefined {
  const id: unknown = ['data', 'job', 'id'].reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    event,
  );
  return typeof id === 'string' ? id : undefined;
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The receiver listens on no port.');
  return address;
}

/** Also ends the connections that are kept open. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
