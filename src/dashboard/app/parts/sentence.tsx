import type { VNode } from 'preact';

import { valueAt } from '../model/values.ts';
import type { Fields, Report } from '../model/report.ts';
import { partsOf, SAY } from '../model/say.ts';

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

function sentenceOf(declared: Report | undefined, answer: Fields): string {
  const headline = declared?.cards[0];
  const isKnown = headline === undefined || valueAt(answer, headline.field) !== null;
  const own = isKnown ? ownSentence(declared, answer) : '';
  return own === '' ? summaryOf(answer) : own;
}

/** Nothing where the answer was kept by a version that lacked a field it speaks of. */
function ownSentence(declared: Report | undefined, answer: Fields): string {
  try {
    return declared?.answer?.(answer, SAY) ?? '';
  } catch {
    return '';
  }
}

function summaryOf(answer: Fields): string {
  const said = valueAt(answer, 'agent_workflow.summary') ?? valueAt(answer, 'agent_support.summary');
  if (typeof said === 'string') return said;
  const text = valueAt(answer, 'markdown_summary');
  const [, intro] = typeof text === 'string' ? text.split('\n\n') : [];
  return (intro ?? '').replaceAll(/[*`]/g, '');
}
