import { day } from './format.ts';
import type { Fields, Report } from './report.ts';
import { SAY } from './say.ts';
import { valueAt } from './values.ts';
import { withoutCommands } from './ways.ts';

/** What a report says first; `partsOf` tells what of it has weight. */
export function sentenceOf(declared: Report | undefined, answer: Fields): string {
  const own = isKnown(declared, answer) ? ownSentence(declared, answer) : '';
  return withoutCommands(own === '' ? summaryOf(answer) : own).replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (date) =>
    day(date),
  );
}

/** Whether the figure that matters most is. */
export function isKnown(declared: Report | undefined, answer: Fields): boolean {
  const headline = declared?.cards[0];
  return headline === undefined || valueAt(answer, headline.field) !== null;
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
