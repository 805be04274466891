import { listed, makePlan, type PlannedCall, type StepDraft, type WorkflowDraft } from '../../../guidance/plan.ts';
import { callsForBlock, introduceBlock, planBlock } from '../../../guidance/search-block.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted, joinWords, quoteWords } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { inline } from '../../../kernel/markdown.ts';
import { capitalizeFirst } from '../../../text/snippet/casing.ts';
import { planShortage } from '../../../study/steps.ts';
import type { Study } from '../../../study/study.ts';
import {
  describeComparison,
  describeShortage,
  quoteKeyword,
  rateStudy,
  STUDY_GUARDRAILS,
} from '../../../study/wording.ts';
import { EMPHASES, GOAL_WORDS, type TaskKind } from './goals.ts';
import type { RefreshReport } from './report.ts';

const NAMED_MAX = 3;

/** The tasks of a refresh, in the order that its goal asks for. */
export function planRefresh(report: RefreshReport, study: Study): WorkflowDraft {
  return makePlan({
    summary: `${introduceBlock(report.page.search_block)}${describeState(report, study)}`,
    steps: listSteps(report, study),
    otherwise: {
      action: 'Leave the text as it is, and look at links and snippets instead.',
      why: 'The page covers what the ranking pages share, and nothing in it is out of date.',
      evidence: [describeComparison(study)],
      owner_hint: 'SEO',
    },
    priority: ratePriority(report),
    confidence: rateStudy(study),
    guardrails: [...STUDY_GUARDRAILS, report.date_policy],
    next_calls: planCalls(report),
  });
}

function describeState(report: RefreshReport, study: Study): string {
  const shortage = describeShortage(study);
  const goal = GOAL_WORDS[report.refresh_goal];
  const dated = report.freshness_signals.outdated_count;
  const old = dated === 0 ? '' : ` ${counted(dated, 'statement')} may be out of date.`;
  if (shortage !== undefined) return `${shortage}${old}`;
  const score = report.coverage_score;
  const covers = score === null ? '' : ` The page covers ${score}% of what the ranking pages share.`;
  return `To ${goal} for ${quoteKeyword(study)}: ${counted(report.sections_to_add.length, 'section')} to add, ${report.sections_to_update.length} to update, ${counted(report.questions_unanswered.length, 'question')} to answer.${covers}${old}`;
}

function listSteps(report: RefreshReport, study: Study): StepDraft[] {
  const { task_order: order, redirect_or_merge: other } = report;
  return listed([
    planBlock(report.page.search_block),
    planShortage(study),
    ...order.map((kind) => TASKS[kind](report)),
    // A year gone by misleads readers whatever the goal.
    order.includes('title') ? undefined : planTitleYear(report),
    other?.action === 'check' ? planMerge(report) : undefined,
    planKeep(report),
  ]);
}

const TASKS: Readonly<Record<TaskKind, (report: RefreshReport) => StepDraft | undefined>> = {
  merge: (report) => (report.redirect_or_merge?.action === 'check' ? undefined : planMerge(report)),
  freshness: planFreshness,
  sections: planSections,
  update: planUpdates,
  questions: planQuestions,
  links: planLinks,
  title: planTitle,
  conversion: planConversion,
};

function planMerge({ redirect_or_merge: other, page }: RefreshReport): StepDraft | undefined {
  if (other === null) return undefined;
  const actions: Readonly<Record<typeof other.action, string>> = {
    decide: `Decide between ${page.url} and ${other.url} before you write.`,
    check: `Check whether ${other.url} still competes with ${page.url}.`,
    redirect_gone_page: `Redirect ${other.url} to ${page.url}.`,
  };
  return {
    action: actions[other.action],
    why: other.advice,
    evidence: other.evidence,
    effort: other.action === 'decide' ? 'medium' : 'low',
    owner_hint: 'SEO',
  };
}

function planFreshness({ freshness_signals: fresh }: RefreshReport): StepDraft | undefined {
  const { outdated_statements: dated, outdated_count: count, dead_links: dead } = fresh;
  if (count === 0 && dead.length === 0) return undefined;
  const tasks = listed([
    count === 0 ? undefined : `check ${counted(count, 'statement')} that may be out of date`,
    dead.length === 0 ? undefined : `replace ${counted(dead.length, 'dead link')}`,
  ]);
  return {
    action: `${capitalizeFirst(joinWords(tasks))}.`,
    why: 'Readers and search engines trust a page less that is visibly old.',
    evidence: [
      ...dead
        .slice(0, NAMED_MAX)
        .map(({ url, is_internal, why }) => `${inline(url, 100)}${is_internal ? ' (your own page)' : ''}: ${why}`),
      ...dated.slice(0, NAMED_MAX).map(({ text, pattern }) => `${pattern}: “${inline(text, 120)}”`),
    ],
    effort: count > 5 ? 'medium' : 'low',
    owner_hint: 'editor',
  };
}

function planSections({ sections_to_add: sections }: RefreshReport): StepDraft | undefined {
  if (sections.length === 0) return undefined;
  return {
    action: `Add ${agree(sections.length, 'a section', `${sections.length} sections`)}: ${nameHeadings(sections)}.`,
    why: `The ranking pages cover ${agree(sections.length, 'it', 'them')}, and yours does not.`,
    evidence: sections.slice(0, NAMED_MAX).map(({ heading, why }) => `${inline(heading, 60)}: ${why}`),
    effort: sections.length > 3 ? 'high' : 'medium',
    owner_hint: 'writer',
  };
}

function nameHeadings(sections: readonly { readonly heading: string }[]): string {
  return quoteWords(
    sections.map(({ heading }) => inline(heading, 60)),
    NAMED_MAX,
  );
}

function planUpdates({ sections_to_update: sections }: RefreshReport): StepDraft | undefined {
  if (sections.length === 0) return undefined;
  return {
    action: `Extend ${nameHeadings(sections)}.`,
    why: 'Your page touches on them where others go into them.',
    evidence: sections.slice(0, NAMED_MAX).map(({ heading, why }) => `${inline(heading, 60)}: ${why}`),
    effort: 'medium',
    owner_hint: 'writer',
  };
}

function planQuestions(report: RefreshReport): StepDraft | undefined {
  const { questions_unanswered, refresh_goal: goal, sections_to_add: sections } = report;
  const open = questions_unanswered.filter(({ question }) => !sections.some(({ heading }) => heading === question));
  const { questions: most, answer } = EMPHASES[goal];
  const shown = open.slice(0, most);
  if (shown.length === 0) return undefined;
  return {
    action: `Answer ${quoteWords(
      shown.map(({ question }) => inline(question, 90)),
      NAMED_MAX,
    )} ${answer}.`,
    why: `${counted(open.length, 'question')} of searchers and ranking pages ${agree(open.length, 'has', 'have')} no answer on the page.`,
    evidence: shown
      .slice(0, NAMED_MAX)
      .map(({ question, seen_in }) => `“${inline(question, 90)}”: seen in ${seen_in.replaceAll('_', ' ')}`),
    effort: 'low',
    owner_hint: 'writer',
  };
}

function planLinks({ internal_link_tasks: tasks }: RefreshReport): StepDraft | undefined {
  const [first] = tasks ?? [];
  if (tasks === null || first === undefined) return undefined;
  return {
    action:
      tasks.length === 1 ? first.task : `Work through the ${counted(tasks.length, 'internal link')}. ${first.task}`,
    why: `${counted(tasks.length, 'page')} of your site ${agree(tasks.length, 'is', 'are')} about this search and ${agree(tasks.length, 'does', 'do')} not link here in the text, as far as is known.`,
    evidence: tasks
      .slice(0, NAMED_MAX)
      .map(({ from, sentence }) => (sentence === null ? from : `${from}: “${inline(sentence, 160)}”`)),
    effort: 'low',
    owner_hint: 'editor',
  };
}

function planTitle(report: RefreshReport): StepDraft | undefined {
  const { title_options: titles, page } = report;
  const dated = planTitleYear(report);
  if (dated !== undefined) return dated;
  const other = titles.find(({ text }) => text !== page.title);
  if (other === undefined) return undefined;
  return {
    action: `Keep the title if it earns clicks; otherwise try “${inline(other.text, 80)}”.`,
    why: other.why,
    evidence: [describeTitle(report)],
    owner_hint: 'editor',
  };
}

function planTitleYear(report: RefreshReport): StepDraft | undefined {
  const { title_year: dated, title_options: titles, page } = report;
  const other = titles.find(({ text }) => text !== page.title);
  if (dated === null) return undefined;
  return {
    action: dated.advice,
    why: 'A year gone by in the title tells searchers that the page is old before they have seen it.',
    evidence: listed([
      describeTitle(report),
      other === undefined ? undefined : `without it, for example: ${inline(other.text, 80)}`,
    ]),
    effort: 'low',
    owner_hint: 'editor',
  };
}

function describeTitle({ page }: RefreshReport): string {
  return `current title: ${inline(page.title ?? 'none', 100)}`;
}

function planConversion({ serp_intent: intent, page }: RefreshReport): StepDraft {
  return {
    action: 'Put one offer with its next step where the text has answered the search, and again at the end.',
    why: 'The goal is what readers do next, and the page has to offer it.',
    evidence: [`main intent: ${intent.main ?? 'unknown'}`, `${counted(page.word_count, 'word')} on the page`],
    effort: 'medium',
    owner_hint: 'marketing',
  };
}

function planKeep(report: RefreshReport): StepDraft | undefined {
  // What other pages have as well can be written anew.
  const keep = report.keep.filter(({ reasons: [first] }) => first !== 'expected');
  if (keep.length === 0) return undefined;
  return {
    action: `Keep ${nameHeadings(keep)}.`,
    why: keep.some(({ reasons: [first] }) => first === 'earns_clicks' || first === 'earns_links')
      ? 'These sections earn clicks or links, and the refresh must not cost them.'
      : 'What sets the page apart should survive the refresh.',
    evidence: keep
      .slice(0, NAMED_MAX)
      .map(({ heading, evidence }) => `${inline(heading, 60)}: ${inline(evidence.join('; '), 160)}`),
    owner_hint: 'editor',
  };
}

const LOW_SCORE = 60;

function ratePriority({
  coverage_score: score,
  redirect_or_merge: other,
  freshness_signals: fresh,
  page,
}: RefreshReport): Level {
  if (page.search_block !== null) return 'high';
  if ((other !== null && other.action !== 'check') || (score !== null && score < LOW_SCORE)) return 'high';
  return fresh.outdated_count + fresh.dead_links.length > 3 ? 'medium' : 'low';
}

function planCalls({ page, search, refresh_goal: goal }: RefreshReport): PlannedCall[] {
  const { keyword, location_code, language } = search;
  const place = location_code === null ? {} : { location_code };
  return listed<PlannedCall>([
    ...callsForBlock(page.search_block),
    {
      operation: 'content.draft-qa',
      body: { draft_url: page.url, keyword, ...place, language },
      reason: 'Scores the page before the refresh, so that the draft can be compared with it.',
    },
    goal === 'recover_rankings' && {
      operation: 'content-decay.detect',
      body: { url: page.url, keyword, ...place, language },
      reason:
        'Tells when the page began to lose traffic, and why, from your Search Console clicks or stored result pages.',
    },
    goal === 'improve_conversions' && {
      operation: 'page.cro-qa',
      body: { url: page.url },
      reason: 'Finds what stops visitors from converting.',
    },
    goal === 'improve_ai_visibility' && {
      operation: 'ai-overview.extract',
      body: { keyword, ...place, language },
      reason: 'Shows which passages the AI Overview cites.',
    },
    {
      operation: 'rank.track',
      body: { keyword, url: page.url, ...place, language },
      reason: 'Notes today’s position, so that the change can be measured.',
    },
  ]);
}

const ROWS_MAX = 6;

export function summarizeRefresh(report: RefreshReport, study: Study): string {
  const {
    freshness_signals: fresh,
    changed_serp_since: change,
    link_equity: equity,
    word_count_range: range,
    page,
  } = report;
  return formatSummary({
    heading: `Refresh of ${inline(page.url, 100)}`,
    intro: `${introduceBlock(report.page.search_block)}${describeState(report, study)}`,
    facts: [
      describePosition(report),
      change === null
        ? undefined
        : `Since ${change.since.slice(0, 10)}: ${counted(change.came.length, 'page')} came to the first page of results, ${change.left.length} left it`,
      equity === null
        ? undefined
        : `Links: ${equity.backlinks ?? 'unknown'} from ${equity.referring_domains === null ? 'unknown domains' : counted(equity.referring_domains, 'domain')}`,
      report.search_console === null ? undefined : describeClicks(report.search_console),
      fresh.outdated_count === 0 ? undefined : `May be out of date: ${counted(fresh.outdated_count, 'statement')}`,
      fresh.links_checked === 0
        ? undefined
        : `Dead links: ${fresh.dead_links.length} of ${fresh.links_checked} checked`,
      range === null
        ? undefined
        : `Length: ${page.word_count} words; the middle half of the compared pages has ${range.p25} to ${range.p75}`,
    ],
    table: formatRows(report.sections_to_add, ROWS_MAX, [
      ['Section to add', ({ heading }) => inline(heading, 60)],
      ['Points', ({ points }) => inline(points.join('; '), 60)],
      ['Seen on', ({ seen_on }) => counted(seen_on.length, 'page')],
    ]),
    notes: report.notes,
    next: listSteps(report, study).map(({ action }) => action),
  });
}

function describePosition({ current_rank: now, best_position: best }: RefreshReport): string | undefined {
  const then = best === null ? '' : `${best.position} on ${best.checked_at.slice(0, 10)}`;
  if (now === null) return best === null ? undefined : `Position: unknown now; ${then}`;
  return best === null || best.position >= now ? `Position: ${now}` : `Position: ${now}; it was ${then}`;
}

function describeClicks({
  days,
  to,
  clicks,
  clicks_of_search: own,
}: NonNullable<RefreshReport['search_console']>): string {
  const search = own === null ? '' : `, ${own} of them from this search`;
  return `Search Console, ${days} days to ${to}: ${clicks === null ? 'clicks of the page unknown' : `${counted(clicks, 'click')}${search}`}`;
}
