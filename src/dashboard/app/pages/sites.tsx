import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { SiteListView, SiteRowView } from '../../views.ts';
import { get } from '../model/api.ts';
import { number } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { useSites } from '../model/sites.ts';
import { announce } from '../parts/announcer.tsx';
import { Badge, Time } from '../parts/badge.tsx';
import { DemoBadge } from '../parts/demo-badge.tsx';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { SiteDialog } from './site-form.tsx';

const SHOWN = 50;

export function Sites(): VNode {
  const [offset, setOffset] = useState(0);
  const sites = useLoad(`sites ${offset}`, (signal) => get<SiteListView>('/sites', { limit: SHOWN, offset }, signal));
  const known = useSites();
  const [isAdding, setAdding] = useState(false);
  const close = (): void => setAdding(false);
  const done = (text: string): void => {
    close();
    sites.reload();
    known.reload();
    announce(text);
  };
  return (
    <Page
      title="Sites"
      actions={
        <button type="button" class="primary" onClick={() => setAdding(true)}>
          Add site
        </button>
      }
    >
      <WithData of={sites}>
        {(data) => (
          <>
            <Table
              caption="Your sites"
              columns={COLUMNS}
              rows={data.sites}
              keyOf={(site) => site.id}
              empty={
                <p>
                  No sites yet. Use “Add site” to crawl your site regularly and see its health score, its pages and what
                  to fix first.
                </p>
              }
            />
            <Pager
              of="sites"
              words={['Previous', 'Next']}
              size={SHOWN}
              offset={offset}
              total={data.total_count}
              go={setOffset}
            />
          </>
        )}
      </WithData>
      {isAdding ? <SiteDialog item={undefined} onClose={close} onDone={done} /> : null}
    </Page>
  );
}

const COLUMNS: readonly Column<SiteRowView>[] = [
  {
    title: 'Site',
    kind: 'main',
    cell: ({ id, name, target }) => (
      <>
        <a href={`/dashboard/s/${encodeURIComponent(id)}`}>{name}</a> <DemoBadge />
        {name === target ? null : <div class="muted">{target}</div>}
      </>
    ),
  },
  { title: 'Health score', kind: 'number', cell: ({ last_audit }) => last_audit?.health_score ?? '–' },
  {
    title: 'Critical and high',
    kind: 'number',
    cell: ({ last_audit }) => (last_audit === null ? '–' : urgent(last_audit.failing_rules)),
  },
  {
    title: 'Pages',
    kind: 'number',
    cell: ({ pages_known }) => (pages_known === null ? '–' : number(pages_known)),
  },
  { title: 'Last crawl', cell: (site) => <LastCrawl site={site} /> },
  { title: 'Next crawl', cell: ({ next_crawl }) => <Time at={next_crawl} /> },
];

function urgent({ critical = 0, high = 0 }: Partial<Record<string, number>>): string {
  return number(critical + high);
}

function LastCrawl({ site: { last_crawl } }: { readonly site: SiteRowView }): VNode {
  if (last_crawl === null) return <span class="muted">not crawled yet</span>;
  return (
    <>
      <CrawlState status={last_crawl.status} /> <Time at={last_crawl.closed_at ?? last_crawl.created_at} />
    </>
  );
}

type CrawlStatus = NonNullable<SiteRowView['last_crawl']>['status'];

const TONES: Record<CrawlStatus, 'good' | 'bad' | 'warn' | 'busy' | 'quiet'> = {
  waiting: 'quiet',
  running: 'busy',
  paused: 'quiet',
  stopped: 'warn',
  finished: 'good',
  failed: 'bad',
};

export function CrawlState({ status }: { readonly status: CrawlStatus }): VNode {
  return <Badge tone={TONES[status]} text={status} />;
}
