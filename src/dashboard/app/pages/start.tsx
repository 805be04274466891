import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { ReportListView } from '../../views.ts';
import { get, type Problem } from '../model/api.ts';
import { type Asked, type Offer, offersFor, readAsked } from '../model/asking.ts';
import { useLoad } from '../model/load.ts';
import { useRunOffer } from '../model/run-offer.ts';
import { useSession } from '../model/session.ts';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { CrawlBox } from './crawl-box.tsx';
import { DemoBox } from './demo-box.tsx';
import { ReportList } from './reports.tsx';

const RECENT = 8;
const OFFERS = 7;

const NAMES: Readonly<Record<Asked['kind'], string>> = {
  domain: 'Domain',
  page: 'Page',
  keyword: 'Keyword',
  keywords: 'Keywords',
  text: 'Text',
};

/** One box that knows what was typed, and runs the reports that fit. */
export function Start(): VNode {
  const { query } = useLocation();
  const { demo } = useSession().me;
  const recent = useLoad('recent', (signal) => get<ReportListView>('/reports', { limit: RECENT }, signal));
  return (
    <Page title="What do you want to know?">
      <Command preset={query['q'] ?? ''} />
      <CrawlBox />
      {demo.may_use && !demo.is_inside ? <DemoBox /> : null}
      <section>
        <h2>Recent reports</h2>
        <WithData of={recent}>
          {({ reports }) =>
            reports.length === 0 ? (
              <p class="empty">No reports yet. Every report that you run is kept here.</p>
            ) : (
              <ReportList reports={reports} />
            )
          }
        </WithData>
      </section>
    </Page>
  );
}

function Command({ preset }: { readonly preset: string }): VNode {
  const { route } = useLocation();
  const [typed, setTyped] = useState(preset);
  const [problem, setProblem] = useState<Problem>();
  const box = useRef<HTMLTextAreaElement>(null);
  const asked = readAsked(typed);
  const offers = asked === undefined ? [] : offersFor(asked);
  useEffect(() => {
    setTyped(preset);
    box.current?.focus();
  }, [preset]);
  const run = useRunOffer((_, id) => route(`/dashboard/reports/${id}`), setProblem);
  return (
    <>
      <form
        class="command"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (offers[0] !== undefined) run(offers[0]);
        }}
      >
        <label class="unseen" for="command">
          Domain, page address or keyword
        </label>
        <textarea
          id="command"
          ref={box}
          rows={typed.includes('\n') ? 5 : 1}
          placeholder="Domain, page address, keywords or a text"
          value={typed}
          spellcheck={false}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || typed.includes('\n')) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        {asked === undefined ? null : <span class="badge busy">{nameOf(asked)}</span>}
        <button type="submit" class="primary" disabled={asked === undefined}>
          Look up
        </button>
      </form>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <Offers of={offers.slice(0, OFFERS)} onRun={run} />
      {asked?.kind === 'domain' || asked?.kind === 'page' || asked?.kind === 'keyword' ? (
        <p class="all-about">
          <a href={`/dashboard/look/${encodeURIComponent(asked.value)}`}>Everything about {asked.value}</a>
        </p>
      ) : null}
    </>
  );
}

interface OffersProps {
  readonly of: readonly Offer[];
  readonly onRun: (offer: Offer) => void;
}

function Offers({ of, onRun }: OffersProps): VNode | null {
  const prices = new Map(useSession().me.operations.map(({ id, price_rule }) => [id, price_rule]));
  if (of.length === 0) return null;
  return (
    <ul class="offers" aria-label="Reports that fit">
      {of.map((offer) => (
        <li key={offer.operation}>
          <button type="button" onClick={() => onRun(offer)}>
            <span>{offer.title}</span>
            <span class="muted">{prices.get(offer.operation)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function nameOf(asked: Asked): string {
  return asked.kind === 'keywords' ? `${asked.value.length} keywords` : NAMES[asked.kind];
}
