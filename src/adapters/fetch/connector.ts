import type { Socket } from 'node:net';

import { buildConnector } from 'undici';

import { AppError } from '../../kernel/errors.ts';
import { isSameAddress } from './address.ts';
import { openDeadline } from './deadline.ts';
import { failureOf } from './failure.ts';
import { addressRefused } from './failure.ts';
import type { AddressGuard, Endpoint } from './guard.ts';

const CONNECT_MS = 5_000;
/** One address of each family is tried, each for half of the time. */
const ATTEMPTS_MAX = 2;

/**
 * Opens connections only to addresses that the guard has passed, by address and never by name: what is dialled
 * is what was checked, whatever the DNS answers a moment later.
 */
export function guardedConnector(guard: Pick<AddressGuard, 'endpoints'>): buildConnector.connector {
  const sole = buildConnector({ timeout: CONNECT_MS });
  const shared = buildConnector({ timeout: CONNECT_MS / ATTEMPTS_MAX });

  async function connect(options: buildConnector.Options): Promise<Socket> {
    const { protocol, hostname, port } = options;
    const deadline = openDeadline(undefined, CONNECT_MS);
    try {
      const endpoints = oneOfEachFamily(
        await deadline.race(guard.endpoints(protocol, hostname, port, deadline.signal)),
      );
      let failure: unknown;
      for (const endpoint of endpoints) {
        try {
          return await dial(endpoints.length === 1 ? sole : shared, options, endpoint);
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    } catch (error) {
      throw failureOf(error, hostname, deadline.expired());
    } finally {
      deadline.close();
    }
  }

  return (options, callback) => {
    connect(options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(asError(error), null),
    );
  };
}

/** IPv4 first: it works wherever there is a network, while IPv6 is often announced and not routed. */
function oneOfEachFamily(endpoints: readonly Endpoint[]): Endpoint[] {
  const four = endpoints.find((endpoint) => !endpoint.address.includes(':'));
  const six = endpoints.find((endpoint) => endpoint.address.includes(':'));
  return [four, six].filter((endpoint) => endpoint !== undefined);
}

async function dial(
  connector: buildConnector.connector,
  options: buildConnector.Options,
  endpoint: Endpoint,
): Promise<Socket> {
  const to = { ...options, hostname: endpoint.address, port: String(endpoint.port) };
  const socket = await new Promise<Socket>((resolve, reject) => {
    connector(to, (error, opened) => (error === null ? resolve(opened) : reject(error)));
  });
  if (socket.remoteAddress !== undefined && isSameAddress(socket.remoteAddress, endpoint.address)) return socket;
  const gone = socket.remoteAddress === undefined;
  socket.on('error', () => undefined).destroy();
  if (gone) throw Object.assign(new Error('The connection was closed immediately.'), { code: 'ECONNRESET' });
  throw addressRefused(options.hostname);
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new AppError('unfetchable_url', 'The connection failed.');
}
