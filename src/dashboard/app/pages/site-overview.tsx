import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { SiteAuditView, SiteDetailView } from '../../views.ts';
import { get, send } from '../model/api.ts';
import { day, minute } from '../model/format.ts';
import { type KeptAnswers, useKept } from '../model/kept.ts';
import { useEvery, useLoad } from '../model/load.ts';
import { figuresOf, type OverviewFacts, sentenceOf } from '../model/overview.ts';
import { useSites } from '../model/sites.ts';
import { hostOf, type Subject } from '../model/subject.ts';
import { OVERVIEW } from '../model/overview-questions.ts';
import type { Question } from '../model/questions.ts';
import { announce } from '../parts/announcer.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { ChangedPanel, DoNextPanel, LinksPanel, MovedPanel } from './overview-panels.tsx';
import { OverviewBand } from './overview-band.tsx';
import { ranksOfSite } from './rankings-data.ts';
import { SubjectPage } from './subject-page.tsx';

type SiteSubject = Extract<Subject, { kind: 'site' }>;

const QUESTIONS = Object.values(OVERVIEW);
const PERIOD_DAYS = 28;
const LOOK_AGAIN_MS = 3000;
const AUDIT_COMES_MS = 600_000;
const RANKS_MAX = 200;

/** How a site stands: what it says first, its figures, what to do next and what moved. */
export function SiteOverview({ subject }: { readonly subject: SiteSubject }): VNode {
  const { id } = subject;
  const path = `/sites/${encodeURIComponent(id)}`;
  const crawled = subject.site.last_crawl?.closed_at ?? '';
  const detail = useLoad(`${id} ${crawled}`, (signal) => get<SiteDetailView>(path, {}, signal));
  const audit = useLoad(`${id} ${crawled}`, (signal) => get<SiteAuditView>(`${path}/audit`, { limit: 1 }, signal));
  const ranks = useLoad(id, (signal) =>
    ranksOfSite(hostOf(subject), { tag: '', days: PERIOD_DAYS, limit: RANKS_MAX }, signal),
  );
  useEvery(isAuditDue(subject.site, audit.data) ? LOOK_AGAIN_MS : undefined, () => {
    audit.reload();
    detail.reload();
  });
  const sites = useSites();
  const isNews = isNewAudit(subject.site, audit.data);
  useEffect(() => {
    if (!isNews) return;
    sites.reload();
    detail.reload();
  }, [isNews]);
  const kept = useKept(subject, QUESTIONS, {});
  useFreshChanges(subject, kept);
  const facts: OverviewFacts = {
    site: subject.site,
    audit: audit.data?.audit ?? undefined,
    ranks: ranks.data,
    clicks: answerOf(kept, OVERVIEW.clicks),
    links: answerOf(kept, OVERVIEW.links),
    won: answerOf(kept, OVERVIEW.won),
    changes: answerOf(kept, OVERVIEW.changes),
    chances: answerOf(kept, OVERVIEW.chances),
    mentions: answerOf(kept, OVERVIEW.mentions),
  };
  const isReading = QUESTIONS.some((question) => kept.of(question).is === 'loading');
  const isLoaded = detail.data !== undefined && audit.data !== undefined && ranks.data !== undefined && !isReading;
  return (
    <SubjectPage
      subject={subject}
      title={subject.name}
      actions={<CrawlNow subject={subject} onStarted={detail.reload} />}
    >
      <Dated subject={subject} facts={facts} />
      {[detail.problem, audit.problem, ranks.problem].map((problem, at) =>
        problem === undefined ? null : <ProblemNotice key={String(at)} problem={problem} />,
      )}
      <p class="answer">{isLoaded ? sentenceOf(facts) : ' '}</p>
      <OverviewBand isLoaded={isLoaded} subject={subject} figures={figuresOf(facts)} kept={kept} facts={facts} />
      <div class="overview-panels">
        <div class="split two-one">
          <DoNextPanel subject={subject} causes={detail.data?.causes} facts={facts} kept={kept} />
          <ChangedPanel subject={subject} facts={facts} kept={kept} />
        </div>
        <div class="split two-one">
          <MovedPanel subject={subject} ranks={ranks.data} />
          <LinksPanel subject={subject} facts={facts} kept={kept} />
        </div>
      </div>
    </SubjectPage>
  );
}

/** A crawl has ended before its audit is made. One that does not come within minutes does not come at all. */
function isAuditDue({ last_crawl: crawl }: SiteSubject['site'], shown: SiteAuditView | undefined): boolean {
  if (crawl?.status !== 'finished' || crawl.closed_at === null || shown === undefined) return false;
  const isOlder = shown.audit === null || shown.audit.crawl.started_at < crawl.created_at;
  return isOlder && Date.now() - Date.parse(crawl.closed_at) < AUDIT_COMES_MS;
}

/** The list of sites, which has the score, may have been read before the audit was made. */
function isNewAudit({ last_audit }: SiteSubject['site'], shown: SiteAuditView | undefined): boolean {
  const newest = shown?.audit?.history[0]?.crawl_id;
  return newest !== undefined && newest !== last_audit?.crawl_id;
}

function answerOf(kept: KeptAnswers, question: Question): Readonly<Record<string, unknown>> | undefined {
  const found = kept.of(question);
  return found.is === 'known' && found.job.result !== null ? found.job.result : undefined;
}

/** Free, so that it is asked by itself: once, and again after each crawl. */
function useFreshChanges({ site }: SiteSubject, kept: KeptAnswers): void {
  const found = kept.of(OVERVIEW.changes);
  const closed = site.last_crawl?.closed_at ?? undefined;
  const isWanted =
    closed !== undefined &&
    (found.is === 'unasked' || (found.is === 'known' && found.job.result !== null && found.job.created_at < closed));
  useEffect(() => {
    if (isWanted) kept.run([OVERVIEW.changes], {});
  }, [isWanted]);
}

function Dated({ subject, facts }: { readonly subject: SiteSubject; readonly facts: OverviewFacts }): VNode {
  const { last_crawl: crawl } = subject.site;
  const window = facts.clicks?.['window'];
  const to = typeof window === 'object' && window !== null ? Reflect.get(window, 'to') : undefined;
  return (
    <ul class="sources">
      <li>
        {crawl === null
          ? '◌ Not crawled yet'
          : `● Crawl ${minute(crawl.closed_at ?? crawl.created_at)}, ${crawl.pages_read} pages`}
      </li>
      <li>{typeof to === 'string' ? `● Search figures to ${day(to)}` : '◌ No search figures yet'}</li>
      {facts.links === undefined ? null : <li>◐ Links from your own index</li>}
    </ul>
  );
}

interface CrawlNowProps {
  readonly subject: SiteSubject;
  readonly onStarted: () => void;
}

/** Starts a crawl, and follows it: what it found so far shows and grows. */
function CrawlNow({ subject, onStarted }: CrawlNowProps): VNode {
  const sites = useSites();
  const [isBusy, setBusy] = useState(false);
  const status = subject.site.last_crawl?.status;
  const isRunning = status === 'running' || status === 'waiting';
  useEvery(isRunning ? LOOK_AGAIN_MS : undefined, onStarted);
  const start = (): void => {
    setBusy(true);
    send('POST', '/crawls', { site: subject.id })
      .then(
        () => announce('The crawl is queued.'),
        (thrown: unknown) => announce(thrown instanceof Error ? thrown.message : 'The crawl could not be started.'),
      )
      .finally(() => {
        setBusy(false);
        sites.reload();
        onStarted();
      });
  };
  return (
    <OnlyFor role="member" what="start crawls" isSilent>
      <button type="button" class="primary" disabled={isBusy || isRunning} onClick={start}>
        {isRunning ? 'Crawling…' : 'Crawl now'}
      </button>
    </OnlyFor>
  );
}
