import type { VNode } from 'preact';

import type { SiteRowView } from '../../views.ts';
import { Badge } from '../parts/badge.tsx';

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
