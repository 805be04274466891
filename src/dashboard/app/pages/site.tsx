import type { ComponentChildren, VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';
import { useState } from 'preact/hooks';

import type { CrawlStartedView, SiteDetailView, SiteRowView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { count, number } from '../model/format.ts';
import { useEvery, useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { Badge, Time } from '../parts/badge.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { SiteDialog } from './site-form.tsx';
import { CrawlState, LastCrawl } from './sites.tsx';

const LOOK_AGAIN_MS = 3000;
const UNDER_WAY = new Set(['waiting', 'running']);

export function SitePage(): VNode {
  const id = useRoute().params['id'] ?? '';
  const path = `/sites/${encodeURIComponent(id)}`;
  const loaded = useLoad(id, (signal) => get<SiteDetailView>(path, {}, signal));
  const [open, setOpen] = useState<'change' | 'remove'>();
  const [problem, setProblem] = useState<Problem>();
  const site = loaded.data?.site;
  const isCrawling = isUnderWay(site);
  useEvery(isCrawling ? LOOK_AGAIN_MS : undefined, loaded.reload);
  const close = (): void => setOpen(undefined);
  const done = (text: string): void => {
    close();
    loaded.reload();
    announce(text);
  };
  const crawl = (): void => {
    setProblem(undefined);
    send<CrawlStartedView>('POST', '/crawls', { site: id }).then(
      () => done('Crawl started.'),
      (thrown: unknown) => setProblem(asProblem(thrown)),
    );
  };
  const mute = (mutes: readonly Mute[], text: string): void => {
    setProblem(undefined);
    const entries = mutes.map(({ rule, url }) => (url === null ? { rule } : { rule, url }));
    send('PATCH', path, { audit: { mute: entries } }).then(
      () => done(text),
      (thrown: unknown) => setProblem(asProblem(thrown)),
    );
  };
  const actions = site === undefined ? undefined : <Actions isCrawling={isCrawling} onCrawl={crawl} onOpen={setOpen} />;
  return (
    <Page title={site?.name ?? 'Site'} actions={actions}>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <WithData of={loaded}>{(data) => <Detail data={data} onMutes={mute} />}</WithData>
      {site === undefined ? null : <Opened open={open} site={site} onClose={close} onDone={done} />}
    </Page>
  );
}

function isUnderWay(site: SiteRowView | undefined): boolean {
  return UNDER_WAY.has(site?.last_crawl?.status ?? '');
}

interface OpenedProps {
  readonly open: 'change' | 'remove' | undefined;
  readonly site: SiteRowView;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

function Opened({ open, site, onClose, onDone }: OpenedProps): VNode | null {
  if (open === 'change') return <SiteDialog item={site} onClose={onClose} onDone={onDone} />;
  return open === 'remove' ? <Removal site={site} onClose={onClose} /> : null;
}

interface ActionsProps {
  readonly isCrawling: boolean;
  readonly onCrawl: () => void;
  readonly onOpen: (open: 'change' | 'remove') => void;
}

function Actions({ isCrawling, onCrawl, onOpen }: ActionsProps): VNode {
  return (
    <>
      <button type="button" class="primary" disabled={isCrawling} onClick={onCrawl}>
        Crawl now
      </button>
      <button type="button" onClick={() => onOpen('change')}>
        Change settings
      </button>
      <button type="button" onClick={() => onOpen('remove')}>
        Delete site
      </button>
    </>
  );
}

function Removal({ site, onClose }: { readonly site: SiteRowView; readonly onClose: () => void }): VNode {
  const { route } = useLocation();
  return (
    <Confirm
      title={`Delete ${site.name}?`}
      action="Delete site"
      work={() => send('DELETE', `/sites/${encodeURIComponent(site.id)}`)}
      onDone={() => {
        announce(`Site ${site.name} deleted.`);
        route('/dashboard/sites');
      }}
      onClose={onClose}
    >
      <p>Its settings and its crawl schedule are deleted. Its crawls and audits stay.</p>
    </Confirm>
  );
}

interface DetailProps {
  readonly data: SiteDetailView;
  readonly onMutes: (mutes: readonly Mute[], text: string) => void;
}

function Detail({ data: { site, crawls, causes }, onMutes }: DetailProps): VNode {
  const { mute } = site.audit;
  const why = site.last_audit?.no_score_because;
  return (
    <>
      <Facts facts={standingOf(site)} />
      {why == null ? null : <p>No health score: {why}.</p>}
      <h2>What to fix first</h2>
      {site.last_audit === null ? null : (
        <p>
          <a href={`/dashboard/sites/${encodeURIComponent(site.id)}/audit`}>All issues, page by page</a>
        </p>
      )}
      <Table
        caption="Causes that the last audit found"
        columns={[
          causeColumn(site.id),
          ...CAUSES,
          muteColumn((rule) => onMutes([...mute, { rule, url: null }], 'Muted.')),
        ]}
        rows={causes}
        keyOf={({ rule, cause }) => `${rule} ${cause ?? ''}`}
        empty={
          <p>
            {site.last_audit === null
              ? 'No audit yet. Each crawl is audited when it ends: use “Crawl now”.'
              : 'The last audit found nothing to fix.'}
          </p>
        }
      />
      {mute.length === 0 ? null : (
        <>
          <h2>Muted</h2>
          <Table
            caption="Findings that the audit leaves out"
            columns={[...MUTES, unmuteColumn((gone) => onMutes(withoutMute(mute, gone), 'Unmuted.'))]}
            rows={mute}
            keyOf={({ rule, url }) => `${rule} ${url ?? ''}`}
            empty={null}
          />
        </>
      )}
      <h2>Crawls</h2>
      <Table
        caption="Latest crawls"
        columns={CRAWLS}
        rows={crawls}
        keyOf={({ id }) => id}
        empty={<p>You have not crawled this site yet.</p>}
      />
      <h2>Settings</h2>
      <Facts facts={settingsOf(site)} />
    </>
  );
}

type Fact = readonly [name: string, value: ComponentChildren];

function Facts({ facts }: { readonly facts: readonly Fact[] }): VNode {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function standingOf(site: SiteRowView): readonly Fact[] {
  const { last_audit: audit, pages_known } = site;
  return [
    ['Health score', audit?.health_score ?? '–'],
    ['Pages known', pages_known === null ? '–' : number(pages_known)],
    ['Rules failing', audit === null ? '–' : failingText(audit.failing_rules)],
    ['Since the crawl before', audit?.changes == null ? '–' : `${audit.changes.new} new, ${audit.changes.fixed} fixed`],
    ['Last crawl', <LastCrawl key="last" site={site} />],
    ['Next crawl', <Time key="next" at={site.next_crawl} />],
  ];
}

function failingText(failing: Readonly<Partial<Record<string, number>>>): string {
  const named = ['critical', 'high', 'medium', 'low'].filter((severity) => (failing[severity] ?? 0) > 0);
  return named.map((severity) => `${failing[severity] ?? 0} ${severity}`).join(', ') || 'none';
}

function settingsOf({ target, type, project_id, brand, competitors, markets, crawl, overlaps }: SiteRowView): Fact[] {
  const { pages, depth, rate, include, exclude, schedule } = crawl;
  const listed = (list: readonly string[]): string => list.join(', ') || '–';
  return [
    ['Address', `${target} (${type})`],
    ['Project', project_id ?? '–'],
    ['Brand', brand === null ? '–' : listed([brand.name, ...brand.spellings])],
    ['Competitors', listed(competitors)],
    ['Markets', markets.map((market) => Object.values(market).filter(Boolean).join(' ')).join(', ') || '–'],
    ['Crawl limits', `${count(pages, 'page')}, depth ${depth}, ${rate ?? 2} requests per second`],
    ['Include only', listed(include)],
    ['Exclude', listed(exclude)],
    ['Schedule', schedule === null ? 'none' : `${schedule.cron ?? schedule.cadence}, ${schedule.time_zone}`],
    ['Overlaps with', listed(overlaps.map((other) => other.target))],
  ];
}

type Cause = SiteDetailView['causes'][number];
const TONES = { critical: 'bad', high: 'bad', medium: 'warn', low: 'quiet', notice: 'quiet' } as const;
const EFFORTS = { one_place: 'one place', few: 'a few pages', many: 'many pages' } as const;

const causeColumn = (id: string): Column<Cause> => ({
  title: 'Cause',
  kind: 'main',
  cell: ({ rule, title, fix, cause }) => (
    <>
      <a href={`/dashboard/sites/${encodeURIComponent(id)}/audit?rule=${encodeURIComponent(rule)}`}>{title}</a>
      {cause === null ? null : <div class="muted">{cause}</div>}
      <div class="muted">{fix}</div>
    </>
  ),
});

const CAUSES: readonly Column<Cause>[] = [
  { title: 'Severity', cell: ({ severity }) => <Badge tone={TONES[severity]} text={severity} /> },
  { title: 'Pages', kind: 'number', cell: ({ pages }) => number(pages) },
  {
    title: 'Score gain',
    kind: 'number',
    cell: ({ score_gain }) => (score_gain === null || score_gain === 0 ? '–' : `+${score_gain}`),
  },
  { title: 'Where to change', cell: ({ effort }) => EFFORTS[effort] },
];

function muteColumn(onMute: (rule: string) => void): Column<Cause> {
  return {
    title: '',
    cell: ({ rule, title }) => (
      <button type="button" aria-label={`Mute “${title}”`} onClick={() => onMute(rule)}>
        Mute
      </button>
    ),
  };
}

type Mute = SiteRowView['audit']['mute'][number];

const MUTES: readonly Column<Mute>[] = [
  { title: 'Rule', kind: 'main', cell: ({ rule }) => rule },
  { title: 'Where', cell: ({ url }) => url ?? 'everywhere' },
];

function unmuteColumn(onUnmute: (mute: Mute) => void): Column<Mute> {
  return {
    title: '',
    cell: (mute) => (
      <button type="button" aria-label={`Unmute ${mute.rule}`} onClick={() => onUnmute(mute)}>
        Unmute
      </button>
    ),
  };
}

function withoutMute(mutes: readonly Mute[], { rule, url }: Mute): readonly Mute[] {
  return mutes.filter((mute) => mute.rule !== rule || mute.url !== url);
}

const CRAWLS: readonly Column<SiteDetailView['crawls'][number]>[] = [
  { title: 'Started', kind: 'main', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'State', cell: ({ status }) => <CrawlState status={status} /> },
  { title: 'Pages read', kind: 'number', cell: ({ counts }) => number(counts.fetched) },
  { title: 'Failed', kind: 'number', cell: ({ counts }) => number(counts.failed) },
  { title: 'Ended', cell: ({ closed_at }) => <Time at={closed_at} /> },
  {
    title: 'Job',
    cell: ({ job_id }) => (job_id === null ? '–' : <a href={`/dashboard/jobs/${job_id}`}>job</a>),
  },
];
