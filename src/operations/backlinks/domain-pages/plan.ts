import { listed, type PlannedCall, type WorkflowDraft } from '../../../guidance/plan.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { type ActionKind, planActions, summarizeActions } from '../../../links/action-list.ts';
import { type AskedGroups, countLinks, sortByScore } from '../../../links/link-list.ts';
import { readPlaybook } from '../../../links/tables.ts';
import { ACTIONS, type DomainPageList, type LinkedPage } from './domain-pages.ts';

const KIND: ActionKind<LinkedPage['action'], LinkedPage> = {
  operation: 'backlinks.domain-pages',
  row: 'linked page',
  filters: ['page_filter', 'title_filter', 'status_code', 'min_backlinks', 'min_referring_domains'],
  playbook: readPlaybook(import.meta.url, 'data/playbook.tsv', ACTIONS),
  quiet: 'monitor',
  nameOf: ({ url }) => url,
};

export function planDomainPages(list: DomainPageList, asked: AskedGroups): WorkflowDraft {
  const { items } = list;
  const unread = items.filter(({ status_code }) => status_code === null).length;
  return planActions(list, asked, KIND, {
    known:
      unread === 0
        ? 'Every page here has been crawled.'
        : `${unread} of ${counted(items.length, 'page')} ${agree(unread, 'has', 'have')} never been crawled, so ${agree(unread, 'its')} status is unknown.`,
    guardrails: [
      'Status codes are from the last crawl: open a page before you restore or redirect it.',
      'A page that has never been crawled may be fine; do not report it as broken.',
      'A page may have been removed on purpose: ask its owner before you bring it back.',
    ],
    next_calls: planCalls(list, asked),
  });
}

function planCalls(list: DomainPageList, { rank_scale }: AskedGroups): PlannedCall[] {
  const rows = sortByScore(list.items);
  const failing = rows.find(({ action }) => action === 'restore' || action === 'redirect');
  const thin = rows.find(({ action }) => action === 'improve');
  const unread = rows.find(({ status_code }) => status_code === null);
  const top = rows.find(({ action }) => action === 'protect');
  return listed<PlannedCall>([
    failing !== undefined && {
      operation: 'backlinks.list',
      body: { target: failing.url, mode: 'as_is', rank_scale },
      reason: 'Lists the links to the page that wastes the most links.',
    },
    thin !== undefined && {
      operation: 'content.technical-qa',
      body: { url: thin.url },
      reason: 'Checks the page for technical issues before it is improved.',
    },
    unread !== undefined && {
      operation: 'content.technical-qa',
      body: { url: unread.url },
      reason: 'Fetches a linked page whose status is unknown.',
    },
    top !== undefined && {
      operation: 'backlinks.anchors',
      body: { target: top.url, rank_scale },
      reason: 'Shows the anchor texts of links to the strongest page.',
    },
  ]);
}

export function summarizeDomainPages(list: DomainPageList, asked: AskedGroups): string {
  const wasted = countLinks(list.items.filter(isFailing));
  return summarizeActions(list, asked, KIND, {
    heading: `Linked pages of ${inline(list.target.value)}`,
    findings: wasted === 0 ? [] : [`${counted(wasted, 'link')} ${agree(wasted, 'points')} to pages that return errors`],
    columns: [
      ['Page', ({ url }) => inline(url, 60)],
      ['Status', ({ status_code }) => status_code ?? 'not crawled'],
      ['Links', ({ backlinks }) => backlinks],
      ['Hosts', ({ referring_domains }) => referring_domains],
    ],
  });
}

function isFailing({ status_code: code, action }: LinkedPage): boolean {
  return (code ?? 0) >= 400 && (action === 'restore' || action === 'redirect');
}
