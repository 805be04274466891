import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';

import type { CrawlListView } from '../../views.ts';
import { get, send } from '../model/api.ts';
import { askAddress } from '../model/asking.ts';
import { count, number } from '../model/format.ts';
import { useEvery, useLoad } from '../model/load.ts';
import { useMay } from '../model/roles.ts';
import { useSites } from '../model/sites.ts';
import { pageAddress, siteSubject } from '../model/subject.ts';
import { announce } from '../parts/announcer.tsx';
import { Badge } from '../parts/badge.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';
import { OnlyFor } from '../parts/only-for.tsx';

const READ = 20;
const SHOWN = 3;
const LOOK_AGAIN_MS = 2000;

type Crawl = CrawlListView['crawls'][number];

/** Adds a site to the index, and shows how far its crawls are. */
export function CrawlBox(): VNode {
  const crawls = useLoad('crawls', (signal) => get<CrawlListView>('/crawls', { limit: READ }, signal));
  // Who was sent here to crawl finds the form open.
  const asked = useLocation().query['crawl'];
  const [isAdding, setAdding] = useState(asked !== undefined);
  const may = useMay('member');
  const shown = newestOfEach(crawls.data?.crawls ?? []).slice(0, SHOWN);
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
        <h2>Latest crawls</h2>
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
              {(control) => (
                <input
                  {...control}
                  type="text"
                  placeholder="www.example.com"
                  defaultValue={asked ?? ''}
                  autocomplete="off"
                />
              )}
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

/** One row a site: of its crawls the newest, which come first. */
function newestOfEach(crawls: readonly Crawl[]): readonly Crawl[] {
  const sites = crawls.map(siteOf);
  return crawls.filter((crawl, at) => sites.indexOf(siteOf(crawl)) === at);
}

function CrawlRow({ crawl }: { readonly crawl: Crawl }): VNode {
  const site = siteOf(crawl);
  const known = useSites().data?.sites.find(({ target }) => target === site);
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
      <a href={known === undefined ? askAddress('site.audit', { site }) : pageAddress(siteSubject(known), 'audit')}>
        Audit
      </a>
      <a
        href={
          known === undefined
            ? askAddress('site.changes', { site })
            : pageAddress(siteSubject(known), 'audit', 'changes')
        }
      >
        Changes
      </a>
    </li>
  );
}

function isRunning({ status }: Crawl): boolean {
  return status === 'waiting' || status === 'running';
}

function siteOf({ urls }: Crawl): string {
  return URL.parse(urls[0] ?? '')?.hostname.replace(/^www\./, '') ?? urls[0] ?? '';
}
