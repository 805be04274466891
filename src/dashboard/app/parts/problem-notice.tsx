import type { VNode } from 'preact';

import type { Problem } from '../model/api.ts';
import { labelOf, sayFault } from '../model/words.ts';
import { Advice, Words } from './advice.tsx';

export function ProblemNotice({ problem }: { readonly problem: Problem }): VNode {
  return (
    <div class="problem" role="alert">
      <p>
        <strong>
          <Words text={problem.message} />
        </strong>
      </p>
      {problem.fix === undefined ? null : <Advice text={problem.fix} />}
      {problem.fields.length === 0 ? null : (
        <ul>
          {problem.fields.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{sayFault(labelOf(path), message)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
