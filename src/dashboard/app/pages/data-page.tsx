import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { SiteDetailView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { count, number } from '../model/format.ts';
import { useEvery, useLoad } from '../model/load.ts';
import { useSites } from '../model/sites.ts';
import { pageAddress, type Subject } from '../model/subject.ts';
import { announce } from '../parts/announcer.tsx';
import { Time } from '../parts/badge.tsx';
import { Band } from '../parts/band.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Imports } from './imports.tsx';
import { Schedules } from './schedules.tsx';
import { SiteSettings } from './site-settings.tsx';
import { CrawlState } from './sites.tsx';
import { Sources } from './sources.tsx';
import { SubjectPage } from './subject-page.tsx';

type SiteSubject = Extract<Subject, { kind: 'site' }>;

const TABS = [
  ['', 'Crawls'],
  ['imports', 'Imports'],
  ['sources', 'Sources'],
  ['schedules', 'Schedules'],
  ['settings', 'Site settings'],
] as const;

interface DataPageProps {
  readonly subject: SiteSubject;
  readonly tab: string;
}

/** Where what is known of a site comes from, and how more comes. */
export function DataPage({ subject, tab }: DataPageProps): VNode {
  return (
    <SubjectPage subject={subject} title="Crawls and data">
      <Tabs
        label="Crawls and data"
        current={tab}
        tabs={TABS.map(([id, title]) => ({ id, title, address: pageAddress(subject, 'data', id) }))}
      />
      <Part subject={subject} tab={tab} />
    </SubjectPage>
  );
}

function Part({ subject, tab }: DataPageProps): VNode {
  switch (tab) {
    case 'imports':
      return <Imports />;
    case 'sources':
      return <Sources isInside importAddress={pageAddress(subject, 'data', 'imports')} />;
    case 'schedules':
      return <Schedules isInside />;
    case 'settings':
      return <SiteSettings subject={subject} />;
    default:
      return <Crawls subject={subject} />;
  }
}

const LOOK_AGAIN_MS = 2500;

function Crawls({ subject }: { readonly subject: SiteSubject }): VNode {
  const { id, site } = subject;
  const sites = useSites();
  const status = site.last_crawl?.status;
  const isRunning = status === 'running' || status === 'waiting';
  const detail = useLoad(`${id} ${status ?? ''}`, (signal) =>
    get<SiteDetailView>(`/sites/${encodeURIComponent(id)}`, {}, signal),
  );
  const [problem, setProblem] = useState<Problem>();
  useEvery(isRunning ? LOOK_AGAIN_MS : undefined, detail.reload);
  const act = (work: Promise<unknown>, text: string): void => {
    setProblem(undefined);
    work
      .then(
        () => announce(text),
        (thrown: unknown) => setProblem(asProblem(thrown)),
      )
      .finally(() => {
        detail.reload();
        sites.reload();
      });
  };
  const current = detail.data?.crawls[0];
  return (
    <>
      <div class="row-actions">
        <OnlyFor role="member" what="start crawls">
          <button
            type="button"
            class="primary"
            disabled={isRunning}
            onClick={() => act(send('POST', '/crawls', { site: id }), 'The crawl is queued.')}
          >
            {isRunning ? 'Crawling…' : 'Crawl now'}
          </button>
        </OnlyFor>
        {isRunning && current !== undefined ? <Control crawl={current} act={act} /> : null}
        <span class="muted">1 credit per 50 pages read, {number(site.crawl.pages)} pages at most</span>
      </div>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <Band unknown="not known" figures={figuresOf(subject, current)} />
      <WithData of={detail}>
        {({ crawls }) => (
          <Table
            caption="Latest crawls"
            columns={COLUMNS}
            rows={crawls}
            keyOf={(crawl) => crawl.id}
            empty={<p>You have not crawled this site yet.</p>}
          />
        )}
      </WithData>
    </>
  );
}

type Crawl = SiteDetailView['crawls'][number];

interface ControlProps {
  readonly crawl: Crawl;
  readonly act: (work: Promise<unknown>, text: string) => void;
}

function Control({ crawl, act }: ControlProps): VNode {
  const path = `/crawls/${encodeURIComponent(crawl.id)}`;
  return (
    <>
      {crawl.status === 'paused' ? (
        <OnlyFor role="member" what="pause or resume crawls" isSilent>
          <button type="button" onClick={() => act(send('PATCH', path, { paused: false }), 'The crawl goes on.')}>
            Go on
          </button>
        </OnlyFor>
      ) : (
        <OnlyFor role="member" what="pause or resume crawls" isSilent>
          <button type="button" onClick={() => act(send('PATCH', path, { paused: true }), 'The crawl pauses.')}>
            Pause
          </button>
        </OnlyFor>
      )}
      {crawl.job_id === null ? null : (
        <button
          type="button"
          onClick={() =>
            act(
              send('POST', `/jobs/${encodeURIComponent(crawl.job_id ?? '')}/cancel`),
              'The crawl stops; what it read stays.',
            )
          }
        >
          Stop
        </button>
      )}
    </>
  );
}

function figuresOf({ site }: SiteSubject, current: Crawl | undefined): Parameters<typeof Band>[0]['figures'] {
  const { last_crawl: last, pages_known, crawl, next_crawl } = site;
  return [
    { name: 'Pages in the index', value: pages_known === null ? undefined : number(pages_known) },
    {
      name: last?.status === 'running' ? 'Read so far' : 'Read by the last crawl',
      value:
        current === undefined ? (last === null ? undefined : number(last.pages_read)) : number(current.counts.fetched),
      ...(current === undefined || current.counts.waiting === 0
        ? {}
        : { note: `${count(current.counts.waiting, 'address', 'addresses')} waiting` }),
    },
    { name: 'Failed', value: current === undefined ? undefined : number(current.counts.failed) },
    {
      name: 'Next crawl',
      value: next_crawl === null ? 'None' : <Time at={next_crawl} />,
      note:
        crawl.schedule === null ? 'Set how often in Site settings' : (crawl.schedule.cron ?? crawl.schedule.cadence),
    },
  ];
}

const COLUMNS: readonly Column<Crawl>[] = [
  { title: 'Started', kind: 'main', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'State', cell: ({ status }) => <CrawlState status={status} /> },
  { title: 'Pages read', kind: 'number', cell: ({ counts }) => number(counts.fetched) },
  { title: 'Failed', kind: 'number', cell: ({ counts }) => number(counts.failed) },
  { title: 'Ended', cell: ({ closed_at }) => <Time at={closed_at} /> },
  {
    title: 'Job',
    cell: ({ job_id }) => (job_id === null ? '–' : <a href={`/dashboard/settings/jobs/${job_id}`}>job</a>),
  },
];
