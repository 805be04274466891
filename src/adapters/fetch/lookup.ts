import { lookup as systemLookup, Resolver } from 'node:dns/promises';

/** All addresses of a host, of both families. Rejects with a `code` when there are none. */
export type Lookup = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const DNS_TRY_MS = 1_500;

/**
 * Asks the name servers directly, because the system's own lookup occupies one of four threads for as long as a
 * slow server likes. Names without a dot are the system's: they live in its hosts file or search domains.
 */
export function createLookup(): Lookup {
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: 2 });
  return async (hostname) => {
    const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
    if (UNOWNED.test(name)) throw Object.assign(new Error(`${name} cannot exist.`), { code: 'ENOTFOUND' });
    if (!name.includes('.') || name.endsWith('.localhost')) return lookupLocally(name);
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    if (four.status === 'rejected' && isTimeout(four.reason)) throw four.reason;
    return lookupLocally(name);
  };
}

/** Names that nobody can register (RFC 2606); no name server has to be asked for them. */
const UNOWNED = /\.(?:example|invalid)$/;

async function lookupLocally(name: string): Promise<readonly string[]> {
  const found = await systemLookup(name, { all: true, order: 'ipv4first' });
  return found.map((entry) => entry.address);
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ETIMEOUT';
}
