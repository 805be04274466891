import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import { many } from './check.ts';
import type { TechnicalQaReport } from './report.ts';

const ROWS_MAX = 8;

/** What a person would paste into a report about the page. */
export function technicalQaSummary(report: TechnicalQaReport, title: string): string {
  const checks = new Map(report.checks.map((check) => [check.id, check]));
  const open = report.publish_checklist;
  const rows = open.slice(0, ROWS_MAX).map(({ check_id, severity }) => {
    const check = checks.get(check_id);
    return [check_id, check?.status ?? '', severity, inline(check?.found ?? '', 90)];
  });
  const more = open.length > ROWS_MAX ? `${many(open.length - ROWS_MAX, 'further point')} in the full list.` : '';
  const next = open.slice(0, 3).map(({ task }, at) => `${at + 1}. ${inline(task, 160)}`);
  return summary([
    `## Technical QA: ${inline(title)}`,
    factsOf(report)
      .map((fact) => `- ${fact}`)
      .join('\n'),
    markdownTable(['Check', 'Status', 'Severity', 'Found'], rows),
    more,
    next.length === 0 ? 'Next: publish the page, then check it by its address.' : `Next:\n${next.join('\n')}`,
  ]);
}

function contentFacts({ word_count, headings, links, images }: TechnicalQaReport['page']): string[] {
  if (word_count === null || headings === null || links === null || images === null) return [];
  return [
    `${many(word_count, 'word')} of main text, ${many(headings, 'heading')}, ${many(links, 'link')}, ${many(images, 'image')}`,
  ];
}

function factsOf(report: TechnicalQaReport): string[] {
  const { counts, page } = report;
  const { critical, high } = counts.failed_by_severity;
  const facts = [
    `**${report.ready_to_publish ? 'Ready to publish' : 'Not ready to publish'}**: readiness ${report.readiness_score} of 100`,
    `${many(counts.fail, 'check')} failed (${critical} critical, ${high} high), ${many(counts.warn, 'warning')}, ${counts.pass} passed, ${counts.not_applicable} not applicable`,
    ...contentFacts(page),
  ];
  if (page.title !== null) facts.push(`Title: ${inline(page.title, 100)}`);
  const types = page.structured_data_types ?? [];
  if (types.length > 0) facts.push(`Structured data: ${inline(types.slice(0, 8).join(', '), 120)}`);
  if (report.checked !== 'url')
    facts.push(`Checked from ${report.checked === 'html' ? 'HTML' : 'Markdown'}: headers and robots.txt were not seen`);
  return facts;
}
