import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import { dnsNames, dnsValue, filePath, type HostProof, isProven, PROOF_METHODS, proofEnds } from '../ports/hosts.ts';

/** A host as its owner sees it. */
export const HostView = z
  .object({
    host: z.string(),
    is_proven: z.boolean(),
    method: z
      .enum(PROOF_METHODS)
      .nullable()
      .describe('dns and operator cover subdomains too; file covers this host alone. null until it is proven.'),
    proven_at: z.string().nullable(),
    looked_up_again_at: z
      .string()
      .nullable()
      .describe('From then on, the next crawl that needs the proof looks for it again; null where that is not needed.'),
    dns: z
      .object({ names: z.array(z.string()), type: z.literal('TXT'), value: z.string() })
      .describe('A TXT record with this value, at one of these names, proves the host.'),
    file: z
      .object({ url: z.string(), content: z.string() })
      .describe('So does a file at this address that holds this text and nothing else.'),
    created_at: z.string(),
  })
  .meta({ id: 'Host', description: 'A host that you prove to be yours.' });

export function hostView(proof: HostProof, now: Date): z.input<typeof HostView> {
  const { host, proven, created_at } = proof;
  const value = dnsValue(proof);
  return {
    host,
    is_proven: isProven(proof, now),
    method: proven?.method ?? null,
    proven_at: proven?.at.toISOString() ?? null,
    looked_up_again_at: proofEnds(proof)?.toISOString() ?? null,
    dns: { names: [...dnsNames(proof)], type: 'TXT', value },
    file: { url: `https://${host}${filePath(proof)}`, content: value },
    created_at: created_at.toISOString(),
  };
}

export function unknownHost(host: string): AppError {
  return new AppError('not_found', `There is no host ${host.slice(0, 80)}.`, {
    fix: 'List your hosts with GET /hosts.',
  });
}
