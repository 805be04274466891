/** How the owner of a host showed that a workspace may decide how it is read. */
export const PROOF_METHODS = ['dns', 'file', 'operator'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** A host with the token of one workspace. */
export interface HostProof {
  readonly host: string;
  /** What the owner publishes: no secret. */
  readonly token: string;
  /** How it was proven last; undefined where it never was, or the proof was gone when it was looked for. */
  readonly proven: { readonly method: ProofMethod; readonly at: Date } | undefined;
  readonly created_at: Date;
}

/** Where a proof was looked for, and what was there. */
export interface ProofCheck {
  readonly method: Exclude<ProofMethod, 'operator'>;
  readonly place: string;
  readonly is_found: boolean;
  readonly note: string;
}

/** Looks for the token of a host, in DNS and on the site. */
export type FindProof = (
  proof: Pick<HostProof, 'host' | 'token'>,
  signal: AbortSignal,
) => Promise<readonly ProofCheck[]>;

export interface HostStore {
  /** By host. */
  list(workspaceId: string): Promise<readonly HostProof[]>;
  /** The host with its token, which is made the first time. */
  add(workspaceId: string, host: string): Promise<HostProof>;
  /** Undefined takes the proof away. */
  setProven(workspaceId: string, host: string, method: ProofMethod | undefined): Promise<HostProof | undefined>;
  remove(workspaceId: string, host: string): Promise<boolean>;
}

/** Proofs found in DNS or on a site count for so long; then they are looked for again. */
const PROOF_DAYS = 30;

/** Hosts as callers of the service prove them. Every method is about one workspace. */
export interface HostDesk {
  list(workspaceId: string): Promise<readonly HostProof[]>;
  /** Makes the token where there is none, and looks for it. @throws AppError invalid_input for what nobody owns alone */
  prove(
    workspaceId: string,
    host: string,
    signal: AbortSignal,
  ): Promise<{ readonly proof: HostProof; readonly checks: readonly ProofCheck[] }>;
  remove(workspaceId: string, host: string): Promise<boolean>;
  /**
   * Requires a proof for each of these hosts, and looks for one again that is old.
   *
   * @throws AppError invalid_input naming `field`
   */
  require(workspaceId: string, hosts: readonly string[], field: string, signal: AbortSignal): Promise<void>;
  /** Tells hosts that are proven now. */
  proven(workspaceId: string): Promise<(host: string) => boolean>;
}

/** When a proof has to be looked for again; undefined for one that the operator gave. */
export function proofEnds({ proven }: HostProof): Date | undefined {
  if (proven === undefined || proven.method === 'operator') return undefined;
  return new Date(proven.at.getTime() + PROOF_DAYS * DAY_MS);
}

export function isProven(proof: HostProof, now: Date): boolean {
  const ends = proofEnds(proof);
  return proof.proven !== undefined && (ends === undefined || ends > now);
}

/** A file speaks for its host alone; whoever writes into the DNS of a name has all names below it. */
export function covers({ host, proven }: HostProof, asked: string): boolean {
  if (asked === host) return true;
  return proven !== undefined && proven.method !== 'file' && asked.endsWith(`.${host}`);
}

export function dnsValue({ token }: Pick<HostProof, 'token'>): string {
  return `seamark-verify=${token}`;
}

/** Names at which the record may stand: a host that is a CNAME can have no other record of its own. */
export function dnsNames({ host }: Pick<HostProof, 'host'>): readonly string[] {
  return [host, `_seamark.${host}`];
}

export function filePath({ token }: Pick<HostProof, 'token'>): string {
  return `/.well-known/seamark-${token}.txt`;
}

const DAY_MS = 86_400_000;
