import { csvTable } from '../../../kernel/csv-table.ts';
import type { SiteAudit } from './result.ts';

/** The findings of the rule that was asked for; without one, a line for each rule. */
export function auditCsv({ items, rules, total_count }: SiteAudit): string {
  if (total_count === null) {
    return csvTable(
      ['rule', 'severity', 'status', 'title', 'failing', 'applicable', 'share', 'score_gain', 'fix', 'note'],
      rules.map((rule) => [
        rule.id,
        rule.severity,
        rule.status,
        rule.title,
        rule.failing,
        rule.applicable,
        rule.share,
        rule.score_gain,
        rule.fix,
        rule.note,
      ]),
    );
  }
  return csvTable(
    ['rule', 'url', 'item', 'cause', 'detail'],
    items.map(({ rule, url, item, cause, detail }) => [rule, url, item, cause, detail]),
  );
}
