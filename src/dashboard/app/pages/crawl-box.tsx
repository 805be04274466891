import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { CrawlListView } from '../../views.ts';
import { get, send } from '../model/api.ts';
import { count, number } from '../model/format.ts';
import { useEvery, useLoad } from '../model/load.ts';
import { useMay } from '../model/roles.ts';
import { announce } from '../parts/announcer.tsx';
import { Badge } from '../parts/badge.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';
import { OnlyFor } from '../parts/only-for.tsx';

const SHOWN = 3;
const LOOK_AGAIN_MS = 2000;

type Crawl = CrawlListView['crawls'][number];

/** Adds a site to the index, and shows how far its crawls are. */
export function CrawlBox(): VNode {
  const crawls = useLoad('crawls', (signal) => get<CrawlListView>('/crawls', { limit: SHOWN }, signal));
  const [isAdding, setAdding] = useState(false);
  const may = useMay('member');
  const shown = crawls.data?.crawls ?? [];
  useEvery(shown.some(isRunning) ? LOOK_AGAIN_MS : undefined, crawls.reload);
  const start = async (values: FormData): Promise<void> => {
    const site = textOf(values, 'urls');
    const pages = Number(textOf(values, 'pages'));
    await send('POST', '/crawls', { urls: [/^https?:/i.test(site) ? site : `https://${site}`], pages });
    setAdding(false);
    announce('The crawl is queued.');
    crawls.reload();
  };
  return (
    <section class="panel">
      <header>
        <h2>Your sites</h2>
        <span class="grow" />
        <OnlyFor role="member" what="start crawls">
          <button type="button" onClick={() => setAdding(!isAdding)} aria-expanded={isAdding}>
            Add site
          </button>
        </OnlyFor>
      </header>
      {may && (isAdding || (crawls.data !== undefined && shown.length === 0)) ? (
        <div class="inside">
          <p>Seamark crawls the site, politely and within robots.txt, and audits it when it is done.</p>
          <Form action="Crawl it" onSubmit={start} onCancel={shown.length === 0 ? undefined : () => setAdding(false)}>
            <Field name="urls" label="Site" hint="A domain, or the address of a page to begin with.">
              {(control) => <input {...control} type="text" placeholder="www.example.com" autocomplete="off" />}
            </Field>
            <Field name="pages" label="Pages" hint="Most pages to read. 50 pages cost 1 credit.">
              {(control) => <input {...control} type="number" min={1} max={1_000_000} defaultValue="500" />}
            </Field>
          </Form>
        </div>
      ) : null}
      {shown.length === 0 ? null : (
        <ul class="crawls">
          {shown.map((crawl) => (
            <CrawlRow key={crawl.id} crawl={crawl} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CrawlRow({ crawl }: { readonly crawl: Crawl }): VNode {
  const site = siteOf(crawl);
  return (
    <li>
      <b>{site}</b>
      <Badge tone={isRunning(crawl) ? 'busy' : crawl.status === 'failed' ? 'bad' : 'quiet'} text={crawl.status} />
      <span>
        {count(crawl.counts.fetched, 'page')} read
        {crawl.counts.failed > 0 ? `, ${number(crawl.counts.failed)} failed` : ''}
        {isRunning(crawl) ? `, ${number(crawl.counts.waiting)} waiting` : ''}
      </span>
      <span class="grow" />
      <a href={`/dashboard/ask/site.audit?input=${encodeURIComponent(JSON.stringify({ site }))}`}>Audit</a>
      <a href={`/dashboard/ask/site.changes?input=${encodeURIComponent(JSON.stringify({ site }))}`}>Changes</a>
    </li>
  );
}

function isRunning({ status }: Crawl): boolean {
  return status === 'waiting' || status === 'running';
}

function siteOf({ urls }: Crawl): string {
  return URL.parse(urls[0] ?? '')?.hostname.replace(/^www\./, '') ?? urls[0] ?? '';
}
