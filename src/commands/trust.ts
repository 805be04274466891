import { type Index, openIndex } from '../compose/indexes.ts';
import { type Flags, readConfig } from '../config.ts';
import { closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import { counted } from '../kernel/grammar.ts';
import { version } from '../version.ts';
import { registrableDomain } from '../web/url.ts';
import { parseTarget } from '../web/target.ts';
import { chosenIndex } from './chosen-workspace.ts';
import { stoppable } from './stop-signal.ts';
import { columns, processTerminal } from './terminal.ts';

export interface TrustFlags extends Flags {
  readonly json?: boolean;
  readonly workspace?: string;
}

const NEXT = 'Ranks follow with the next rebuild: seamark index rebuild';

export async function addTrusted(names: readonly string[], flags: TrustFlags): Promise<void> {
  const domains = names.map(domainOf);
  await withIndex(flags, ({ admin }) => admin.markTrusted(domains, true));
  print(flags, { trusted: domains }, `Trusted: ${domains.join(', ')}. ${NEXT}`);
}

export async function removeTrusted(names: readonly string[], flags: TrustFlags): Promise<void> {
  const domains = names.map(domainOf);
  const unknown = await withIndex(flags, async ({ admin }) => {
    const known = new Set((await admin.listTrusted()).map(({ domain }) => domain));
    await admin.markTrusted(
      domains.filter((domain) => known.has(domain)),
      false,
    );
    return domains.filter((domain) => !known.has(domain));
  });
  if (unknown.length > 0) {
    throw new AppError('not_found', `Not on your list: ${unknown.join(', ')}.`, {
      fix: 'Run `seamark trust list` to see the domains that you marked. Institutions such as .gov and .edu are always trusted.',
    });
  }
  print(flags, { removed: domains }, `No longer on your list: ${domains.join(', ')}. ${NEXT}`);
}

export async function listTrusted(flags: TrustFlags): Promise<void> {
  const trusted = await withIndex(flags, ({ admin }) => admin.listTrusted());
  const none = 'You have not marked any domain. Mark one with: seamark trust add example.org';
  const rows = trusted.map(({ domain, marked_at }) => [domain, marked_at.slice(0, 10)]);
  const head = `${counted(trusted.length, 'domain')} marked as trusted`;
  print(flags, trusted, trusted.length === 0 ? none : `${head}\n${columns(rows)}`);
}

/** @throws AppError invalid_input */
function domainOf(name: string): string {
  const { host } = parseTarget(name);
  const domain = registrableDomain(host);
  if (domain === host.replace(/^www\./, '')) return domain;
  throw new AppError('invalid_input', `${name} is not a registrable domain.`, {
    fix: `Trust goes by domain: seamark trust add ${domain}`,
  });
}

async function withIndex<Value>(flags: TrustFlags, work: (index: Index) => Promise<Value>): Promise<Value> {
  const config = readConfig(version, flags);
  const indexId = await chosenIndex(config, flags.workspace);
  return stoppable(() => closingAfter(async (closing) => work(closing.add(await openIndex(config, indexId)))));
}

function print(flags: TrustFlags, value: unknown, text: string): void {
  processTerminal(flags.color !== false).out(flags.json === true ? JSON.stringify(value) : text);
}
