import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { JobRowView, PriceView, ReportsAboutView } from '../../views.ts';
import { get, type Problem, send } from '../model/api.ts';
import { type Offer, offersFor, readAsked } from '../model/asking.ts';
import { count, minute } from '../model/format.ts';
import { useEvery, useLoad } from '../model/load.ts';
import { useRunOffer } from '../model/run-offer.ts';
import type { Subject } from '../model/subject.ts';
import { useSession } from '../model/session.ts';
import { Dialog } from '../parts/dialog.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { ReportBrief } from '../parts/report-body.tsx';
import { isLive, JobState } from './job-table.tsx';
import { SubjectPage } from './subject-page.tsx';

/** What most people want to know first. */
const FIRST = 4;
const POLL_MS = 1500;

type Kept = ReadonlyMap<string, string>;

/** What is known first of somebody else's domain or page, or of a keyword, and what can be asked about it. */
export function LookOverview({ subject }: { readonly subject: Subject }): VNode {
  const value = subject.target;
  const asked = readAsked(value);
  const offers = asked === undefined ? [] : offersFor(asked);
  const about = useLoad(value, (signal) => get<ReportsAboutView>('/reports/about', { value }, signal));
  const [started, setStarted] = useState<Kept>(new Map());
  const [problem, setProblem] = useState<Problem>();
  const kept: Kept = new Map([
    ...(about.data?.reports ?? []).map((each) => [each.operation, each.id] as const),
    ...started,
  ]);
  const run = useRunOffer(
    ({ operation }, id) => setStarted((before) => new Map([...before, [operation, id]])),
    setProblem,
  );
  const shown = asked?.kind === 'domain' ? offers.slice(0, FIRST) : offers;
  const missing = shown.filter(({ operation }) => !kept.has(operation));
  return (
    <SubjectPage
      subject={subject}
      title={value}
      actions={about.data === undefined ? null : <RunAll offers={missing} onRun={run} />}
    >
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      {about.problem === undefined ? null : <ProblemNotice problem={about.problem} />}
      {about.data === undefined
        ? null
        : shown.map((offer) => (
            <Section key={offer.operation} offer={offer} report={kept.get(offer.operation)} onRun={run} />
          ))}
    </SubjectPage>
  );
}

interface SectionProps {
  readonly offer: Offer;
  /** The job that has its newest answer, or will have it. */
  readonly report: string | undefined;
  readonly onRun: (offer: Offer) => void;
}

function Section({ offer, report, onRun }: SectionProps): VNode {
  const price = useSession().me.operations.find(({ id }) => id === offer.operation)?.price_rule;
  return (
    <section class="panel brief">
      <header>
        <h2>{offer.title}</h2>
        <span class="grow" />
        {report === undefined ? (
          <>
            <span class="muted">{price}</span>
            <OnlyFor role="member" what="run reports" isSilent>
              <button type="button" onClick={() => onRun(offer)}>
                Run
              </button>
            </OnlyFor>
          </>
        ) : (
          <a href={`/dashboard/reports/${report}`}>Open report</a>
        )}
      </header>
      {report === undefined ? <p class="empty">Not run yet.</p> : <Brief key={report} report={report} />}
    </section>
  );
}

function Brief({ report }: { readonly report: string }): VNode {
  const path = `/jobs/${encodeURIComponent(report)}`;
  const { data, problem, reload } = useLoad(path, (signal) => get<{ job: JobRowView }>(path, {}, signal));
  const isRunning = data !== undefined && isLive(data.job);
  useEvery(isRunning ? POLL_MS : undefined, reload);
  if (problem !== undefined) return <ProblemNotice problem={problem} />;
  if (data === undefined) return <p class="loading">Loading…</p>;
  const { job } = data;
  return (
    <>
      {job.result === null ? (
        <p>
          <JobState job={job} /> {job.error === null ? job.progress.message : job.error.message}
        </p>
      ) : (
        <ReportBrief operation={job.operation} answer={{ ...job.result }} />
      )}
      <p class="muted">{minute(job.created_at)}</p>
    </>
  );
}

interface RunAllProps {
  readonly offers: readonly Offer[];
  readonly onRun: (offer: Offer) => void;
}

/** Runs what was not asked yet, once its price was told. */
function RunAll({ offers, onRun }: RunAllProps): VNode | null {
  const [isOpen, setOpen] = useState(false);
  if (offers.length < 2) return null;
  return (
    <>
      <OnlyFor role="member" what="run reports">
        <button type="button" class="primary" onClick={() => setOpen(true)}>
          Run all {offers.length}
        </button>
      </OnlyFor>
      {isOpen ? <RunAllDialog offers={offers} onRun={onRun} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RunAllDialog({ offers, onRun, onClose }: RunAllProps & { readonly onClose: () => void }): VNode {
  const [prices, setPrices] = useState<readonly (number | undefined)[]>();
  useEffect(() => {
    const ask = ({ operation, input }: Offer): Promise<number | undefined> =>
      send<PriceView>('POST', '/reports', { operation, input, dry_run: true }).then(
        ({ credits }) => credits,
        () => undefined,
      );
    void Promise.all(offers.map(ask)).then(setPrices);
  }, []);
  const ready = offers.filter((_, at) => prices?.[at] !== undefined);
  const credits = (prices ?? []).reduce<number>((sum, price) => sum + (price ?? 0), 0);
  const run = (): void => {
    for (const offer of ready) onRun(offer);
    onClose();
  };
  return (
    <Dialog title="Run all" onClose={onClose}>
      {prices === undefined ? (
        <p>Asking what they cost…</p>
      ) : (
        <p>
          {count(ready.length, 'report')} for {credits === 0 ? 'no credits' : count(credits, 'credit')}.
          {ready.length < offers.length
            ? ` ${offers.length - ready.length} of them need more than a name: run those one by one.`
            : ''}
        </p>
      )}
      <div class="buttons">
        <button type="button" class="primary" disabled={ready.length === 0} onClick={run}>
          Run
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
