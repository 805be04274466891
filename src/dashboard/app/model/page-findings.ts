import type { Fields } from './fields.ts';
import { count } from './format.ts';
import { isRows, valueAt } from './values.ts';

/** What a check of a page found to fix, whatever part of it found it. */
export interface Issue {
  readonly id: string;
  readonly level: string;
  readonly title: string;
  readonly fix: string;
  readonly part: string;
}

const LEVELS = ['critical', 'high', 'medium', 'low'];

/** What to fix from the answers of every part, the worst first. @param answers by operation */
export function listIssues(answers: ReadonlyMap<string, Fields>): readonly Issue[] {
  const text = (row: Fields, name: string): string => {
    const value = row[name];
    return typeof value === 'string' ? value : '';
  };
  const rows = (operation: string, path: string): readonly Fields[] => {
    const found = valueAt(answers.get(operation), path);
    return isRows(found) ? found : [];
  };
  const technical = rows('content.technical-qa', 'checks')
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .map((row) => ({
      part: 'Technical',
      level: text(row, 'severity'),
      title: text(row, 'found'),
      fix: text(row, 'fix'),
    }));
  const title = rows('content.title-meta', 'snippet_risks').map((row) => ({
    part: 'Title',
    level: text(row, 'severity'),
    title: text(row, 'risk'),
    fix: text(row, 'fix'),
  }));
  const conversion = rows('page.cro-qa', 'friction_points').map((row) => ({
    part: 'Conversion',
    level: 'medium',
    title: text(row, 'point'),
    fix: text(row, 'fix'),
  }));
  const schema = rows('content.schema-plan', 'required_fields')
    .filter(({ status }) => status === 'missing')
    .map((row) => ({
      part: 'Schema',
      level: row['level'] === 'required' ? 'medium' : 'low',
      title: `${text(row, 'type')} lacks ${text(row, 'field')}`,
      fix:
        row['level'] === 'required'
          ? 'The rich result requires it: state it on the page, then mark it up.'
          : 'Recommended: state it on the page, then mark it up.',
    }));
  return [...technical, ...title, ...conversion, ...schema]
    .filter(({ title: name }) => name !== '')
    .map((issue, at) => ({
      ...issue,
      id: `${issue.part} ${at}`,
      level: LEVELS.includes(issue.level) ? issue.level : 'low',
    }))
    .toSorted((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
}

/** The answer of the whole check in a sentence. */
export function describeCheck(answers: ReadonlyMap<string, Fields>, issues: readonly Issue[]): string {
  const [first] = issues;
  const isReady = valueAt(answers.get('content.technical-qa'), 'ready_to_publish');
  const lead = isReady === true ? 'Ready to publish' : isReady === false ? 'Not ready yet' : 'Checked';
  if (first === undefined) return `${lead}: nothing was found to fix.`;
  return `${lead}: ${count(issues.length, 'finding')}, the worst is “${first.title.replace(/\.$/, '')}”.`;
}
