import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { useRoute } from 'preact-iso/router';
import type { VNode } from 'preact';

import { findSite, useSites } from '../model/sites.ts';
import { lookSubject, siteSubject, type Subject } from '../model/subject.ts';
import { ReportSkeleton } from '../parts/skeleton.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { NotFound } from './not-found.tsx';

/** Each comes when it is first looked at: most of them draw reports, which weigh the most. */
const DataPage = lazy(() => import('./data-page.tsx').then((page) => page.DataPage));
const LookOverview = lazy(() => import('./look.tsx').then((page) => page.LookOverview));
const PageCheck = lazy(() => import('./page-check.tsx').then((page) => page.PageCheck));
const PlanPage = lazy(() => import('./plan-page.tsx').then((page) => page.PlanPage));
const SiteOverview = lazy(() => import('./site-overview.tsx').then((page) => page.SiteOverview));
const SubjectTool = lazy(() => import('./subject-tool.tsx').then((page) => page.SubjectTool));

/** The pages of a site of the workspace. */
export function SitePages(): VNode {
  const { site: id = '', page = '', tab = '' } = useRoute().params;
  const sites = useSites();
  const site = findSite(sites.data, decodeURIComponent(id));
  if (site !== undefined) return <SubjectPages key={site.id} subject={siteSubject(site)} page={page} tab={tab} />;
  if (sites.problem !== undefined) return <ProblemNotice problem={sites.problem} />;
  return sites.data === undefined ? <ReportSkeleton /> : <NotFound />;
}

/** The same pages about anything else. */
export function LookPages(): VNode {
  const { target = '', page = '', tab = '' } = useRoute().params;
  const name = decodeURIComponent(target);
  return <SubjectPages key={name} subject={lookSubject(name)} page={page} tab={tab} />;
}

interface SubjectPagesProps {
  readonly subject: Subject;
  readonly page: string;
  readonly tab: string;
}

function SubjectPages(props: SubjectPagesProps): VNode {
  return (
    <ErrorBoundary>
      <SubjectPage {...props} />
    </ErrorBoundary>
  );
}

function SubjectPage({ subject, page, tab }: SubjectPagesProps): VNode {
  switch (page) {
    case '':
      return subject.kind === 'site' ? <SiteOverview subject={subject} /> : <LookOverview subject={subject} />;
    case 'page':
      return <PageCheck subject={subject} tab={tab} />;
    case 'plan':
      return subject.kind === 'site' ? <PlanPage subject={subject} tab={tab} /> : <NotFound />;
    case 'data':
      return subject.kind === 'site' ? <DataPage subject={subject} tab={tab} /> : <NotFound />;
    default:
      return <SubjectTool subject={subject} page={page} tab={tab} />;
  }
}
