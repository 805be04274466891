import type { VNode } from 'preact';

import type { Problem } from '../model/api.ts';
import { labelOf, sayFault } from '../model/words.ts';

export function ProblemNotice({ problem }: { readonly problem: Problem }): VNode {
  return (
    <div class="problem" role="alert">
      <p>
        <strong>
          <Words text={problem.message} />
        </strong>
      </p>
      {problem.fix === undefined ? null : (
        <p>
          <Words text={problem.fix} />
        </p>
      )}
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

/** The service marks commands as Markdown does. */
export function Words({ text }: { readonly text: string }): VNode {
  const parts = text.split('`');
  // A lone mark is a mark and no code.
  if (parts.length % 2 === 0) return <>{text}</>;
  return <>{parts.map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</>;
}
