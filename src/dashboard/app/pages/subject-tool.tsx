import type { VNode } from 'preact';

import { SITE_PAGES } from '../model/pages.ts';
import type { Subject } from '../model/subject.ts';
import { TABS } from '../model/tabs.ts';
import { FormTab } from './form-tab.tsx';
import { NotFound } from './not-found.tsx';
import { Outreach } from './outreach.tsx';
import { SiteIssuePages } from './site-audit-pages.tsx';
import { type AuditPart, SiteIssues } from './site-audit.tsx';
import { SiteRankings } from './site-rankings.tsx';
import { ToolPage } from './tool-page.tsx';

interface SubjectToolProps {
  readonly subject: Subject;
  readonly page: string;
  readonly tab: string;
}

const TITLES: Readonly<Record<string, (name: string) => string>> = {
  audit: (name) => `Audit of ${name}`,
  page: (name) => `Pages of ${name}`,
  links: (name) => `Links to ${name}`,
  keywords: (name) => `Keywords for ${name}`,
  rankings: (name) => `Rankings of ${name}`,
  ai: (name) => `How assistants speak of ${name}`,
  local: (name) => `${name} in local search`,
  content: (name) => `Content of ${name}`,
};

/** A page that asks about its subject, with its tabs. */
export function SubjectTool({ subject, page, tab: tabId }: SubjectToolProps): VNode {
  const known = SITE_PAGES.find(({ id }) => id === page);
  const tabs =
    known === undefined
      ? undefined
      : TABS[known.id]?.filter(({ id }) => subject.kind === 'site' || !OF_SITES.has(`${page}/${id}`));
  const tab = tabs?.find(({ id }) => id === tabId);
  if (known === undefined || tabs === undefined || tab === undefined) return <NotFound />;
  const title = TITLES[page]?.(subject.name) ?? known.title;
  const own = OWN_TABS[`${page}/${tab.id}`]?.(subject);
  return (
    <ToolPage subject={subject} page={known.id} title={title} tabs={tabs} tab={tab}>
      {own}
    </ToolPage>
  );
}

const DUPLICATES: AuditPart = {
  rules: /^dup\.|\.duplicate$|^canonical\.links-to-copies$/,
  words: 'about pages, titles and descriptions that are alike',
};

const ROBOTS: AuditPart = {
  rules: /^robots\.|\.blocked$|\.noindex|^index\.(?:noindex|nofollow|nosnippet|unavailable)/,
  words: 'about what robots may read and list',
};

/** These need crawls of the workspace. */
const OF_SITES: ReadonlySet<string> = new Set(['audit/pages', 'audit/duplicates', 'audit/robots']);

/** Tabs that are more than answers to questions. */
const OWN_TABS: Readonly<Record<string, (subject: Subject) => VNode | undefined>> = {
  'audit/': (subject) => (subject.kind === 'site' ? <SiteIssues subject={subject} /> : undefined),
  'audit/pages': (subject) => (subject.kind === 'site' ? <SiteIssuePages subject={subject} /> : undefined),
  'audit/duplicates': (subject) =>
    subject.kind === 'site' ? <SiteIssues subject={subject} part={DUPLICATES} /> : undefined,
  'audit/robots': (subject) => (subject.kind === 'site' ? <SiteIssues subject={subject} part={ROBOTS} /> : undefined),
  'rankings/': (subject) => <SiteRankings subject={subject} />,
  'rankings/volatility': (subject) => <FormTab subject={subject} operation="serp.volatility" />,
  'content/templates': (subject) => <FormTab subject={subject} operation="content.programmatic-template" />,
  'links/outreach': (subject) =>
    subject.kind === 'site' ? (
      <Outreach subject={subject} />
    ) : (
      <FormTab subject={subject} operation="backlinks.opportunity-finder" />
    ),
};
