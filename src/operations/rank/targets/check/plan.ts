import {
  listed,
  makePlan,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../../guidance/summary.ts';
import { agree, counted } from '../../../../kernel/grammar.ts';
import { inline, strong } from '../../../../kernel/markdown.ts';
import { OWN_ENGINE } from '../../../../ports/serp.ts';
import { describeMove } from './alerts.ts';
import type { CheckedTarget, RankCheckReport } from './report.ts';

const NAMED_MAX = 3;

/** What to do after a round of checks: losses first. */
export function planCheck(report: RankCheckReport): WorkflowDraft {
  return makePlan({
    summary: summarize(report),
    steps: listed([draftLosses(report), draftFailures(report), draftGains(report)]),
    otherwise: {
      action: 'Leave the pages as they are and keep tracking.',
      why: 'No keyword moved by more than its usual noise.',
      evidence: [`rose: ${report.counts.rose}`, `fell: ${report.counts.fell}`],
      owner_hint: 'SEO',
    },
    priority: report.counts.fell > 0 ? 'high' : report.searches_failed > 0 ? 'medium' : 'low',
    confidence: weighConfidence(
      0.9,
      [`${report.searches_checked} of ${counted(report.searches, 'search', 'searches')} checked.`],
      [report.searches_failed > 0 && [20, `${counted(report.searches_failed, 'search', 'searches')} failed.`]],
    ),
    guardrails: listed([
      isOwnIndex(report) && OWN_INDEX,
      'Do not report a change as a gain or a loss unless significant_change confirms it.',
      'Compare only checks of the same engine, place, language and device.',
    ]),
    next_calls: listCalls(report),
  });
}

function summarize({ searches_checked, searches_failed, keywords, counts }: RankCheckReport): string {
  const { rose, fell, top3, top10 } = counts;
  const moves =
    rose + fell === 0
      ? 'No keyword moved beyond its noise.'
      : `${counted(fell, 'keyword')} fell and ${rose} rose beyond their noise.`;
  const failed =
    searches_failed === 0
      ? ''
      : ` ${counted(searches_failed, 'search', 'searches')} failed and ${agree(searches_failed, 'was', 'were')} not charged.`;
  return (
    `${counted(searches_checked, 'search', 'searches')} checked for ${counted(keywords, 'tracked keyword')}. ${moves} ` +
    `${top3} in the top 3, ${top10} in the top 10.${failed}`
  );
}

const OWN_INDEX =
  'These are ranks among the pages in your own index, not on Google or another search engine. Seamark keeps no history of them.';

function isOwnIndex({ items }: RankCheckReport): boolean {
  return items.some(({ engine }) => engine === OWN_ENGINE);
}

function listNews({ items }: RankCheckReport, direction: 'up' | 'down'): readonly CheckedTarget[] {
  return items.filter(({ is_news, significant_change: change }) => is_news && change?.direction === direction);
}

function draftLosses(report: RankCheckReport): StepDraft | undefined {
  const fell = listNews(report, 'down');
  const [first] = fell;
  if (first === undefined) return undefined;
  return {
    action: `Find out why ${inline(first.url, 120)} fell for “${inline(first.keyword, 80)}”${countMore(fell)}.`,
    why: 'The last checks confirm the loss, so it is more than noise.',
    evidence: fell.slice(0, NAMED_MAX).map(describeMove),
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

function draftGains(report: RankCheckReport): StepDraft | undefined {
  const rose = listNews(report, 'up');
  const [first] = rose;
  if (first === undefined) return undefined;
  return {
    action: `Note what changed on ${inline(first.url, 120)} before it rose for “${inline(first.keyword, 80)}”${countMore(rose)}.`,
    why: 'What worked there may work for other pages.',
    evidence: rose.slice(0, NAMED_MAX).map(describeMove),
    owner_hint: 'SEO',
  };
}

function draftFailures({ failures }: RankCheckReport): StepDraft | undefined {
  const [first] = failures;
  if (first === undefined) return undefined;
  return {
    action: `Run the check again; if “${inline(first.keyword, 80)}” fails again, test the sources with \`seamark sources test\`.`,
    why: 'A failed check leaves a gap in the history, not a lost rank.',
    evidence: failures
      .slice(0, NAMED_MAX)
      .map(({ keyword, reason }) => `“${inline(keyword, 80)}”: ${inline(reason, 200)}`),
    owner_hint: 'service operator',
  };
}

function countMore(rows: readonly unknown[]): string {
  return rows.length < 2 ? '' : ` and ${counted(rows.length - 1, 'more keyword')}`;
}

function listCalls(report: RankCheckReport): PlannedCall[] {
  const [first] = [...listNews(report, 'down'), ...listNews(report, 'up'), ...report.items];
  return listed<PlannedCall>([
    {
      operation: 'rank.overview',
      body: report.tag === null ? {} : { tag: report.tag },
      reason: 'Shows visibility and movers of the whole set.',
    },
    first !== undefined && {
      operation: 'rank.history',
      body: { keyword: first.keyword, url: first.url, engine: first.engine, language: first.language },
      reason: `Shows the history of “${inline(first.keyword, 60)}” with its noise.`,
    },
  ]);
}

/** What a person would paste into a report about the round. */
export function summarizeCheck(report: RankCheckReport): string {
  const { counts, items } = report;
  const news = [...listNews(report, 'down'), ...listNews(report, 'up')];
  return formatSummary({
    heading: report.tag === null ? 'Rank check' : `Rank check: ${inline(report.tag, 60)}`,
    intro: isOwnIndex(report) ? `${summarize(report)} ${OWN_INDEX}` : summarize(report),
    facts: [
      `Top 3: ${strong(counts.top3)}, top 10: ${strong(counts.top10)}, top 20: ${strong(counts.top20)}, not found: ${counts.not_found}`,
      `Moved beyond noise: ${counts.fell} down, ${counts.rose} up`,
    ],
    table: formatRows(news.length > 0 ? news : items, 10, [
      ['Keyword', ({ keyword }) => inline(keyword, 40)],
      ['Page', ({ matched_url, url }) => inline(matched_url ?? url, 60)],
      [
        'Position',
        ({ position, depth_checked }) => position ?? (depth_checked === 0 ? 'no results' : `beyond ${depth_checked}`),
      ],
      ['Before', ({ previous_position }) => previous_position],
    ]),
    next: news.length > 0 ? 'Look at the keywords that fell first.' : 'Nothing moved; keep tracking.',
  });
}
