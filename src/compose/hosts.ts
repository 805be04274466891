import { AppError } from '../kernel/errors.ts';
import {
  covers,
  type FindProof,
  type HostDesk,
  type HostProof,
  type HostStore,
  isProven,
  type ProofCheck,
} from '../ports/hosts.ts';
import { parseSite } from '../web/site.ts';
import { parseTarget } from '../web/target.ts';

export interface HostDeskParts {
  readonly store: HostStore;
  readonly find: FindProof;
  readonly clock: () => Date;
}

export function openHostDesk(parts: HostDeskParts): HostDesk {
  const { store, clock } = parts;
  return {
    list: (workspaceId) => store.list(workspaceId),
    async prove(workspaceId, asked, signal) {
      const known = await store.add(workspaceId, provableHost(asked));
      return lookedFor(parts, workspaceId, known, signal);
    },
    remove: (workspaceId, host) => store.remove(workspaceId, host.toLowerCase()),
    async require(workspaceId, hosts, field, signal) {
      for (const host of new Set(hosts)) {
        if (!(await isCovered(parts, workspaceId, host, signal))) throw unproven(host, field);
      }
    },
    async proven(workspaceId) {
      const now = clock();
      const proofs = (await store.list(workspaceId)).filter((proof) => isProven(proof, now));
      return (host) => proofs.some((proof) => covers(proof, host));
    },
  };
}

/** The host that a name or an address names. @throws AppError invalid_input for what nobody owns alone */
export function provableHost(asked: string): string {
  const { host } = parseTarget(asked, 'host');
  parseSite(host, 'host');
  return host;
}

async function lookedFor(
  { store, find }: HostDeskParts,
  workspaceId: string,
  known: HostProof,
  signal: AbortSignal,
): Promise<{ readonly proof: HostProof; readonly checks: readonly ProofCheck[] }> {
  const checks = await find(known, signal);
  const found = checks.find(({ is_found }) => is_found);
  // What the operator has vouched for needs nothing published.
  if (known.proven?.method === 'operator') return { proof: known, checks };
  return { proof: (await store.setProven(workspaceId, known.host, found?.method)) ?? known, checks };
}

/** An old proof is looked for again; the host itself before the domains above it. */
async function isCovered(
  parts: HostDeskParts,
  workspaceId: string,
  host: string,
  signal: AbortSignal,
): Promise<boolean> {
  const now = parts.clock();
  const proofs = (await parts.store.list(workspaceId)).filter((proof) => covers(proof, host));
  if (proofs.some((proof) => isProven(proof, now))) return true;
  const old = proofs.filter(({ proven }) => proven !== undefined);
  for (const known of old.toSorted((one, other) => other.host.length - one.host.length)) {
    const { proof } = await lookedFor(parts, workspaceId, known, signal);
    if (isProven(proof, now) && covers(proof, host)) return true;
  }
  return false;
}

function unproven(host: string, field: string): AppError {
  return new AppError('invalid_input', `Nobody has proven that ${host} is yours, or the proof is gone.`, {
    fix: `Prove it with POST /hosts and {"host":"${host}"}, or leave out ${field}. The operator can vouch for it with \`seamark hosts prove ${host}\`.`,
    issues: [{ path: field, message: `needs a proof for ${host}` }],
  });
}
