import { isIPv4, isIPv6 } from 'node:net';

import { AppError } from '../../kernel/errors.ts';

/** Where a host and port lead instead of where the DNS says: what an operator writes for tests and closed networks. */
export interface ResolveEntry {
  /** As in `URL.hostname`, so IPv6 in brackets; `*` is every host. */
  readonly host: string;
  readonly port: number;
  readonly address: string;
  readonly address_port: number;
}

const SHAPE = /^(\*|\[[^\]]+\]|[^:[\]*]+):(\d{1,5}):(.+)$/;
const WHERE = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/;

/**
 * Reads `host:port:address` as curl's --resolve takes it. Besides, the address may carry a port of its own
 * (`example.com:80:127.0.0.1:9001`) and the host may be `*`. IPv6 is written in brackets.
 *
 * @throws AppError when it is written in any other way
 */
export function parseResolve(text: string): ResolveEntry {
  const [, written = '', portText = '', where = ''] = SHAPE.exec(text.trim()) ?? [];
  const host = written === '*' ? written : URL.parse(`http://${written}/`)?.hostname;
  const port = portOf(portText);
  const target = readTarget(where);
  if (host === undefined || port === undefined || target === undefined) throw refuse(text);
  return { host: withoutDot(host), port, address: target.address, address_port: target.port ?? port };
}

/** The entry for a host and port; one that names the host goes before a star. */
export function findEntry(entries: readonly ResolveEntry[], hostname: string, port: number): ResolveEntry | undefined {
  const host = withoutDot(hostname);
  const forPort = entries.filter((entry) => entry.port === port);
  return forPort.find((entry) => entry.host === host) ?? forPort.find((entry) => entry.host === '*');
}

function withoutDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function readTarget(where: string): { address: string; port: number | undefined } | undefined {
  if (isIPv6(where)) return { address: where, port: undefined };
  const [, six, four, portText] = WHERE.exec(where) ?? [];
  const port = portText === undefined ? undefined : portOf(portText);
  if (portText !== undefined && port === undefined) return undefined;
  if (six !== undefined) return isIPv6(six) ? { address: six, port } : undefined;
  return four !== undefined && isIPv4(four) ? { address: four, port } : undefined;
}

function portOf(text: string): number | undefined {
  const port = Number(text);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

function refuse(text: string): AppError {
  return new AppError('invalid_input', `"${text}" is not in the form host:port:address.`, {
    fix: 'Write host:port:address, such as example.com:443:192.0.2.1, example.com:80:127.0.0.1:9001 or *:80:[::1].',
  });
}
