import type { VNode } from 'preact';

import { labelOf } from '../model/words.ts';
import { Value } from './value.tsx';

/** Names beside their values. */
export function Facts({ of }: { readonly of: readonly (readonly [string, unknown])[] }): VNode {
  return (
    <dl class="pairs">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Value name={name} value={value} isWhole />
          </dd>
        </div>
      ))}
    </dl>
  );
}
