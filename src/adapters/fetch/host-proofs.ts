import { Resolver } from 'node:dns/promises';

import { messageOf } from '../../kernel/errors.ts';
import type { GuardedRequester } from '../../ports/fetch.ts';
import { dnsNames, dnsValue, filePath, type FindProof, type HostProof, type ProofCheck } from '../../ports/hosts.ts';

const DNS_TRY_MS = 2000;
const FETCH_MS = 10_000;
const FILE_BYTES_MAX = 1000;

export interface HostProofParts {
  readonly requester: GuardedRequester;
  /** `address:port` of name servers; those of the system by default. */
  readonly name_servers?: readonly string[];
}

/**
 * Looks for the token of a host in its TXT records and in a file on the site.
 *
 * The file has to hold what the record would hold, and nothing else: many sites answer every address with a page, and some
 * repeat the address on it. Redirects are not followed, since one that is open would let anybody prove the host.
 */
export function createHostProofs({ requester, name_servers }: HostProofParts): FindProof {
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: 2 });
  if (name_servers !== undefined) resolver.setServers(name_servers);
  return async (proof, signal) => {
    const inDns = dnsNames(proof).map((name) => checkName(resolver, name, proof));
    const [records, file] = await Promise.all([Promise.all(inDns), checkFile(requester, proof, signal)]);
    return [...records, file];
  };
}

type Proof = Pick<HostProof, 'host' | 'token'>;

async function checkName(resolver: Resolver, name: string, proof: Proof): Promise<ProofCheck> {
  const at = { method: 'dns', place: `TXT ${name}` } as const;
  try {
    const records = (await resolver.resolveTxt(name)).map((parts) => parts.join('').trim());
    if (records.includes(dnsValue(proof))) return { ...at, is_found: true, note: 'The record is there.' };
    const other = records.some((record) => record.startsWith('seamark-verify='));
    const note = other ? 'There is a record with another token.' : 'None of its records is the one looked for.';
    return { ...at, is_found: false, note };
  } catch (thrown) {
    return { ...at, is_found: false, note: dnsNote(thrown) };
  }
}

const NO_RECORDS = new Set(['ENODATA', 'ENOTFOUND']);

function dnsNote(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return NO_RECORDS.has(code) ? 'There is no such record.' : `The name servers did not answer (${code}).`;
}

/** Over https first; over http where nobody answers there. */
async function checkFile(requester: GuardedRequester, proof: Proof, signal: AbortSignal): Promise<ProofCheck> {
  const secure = await checkUrl(requester, `https://${proof.host}${filePath(proof)}`, proof, signal);
  if (secure.is_found) return secure;
  const plain = await checkUrl(requester, `http://${proof.host}${filePath(proof)}`, proof, signal);
  return plain.is_found || secure.is_unanswered ? plain : secure;
}

async function checkUrl(
  requester: GuardedRequester,
  url: string,
  proof: Proof,
  signal: AbortSignal,
): Promise<ProofCheck & { readonly is_unanswered: boolean }> {
  const at = { method: 'file', place: url } as const;
  try {
    const { status, body } = await requester.get(
      {
        url,
        headers: { accept: 'text/plain,*/*;q=0.5' },
        wants: (answered) => answered === 200,
        bytes_max: FILE_BYTES_MAX,
        timeout_ms: FETCH_MS,
      },
      signal,
    );
    const is_found = body !== undefined && Buffer.from(body).toString('utf8').trim() === dnsValue(proof);
    return { ...at, is_found, is_unanswered: false, note: fileNote(status, is_found) };
  } catch (thrown) {
    signal.throwIfAborted();
    return { ...at, is_found: false, is_unanswered: true, note: messageOf(thrown) };
  }
}

function fileNote(status: number, isFound: boolean): string {
  if (isFound) return 'The file is there.';
  if (status === 200) return 'The file holds something else.';
  return status >= 300 && status < 400
    ? `The server answered ${status}; redirects are not followed.`
    : `The server answered ${status}.`;
}
