import type { VNode } from 'preact';

import { labelOf } from '../model/words.ts';
import { Value } from './value.tsx';

export interface Fact {
  readonly name: string;
  /** Null where it is not known. */
  readonly value: VNode | null;
}

/** Of a field without a declaration. */
export function factBy(name: string, value: unknown): Fact {
  const isNone = value === null || value === undefined;
  return { name: labelOf(name), value: isNone ? null : <Value name={name} value={value} isWhole /> };
}

/** So many unknown facts stand one by one; more are named in one line. */
const UNKNOWN_MAX = 3;

/** Names beside their values. */
export function Facts({ of }: { readonly of: readonly Fact[] }): VNode {
  const unknown = of.filter(({ value }) => value === null);
  const isFolded = unknown.length > UNKNOWN_MAX;
  return (
    <dl class="pairs">
      {(isFolded ? of.filter((fact) => !unknown.includes(fact)) : of).map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <span class="unknown">not known</span>}</dd>
        </div>
      ))}
      {isFolded ? (
        <div>
          <dt>
            <span class="unknown">not known</span>
          </dt>
          <dd>{unknown.map(({ name }) => name).join(', ')}</dd>
        </div>
      ) : null}
    </dl>
  );
}
