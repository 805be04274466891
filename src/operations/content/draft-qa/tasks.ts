import { counted, quoteWords } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { inline } from '../../../kernel/markdown.ts';
import type { DraftReport } from './report.ts';
import { WEIGHTS } from './weights.ts';

type Report = Omit<DraftReport, 'editor_tasks'>;

interface Task {
  readonly task: string;
  readonly where: string;
  readonly effort: Level;
  readonly points: number | null;
}

const TASKS_MAX = 20;
const EACH_MAX = 4;

const BLOCKING: Readonly<Record<Report['blockers'][number]['id'], string>> = {
  placeholder: 'Write or delete what is left open',
  other_language: 'Translate the draft',
  no_word_order: 'Write the draft anew',
  too_short: 'Extend the draft',
  keyword_stuffing: 'Say the search less often',
};

/** What an editor does to a draft: what blocks it first, then what wins most points. */
export function listTasks(report: Report): DraftReport['editor_tasks'] {
  const blocking = report.blockers.map(({ id, why }): Task => ({
    task: `${BLOCKING[id]}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`,
    where: 'whole draft',
    effort: 'high',
    points: null,
  }));
  const others = [
    ...topicTasks(report),
    ...questionTasks(report),
    ...sectionTasks(report),
    ...proofTasks(report),
    ...snippetTasks(report),
    ...readingTasks(report),
  ];
  const ordered = others.toSorted((one, other) => (other.points ?? 0) - (one.points ?? 0));
  return [...blocking, ...ordered].slice(0, TASKS_MAX).map((task, at) => ({ order: at + 1, ...task }));
}

function rounded(points: number): number {
  return Math.round(points * 10) / 10;
}

/** Points of a part of the score that are still open. */
function open(report: Report, name: keyof typeof WEIGHTS): number {
  const points = report.score_components[name];
  return points === null ? 0 : Math.max(0, WEIGHTS[name] / report.score_coverage - points);
}

/** Whoever treats all that is missing gets what is open. */
function topicTasks(report: Report): Task[] {
  const missing = report.missing_topics.reduce((sum, { importance }) => sum + importance, 0);
  const left = open(report, 'topics');
  return report.missing_topics.slice(0, EACH_MAX).map(({ topic, importance, seen_on }) => ({
    task: `Cover “${inline(topic, 60)}”, as ${inline(seen_on[0]?.url ?? 'others', 100)} does.`,
    where: 'a new section, or where it fits',
    effort: 'medium' as const,
    points: rounded((left * importance) / Math.max(1, missing)),
  }));
}

function questionTasks(report: Report): Task[] {
  const questions = report.questions_unanswered;
  if (questions.length === 0) return [];
  return [
    {
      task: `Answer ${quoteWords(questions.slice(0, 3).map(({ question }) => inline(question, 90)))}.`,
      where: 'below a heading that asks it, or in the text',
      effort: 'low',
      points: rounded(open(report, 'questions')),
    },
  ];
}

function sectionTasks(report: Report): Task[] {
  const weak = report.weak_sections;
  const each = weak.length === 0 ? 0 : open(report, 'sections') / weak.length;
  return weak.slice(0, EACH_MAX).map(({ heading, line, why }) => ({
    task: `Strengthen or merge the section “${inline(heading, 60)}”. ${why}`,
    where: placeOf(line, heading),
    effort: 'medium' as const,
    points: rounded(each),
  }));
}

function proofTasks(report: Report): Task[] {
  const gaps = report.proof_gaps;
  const each = gaps.length === 0 ? 0 : open(report, 'proof') / gaps.length;
  return gaps.slice(0, EACH_MAX).map(({ claim, line, why }) => ({
    task: `Give a source for “${inline(claim, 120)}”, or delete it. ${why}`,
    where: placeOf(line, claim),
    effort: 'low' as const,
    points: rounded(each),
  }));
}

function snippetTasks(report: Report): Task[] {
  const issues = report.title_meta_issues;
  const each = issues.length === 0 ? 0 : open(report, 'title_meta') / issues.length;
  return issues.map(({ field, issue, fix }) => ({
    task: `${fix} ${issue}`,
    where: field,
    effort: 'low' as const,
    points: rounded(each),
  }));
}

function readingTasks(report: Report): Task[] {
  const { long_sentences: long, long_paragraphs } = report.readability;
  const points = open(report, 'readability');
  if (points === 0) return [];
  const [first] = long;
  return [
    {
      task:
        first === undefined
          ? `Split ${counted(long_paragraphs, 'paragraph')} of more than 120 words.`
          : `Split the longest sentences, such as “${inline(first.text, 80)}” with ${first.words} words.`,
      where: first === undefined ? 'long paragraphs' : placeOf(first.line, first.text),
      effort: 'low',
      points: rounded(points),
    },
  ];
}

function placeOf(line: number | null, text: string): string {
  return line === null ? `at “${inline(text, 60)}”` : `line ${line}`;
}
