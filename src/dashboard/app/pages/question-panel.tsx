import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';

import type { JobRequestView, JobRowView } from '../../views.ts';
import { get, type Problem } from '../model/api.ts';
import { askAddress } from '../model/asking.ts';
import { minute } from '../model/format.ts';
import type { Kept } from '../model/kept.ts';
import { useLoad } from '../model/load.ts';
import { useSession } from '../model/session.ts';
import type { Subject } from '../model/subject.ts';
import type { Question } from '../model/questions.ts';
import { Advice } from '../parts/advice.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { addToList } from '../parts/row-actions.tsx';
import { prospectsOf, stepsOf } from '../parts/tasks.ts';
import { Icon } from '../parts/icon.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { ReportBody } from '../parts/report-body.tsx';
import { ReportSkeleton } from '../parts/skeleton.tsx';
import type { Fields } from '../model/fields.ts';

interface QuestionPanelProps {
  readonly subject: Subject;
  readonly question: Question;
  readonly kept: Kept;
  /** Of several on one page. */
  readonly hasTitle: boolean;
  /** Undefined where something has to be given first. */
  readonly onRun: (() => void) | undefined;
}

/** The newest answer to a question, with its date and a way to ask it again; or the offer to ask it. */
export function QuestionPanel({ subject, question, kept, hasTitle, onRun }: QuestionPanelProps): VNode | null {
  if (kept.is === 'unasked' && onRun === undefined) return null;
  return (
    <section class="question" aria-label={question.title}>
      {hasTitle ? <h2>{question.title}</h2> : null}
      <Inside subject={subject} question={question} kept={kept} onRun={onRun} />
    </section>
  );
}

function Inside({ subject, question, kept, onRun }: Omit<QuestionPanelProps, 'hasTitle'>): VNode | null {
  switch (kept.is) {
    case 'loading':
      return <ReportSkeleton />;
    case 'ordered':
      return <Progress text="Reading the request…" percent={0} />;
    case 'unasked':
      return onRun === undefined ? null : <Offer question={question} subject={subject} onRun={onRun} />;
    case 'refused':
      return <Refusal problem={kept.problem} onRun={onRun} />;
    case 'known':
      return <Answered subject={subject} question={question} job={kept.job} onRun={onRun} />;
  }
}

function Refusal({ problem, onRun }: { readonly problem: Problem; readonly onRun: (() => void) | undefined }): VNode {
  return (
    <>
      <ProblemNotice problem={problem} />
      {onRun === undefined ? null : (
        <button type="button" onClick={onRun}>
          Try again
        </button>
      )}
    </>
  );
}

/** The price of a call with its defaults: extras are charged only when a form asks for them. */
export function usePriceRule(operation: string): string {
  const rule = useSession().me.operations.find(({ id }) => id === operation)?.price_rule ?? '';
  return rule.split(', +')[0] ?? '';
}

interface OfferProps {
  readonly subject: Subject;
  readonly question: Question;
  readonly onRun: () => void;
}

function Offer({ subject, question, onRun }: OfferProps): VNode {
  const operation = useSession().me.operations.find(({ id }) => id === question.operation);
  return (
    <div class="panel offer">
      <p>
        <b>{operation?.title ?? question.title}</b>
      </p>
      <p class="muted">{operation?.summary}</p>
      <p class="muted">This report has not been run for {subject.name} yet.</p>
      <div class="buttons">
        <OnlyFor role="member" what="run reports">
          <button type="button" class="primary" onClick={onRun}>
            Run
          </button>
        </OnlyFor>
        <span class="muted">{operation?.price_rule}</span>
      </div>
    </div>
  );
}

function Progress({ text, percent }: { readonly text: string; readonly percent: number }): VNode {
  return (
    <div class="running" role="status">
      <progress max={100} value={percent} aria-label="Progress" />
      <p>{text}</p>
    </div>
  );
}

interface AnsweredProps {
  readonly subject: Subject;
  readonly question: Question;
  readonly job: JobRowView;
  readonly onRun: (() => void) | undefined;
}

function Answered({ subject, question, job, onRun }: AnsweredProps): VNode {
  if (job.status === 'queued' || job.status === 'running') return <Running job={job} />;
  if (job.result === null) return <Failed job={job} onRun={onRun} />;
  return <Answer subject={subject} question={question} job={job} answer={{ ...job.result }} onRun={onRun} />;
}

function Running({ job: { progress } }: Pick<AnsweredProps, 'job'>): VNode {
  const isSlow = useSlow();
  const stage = progress.message ?? progress.stage;
  return <Progress percent={progress.percent} text={isSlow ? stageText(stage) : 'Waiting for its turn.'} />;
}

/** Jobs that say no more than that they run name no stage. */
function stageText(stage: string): string {
  if (stage === 'queued') return 'Waiting for its turn.';
  return stage === '' || stage === 'running' ? 'Working on it…' : `Reading ${stage}…`;
}

function Failed({ job: { error }, onRun }: Pick<AnsweredProps, 'job' | 'onRun'>): VNode {
  const fix = error?.fix ?? '';
  return (
    <div class="problem">
      <p>
        <strong>{error?.message ?? 'There is no answer.'}</strong> Nothing was charged.
      </p>
      {fix === '' ? null : <Advice text={fix} />}
      {onRun === undefined ? null : (
        <OnlyFor role="member" what="run reports" isSilent>
          <button type="button" onClick={onRun}>
            Try again
          </button>
        </OnlyFor>
      )}
    </div>
  );
}

function Answer({ subject, question, job, answer, onRun }: AnsweredProps & { readonly answer: Fields }): VNode {
  const { route } = useLocation();
  const path = `/jobs/${encodeURIComponent(job.id)}/request`;
  const asked = useLoad(job.id, (signal) => get<JobRequestView>(path, {}, signal));
  const ask = (operation: string, input: Fields): void =>
    route(askAddress(operation, input, subject.kind === 'site' ? subject.id : undefined));
  return (
    <>
      <p class="kept-line">
        <span>As of {minute(job.created_at)}</span>
        {isOlderThanCrawl(subject, job) ? <span class="warn">The site was crawled since then.</span> : null}
        <span class="grow" />
        {subject.kind === 'site' ? <AddToPlan site={subject.id} job={job} answer={answer} /> : null}
        <a href={`/dashboard/reports/${job.id}`}>Share, compare, export</a>
        {onRun === undefined ? (
          <a href={askAddress(job.operation, asked.data?.input ?? {})}>Run again</a>
        ) : (
          <OnlyFor role="member" what="run reports" isSilent>
            <button type="button" class="quiet" onClick={onRun}>
              <Icon name="again" /> Run again
            </button>
          </OnlyFor>
        )}
        <span class="muted">
          <Price operation={question.operation} />
        </span>
      </p>
      <ReportBody
        operation={job.operation}
        answer={answer}
        input={asked.data?.input}
        onAsk={ask}
        site={subject.kind === 'site' ? { id: subject.id, target: subject.target, job_id: job.id } : undefined}
      />
    </>
  );
}

interface AddToPlanProps {
  readonly site: string;
  readonly job: JobRowView;
  readonly answer: Fields;
}

/** Takes the steps of the answer into the plan, and the pages that could link into the outreach. */
function AddToPlan({ site, job, answer }: AddToPlanProps): VNode {
  const [steps, prospects] = [stepsOf(answer, job.id), prospectsOf(job.operation, answer, job.id)];
  return (
    <>
      {prospects.length === 0 ? null : (
        <OnlyFor role="member" what="change the plan" isSilent>
          <button type="button" class="quiet" onClick={() => addToList(site, prospects, 'outreach list')}>
            Add to outreach
          </button>
        </OnlyFor>
      )}
      {steps.length === 0 ? null : (
        <OnlyFor role="member" what="change the plan" isSilent>
          <button type="button" class="quiet" onClick={() => addToList(site, steps, 'plan')}>
            Add to plan
          </button>
        </OnlyFor>
      )}
    </>
  );
}

function Price({ operation }: { readonly operation: string }): VNode {
  return <>{usePriceRule(operation)}</>;
}

const OWN_INDEX = /^(?:backlinks|site|content\.(?:cannibalization|internal-links|keyword-map))/;

/** What the own index answers is worth asking again after a crawl. */
function isOlderThanCrawl(subject: Subject, { operation, created_at }: JobRowView): boolean {
  const closed = subject.kind === 'site' ? subject.site.last_crawl?.closed_at : undefined;
  return closed != null && closed > created_at && OWN_INDEX.test(operation);
}

const SLOW_MS = 1000;

function useSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}
