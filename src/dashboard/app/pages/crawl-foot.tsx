import type { VNode } from 'preact';

import type { SiteRowView } from '../../views.ts';
import { minute, number } from '../model/format.ts';
import { useEvery } from '../model/load.ts';
import { useSites } from '../model/sites.ts';
import { pageAddress, type Subject } from '../model/subject.ts';

const LOOK_AGAIN_MS = 3000;

/** The crawl that runs, or the last one. */
export function CrawlFoot({ subject }: { readonly subject: Subject | undefined }): VNode | null {
  if (subject?.kind !== 'site') return null;
  return (
    <a class="foot" href={pageAddress(subject, 'data')}>
      <Crawl site={subject.site} />
    </a>
  );
}

function Crawl({ site: { last_crawl: crawl, last_audit } }: { readonly site: SiteRowView }): VNode {
  const sites = useSites();
  const isRunning = crawl?.status === 'running' || crawl?.status === 'waiting';
  useEvery(isRunning ? LOOK_AGAIN_MS : undefined, sites.reload);
  if (crawl === null) return <span>Not crawled yet</span>;
  const issues =
    isRunning || last_audit === null ? '' : `, ${number(openIssues(last_audit.failing_rules))} checks fail`;
  return (
    <>
      <span>
        {isRunning
          ? 'Crawling now'
          : `${ENDS[crawl.status] ?? 'Last crawl'} ${minute(crawl.closed_at ?? crawl.created_at)}`}
      </span>
      <span>
        {number(crawl.pages_read)} pages read{issues}
      </span>
    </>
  );
}

/** How crawls end that did not finish. */
const ENDS: Readonly<Record<string, string>> = { failed: 'Crawl failed', stopped: 'Crawl stopped' };

/** Checks that fail, without mere notices. */
export function openIssues(failing: Readonly<Partial<Record<string, number>>> = {}): number {
  return (failing['critical'] ?? 0) + (failing['high'] ?? 0) + (failing['medium'] ?? 0) + (failing['low'] ?? 0);
}
