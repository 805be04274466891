import { isIP } from 'node:net';

import { AppError } from '../../kernel/errors.ts';
import { isInNetworks, isPublicAddress, parseNetwork, type Network } from './address.ts';
import { addressRefused, lookupFailure } from './failure.ts';
import type { Lookup } from './lookup.ts';
import { findEntry, parseResolve, type ResolveEntry } from './resolve.ts';

/** An address and port that may be dialled. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

interface GuardRules {
  readonly allow_networks: readonly string[];
  readonly allow_ports: readonly number[];
  readonly resolve: readonly string[];
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const URL_SHOWN_MAX = 100;

/** Decides which URLs may be read and which addresses may be dialled for them. Everything that connects asks here. */
export class AddressGuard {
  readonly #networks: readonly Network[];
  readonly #ports: ReadonlySet<number>;
  readonly #entries: readonly ResolveEntry[];
  readonly #lookup: Lookup;

  /** @throws AppError when a network, port or entry is malformed */
  constructor(rules: GuardRules, lookup: Lookup) {
    this.#networks = rules.allow_networks.map(parseNetwork);
    this.#ports = new Set([...Object.values(DEFAULT_PORTS), ...rules.allow_ports.map(checkPort)]);
    this.#entries = rules.resolve.map(parseResolve);
    this.#lookup = lookup;
  }

  /**
   * The URL without credentials and fragment, once everything is checked that can be checked without the DNS.
   *
   * @throws AppError unfetchable_url
   */
  checkUrl(text: string): URL {
    const url = URL.parse(text);
    if (url === null || DEFAULT_PORTS[url.protocol] === undefined || url.hostname === '') {
      const shown = text.length > URL_SHOWN_MAX ? text.slice(0, URL_SHOWN_MAX) + '…' : text;
      throw new AppError('unfetchable_url', `"${shown}" is not an absolute http or https URL.`, {
        fix: 'Send a URL that begins with https:// or http://.',
      });
    }
    url.username = '';
    url.password = '';
    url.hash = '';
    const port = portOf(url.protocol, url.port);
    if (findEntry(this.#entries, url.hostname, port) !== undefined) return url;
    if (!this.#ports.has(port)) throw portRefused(port);
    const literal = literalOf(url.hostname);
    if (literal !== undefined && !this.#permits(literal)) throw addressRefused(url.hostname);
    return url;
  }

  /**
   * Where a connection for this host may go. Every address of the answer has to be permitted, not just one:
   * a name that also leads inside is a name that somebody points at us.
   *
   * @throws AppError unfetchable_url, source_timeout
   */
  async endpoints(protocol: string, hostname: string, portText: string, signal: AbortSignal): Promise<Endpoint[]> {
    const port = portOf(protocol, portText);
    const entry = findEntry(this.#entries, hostname, port);
    if (entry !== undefined) return [{ address: entry.address, port: entry.address_port }];
    if (!this.#ports.has(port)) throw portRefused(port);
    const literal = literalOf(hostname);
    const addresses = literal === undefined ? await this.#resolve(hostname, signal) : [literal];
    if (!addresses.every((address) => this.#permits(address))) throw addressRefused(hostname);
    return addresses.map((address) => ({ address, port }));
  }

  /** Whether the operator has written down where this host and port lead. */
  isMapped(protocol: string, hostname: string, portText: string): boolean {
    return findEntry(this.#entries, hostname, portOf(protocol, portText)) !== undefined;
  }

  /** Whether the address lies in a network that the operator has opened. */
  isOpened(address: string): boolean {
    return isInNetworks(address, this.#networks);
  }

  /** Whether the operator has opened any network. */
  get opensNetworks(): boolean {
    return this.#networks.length > 0;
  }

  async #resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
    const addresses = await this.#lookup(hostname, signal).catch((error: unknown) => {
      throw lookupFailure(error, hostname);
    });
    if (addresses.length === 0) throw lookupFailure(undefined, hostname);
    return addresses;
  }

  #permits(address: string): boolean {
    return isPublicAddress(address) || isInNetworks(address, this.#networks);
  }
}

function portRefused(port: number): AppError {
  return new AppError('unfetchable_url', `Port ${port} is not allowed for fetching.`, {
    fix: 'Use port 80 or 443. The operator opens others with SEAMARK_ALLOW_PORTS.',
  });
}

function checkPort(port: number): number {
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new AppError('invalid_input', `${port} is not a valid port.`, {
    fix: 'Ports are whole numbers from 1 to 65535.',
  });
}

function portOf(protocol: string, port: string): number {
  return port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port);
}

/** `[::1]` of a URL and `::1` of a socket are the same literal. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}
