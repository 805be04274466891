import { day } from './format.ts';
import type { Fields, Report } from './report.ts';
import { SAY } from './say.ts';
import { valueAt } from './values.ts';

/** What a report says first; `partsOf` tells what of it has weight. */
export function sentenceOf(declared: Report | undefined, answer: Fields): string {
  const headline = declared?.cards[0];
  const isKnown = headline === undefined || valueAt(answer, headline.field) !== null;
  const own = isKnown ? ownSentence(declared, answer) : '';
  return (own === '' ? summaryOf(answer) : own).replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (date) => day(date));
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
