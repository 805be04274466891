import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import { percent } from './launch.ts';
import { DECISION_WORDS } from './plan.ts';
import type { TemplateReport } from './report.ts';

const ROWS_MAX = 6;

/** What a person would paste into a report about the template. */
export function templateSummary(report: TemplateReport, keywordPattern: string): string {
  const { measures, problem_counts, pattern_problems } = report;
  const facts = [
    `**${DECISION_WORDS[report.launch_decision]}**: readiness ${report.readiness_score} of 100, scale risk ${report.scale_risk}`,
    measures.near_duplicate_share === null
      ? 'Likeness of the pages is not known: fewer than two sample records'
      : `${percent(measures.near_duplicate_share)} near-duplicates, ${percent(measures.thin_share)} thin pages in ${counted(measures.records, 'record')}`,
    `${counted(pattern_problems.length, 'problem')}: ${problem_counts.critical} critical, ${problem_counts.high} high, ${problem_counts.medium} medium, ${problem_counts.low} low`,
    ...report.launch_decision_reasons.slice(0, 2).map((reason) => `Why: ${inline(reason, 140)}`),
  ];
  const samples = report.rendered_samples
    .slice(0, ROWS_MAX)
    .map((row) => [inline(row.keyword, 60), inline(row.url, 80), row.own_words, row.near_duplicate ? 'yes' : 'no']);
  const problems = pattern_problems
    .slice(0, 3)
    .map(({ severity, message }) => `- ${severity}: ${inline(message, 180)}`);
  const [next] = report.launch_plan;
  return summary([
    `## Programmatic template: ${inline(keywordPattern)}`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    problems.length === 0 ? '' : `Problems:\n${problems.join('\n')}`,
    markdownTable(['Keyword', 'Address', 'Own words', 'Near-duplicate'], samples),
    next === undefined ? '' : `Next: ${next.phase.toLowerCase()}, ${next.when}. ${inline(next.gate, 160)}`,
  ]);
}
