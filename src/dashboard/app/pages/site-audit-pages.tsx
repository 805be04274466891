import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { SitePagesView } from '../../views.ts';
import { get } from '../model/api.ts';
import { count, number } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { pageAddress } from '../model/subject.ts';
import { addressText } from '../model/values.ts';
import { Level } from '../parts/level.tsx';
import { WithData } from '../parts/loading.tsx';
import { NotCrawled } from '../parts/not-crawled.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import type { SiteSubject } from './site-audit.tsx';

type AuditedPage = NonNullable<SitePagesView['audited']>['pages'][number];

const SHOWN = 50;

/** The pages of a site that have issues, those first on which most is wrong. */
export function SiteIssuePages({ subject }: { readonly subject: SiteSubject }): VNode {
  const [offset, setOffset] = useState(0);
  const path = `/sites/${encodeURIComponent(subject.id)}/pages`;
  const loaded = useLoad(`${path} ${offset}`, (signal) => get<SitePagesView>(path, { limit: SHOWN, offset }, signal));
  return (
    <WithData of={loaded}>
      {({ audited }) =>
        audited === null ? (
          <NotCrawled subject={subject} />
        ) : (
          <>
            <p class="answer">{sentenceOf(audited)}</p>
            <Table
              caption="Pages with issues"
              columns={columnsFor(subject)}
              rows={audited.pages}
              keyOf={({ url }) => url}
              isNarrow
              empty={<p>The last audit found nothing to fix.</p>}
            />
            <Pager
              of="pages"
              words={['Previous', 'Next']}
              size={SHOWN}
              offset={offset}
              total={audited.total}
              go={setOffset}
            />
          </>
        )
      }
    </WithData>
  );
}

function sentenceOf({ total, pages: [first] }: NonNullable<SitePagesView['audited']>): string {
  if (first === undefined) return 'No page has an issue.';
  return `${count(total, 'page')} ${total === 1 ? 'has' : 'have'} issues; begin with ${addressText(first.url)}.`;
}

function columnsFor(subject: SiteSubject): readonly Column<AuditedPage>[] {
  return [
    {
      title: 'Page',
      kind: 'main',
      cell: ({ url, worst, severity }) => (
        <>
          <div class="phone">
            <Level level={severity} />
          </div>
          <a href={pageAddress(subject, 'audit', '', { url })} title={url}>
            {addressText(url)}
          </a>
          <div class="muted">{ofThisPage(worst)}</div>
        </>
      ),
    },
    { title: 'Worst', isWide: true, cell: ({ severity }) => <Level level={severity} /> },
    { title: 'Issues', kind: 'number', cell: ({ rules }) => number(rules.length) },
    {
      title: 'Do',
      kind: 'actions',
      isWide: true,
      cell: ({ url }) => <a href={pageAddress(subject, 'page', '', { url })}>Check page</a>,
    },
  ];
}

/** Of one page, the issue needs no count: «1 page has broken links» is «Has broken links». */
function ofThisPage(issue: string): string {
  const said = issue.replace(/^1 page (?!that)/, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

const FIRST = 5;

/** The pages on which most is wrong, for whoever wants to check one and has none in mind. */
export function PagesToCheck({ subject }: { readonly subject: SiteSubject }): VNode | null {
  const path = `/sites/${encodeURIComponent(subject.id)}/pages`;
  const { data } = useLoad(`${path} first`, (signal) => get<SitePagesView>(path, { limit: FIRST }, signal));
  const pages = data?.audited?.pages ?? [];
  if (pages.length === 0) return null;
  return (
    <section class="panel">
      <header>
        <h2>Pages to start with</h2>
        <span class="muted small">Those with most to fix in the last audit</span>
        <span class="grow" />
        <a class="small" href={pageAddress(subject, 'audit', 'pages')}>
          All pages
        </a>
      </header>
      <ul class="crawls">
        {pages.map(({ url, worst, severity, rules }) => (
          <li key={url}>
            <Level level={severity} />
            <a href={pageAddress(subject, 'page', '', { url })}>{addressText(url)}</a>
            <span class="muted">{ofThisPage(worst)}</span>
            <span class="grow" />
            <span class="muted">{count(rules.length, 'issue')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
