import type { VNode } from 'preact';

import type { SiteRowView } from '../../views.ts';
import { count } from '../model/format.ts';
import { useSites } from '../model/sites.ts';
import { pageAddress, siteSubject } from '../model/subject.ts';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Attention } from './attention.tsx';

/** What needs a look: on sites, and in the workspace. */
export function Alerts(): VNode {
  const sites = useSites();
  return (
    <Page title="Alerts">
      <WithData of={sites}>
        {(data) => {
          const alerts = data.sites.flatMap(alertsOf);
          return alerts.length === 0 ? (
            <p class="empty">No site needs you.</p>
          ) : (
            <ul class="panel alert-list">
              {alerts.map(({ text, address }) => (
                <li key={text}>
                  <span>{text}</span>
                  <a href={address}>View</a>
                </li>
              ))}
            </ul>
          );
        }}
      </WithData>
      <Attention />
    </Page>
  );
}

interface Alert {
  readonly text: string;
  readonly address: string;
}

function alertsOf(site: SiteRowView): readonly Alert[] {
  const { name, last_audit: audit, last_crawl: crawl } = site;
  const subject = siteSubject(site);
  const { critical = 0, high = 0 } = audit?.failing_rules ?? {};
  const grave = critical + high;
  return [
    ...(crawl?.status === 'failed'
      ? [{ text: `The last crawl of ${name} failed.`, address: pageAddress(subject, 'data') }]
      : []),
    ...(grave === 0
      ? []
      : [
          {
            text: `${name}: ${count(grave, 'serious issue')} in the audit, ${count(audit?.changes?.new ?? 0, 'new finding')} since the crawl before.`,
            address: pageAddress(subject, 'audit'),
          },
        ]),
  ];
}
