import { type Capability, capabilities } from '../../ports/capabilities.ts';
import type { MethodDefinition } from '../../ports/capability.ts';

/** A method of any capability, for those who treat them all alike. */
export type AnyMethod = MethodDefinition<unknown, unknown>;

/** Methods of a port and of its definition are the same, by the type of `CapabilityDefinition`. */
export function definitionOf(capability: Capability, method: string): AnyMethod {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  const methods = capabilities[capability].methods as Readonly<Record<string, AnyMethod>>;
  const definition = methods[method];
  if (definition === undefined) throw new Error(`${capability} has no method ${method}.`);
  return definition;
}

/** Observations before this do not answer; undefined takes any age, which only methods that read the store want. */
export function freshSince({ mode, fresh_s }: AnyMethod, max_age_s: number | undefined, now: Date): Date | undefined {
  const age_s = mode === 'stored' ? undefined : (max_age_s ?? fresh_s);
  return age_s === undefined ? undefined : new Date(now.getTime() - age_s * 1000);
}
