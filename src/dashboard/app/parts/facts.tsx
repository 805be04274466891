import type { VNode } from 'preact';

import { labelOf } from '../model/words.ts';
import { Value } from './value.tsx';

type Fact = readonly [name: string, value: unknown];

/** So many unknown facts stand one by one; more are named in one line. */
const UNKNOWN_MAX = 3;

/** Names beside their values. */
export function Facts({ of }: { readonly of: readonly Fact[] }): VNode {
  const unknown = of.filter(([, value]) => value === null || value === undefined);
  const isFolded = unknown.length > UNKNOWN_MAX;
  return (
    <dl class="pairs">
      {(isFolded ? of.filter((fact) => !unknown.includes(fact)) : of).map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Value name={name} value={value} isWhole />
          </dd>
        </div>
      ))}
      {isFolded ? (
        <div>
          <dt>
            <span class="unknown">not known</span>
          </dt>
          <dd>{unknown.map(([name]) => labelOf(name)).join(', ')}</dd>
        </div>
      ) : null}
    </dl>
  );
}
