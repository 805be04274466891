import type { VNode } from 'preact';

import type { Fields, Report } from '../model/report.ts';
import { partsOf } from '../model/say.ts';
import { sentenceOf } from '../model/sentence.ts';

interface SentenceProps {
  readonly declared: Report | undefined;
  readonly answer: Fields;
}

/** What a report says first. */
export function Sentence({ declared, answer }: SentenceProps): VNode {
  return (
    <p class="answer">
      {partsOf(sentenceOf(declared, answer)).map(({ text, isStrong }, at) =>
        isStrong ? <b key={String(at)}>{text}</b> : text,
      )}
    </p>
  );
}
