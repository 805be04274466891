import { useEffect, useState } from 'preact/hooks';

import type { JobRowView, QueuedView, ReportsAboutView } from '../../views.ts';
import { asProblem, get, type Problem, send } from './api.ts';
import { useLive } from './live.ts';
import { useLoad } from './load.ts';
import { useSession } from './session.ts';
import type { Subject } from './subject.ts';
import type { Given, Question } from './questions.ts';

/** Where the answer to a question is. */
export type Kept =
  | { readonly is: 'loading' }
  | { readonly is: 'unasked' }
  | { readonly is: 'ordered' }
  | { readonly is: 'refused'; readonly problem: Problem }
  | { readonly is: 'known'; readonly job: JobRowView };

export interface KeptAnswers {
  readonly of: (question: Question) => Kept;
  readonly run: (questions: readonly Question[], given: Given) => void;
}

/**
 * The newest kept answers to some questions about a subject, and a way to ask again. Nothing is asked by itself, but in the
 * demo, where nothing costs anything.
 */
export function useKept(subject: Subject, questions: readonly Question[], given: Given): KeptAnswers {
  const { demo } = useSession().me;
  const asked = given.url ?? given.keyword ?? '';
  const about = useLoad(JSON.stringify([subject.kind, subject.target, asked]), (signal) =>
    get<ReportsAboutView>('/reports/about', aboutQuery(subject, asked), signal),
  );
  const [ordered, setOrdered] = useState<ReadonlyMap<string, Kept>>(new Map());
  const [jobs, setJobs] = useState<ReadonlyMap<string, JobRowView>>(new Map());
  const put = (operation: string, kept: Kept): void => setOrdered((before) => new Map([...before, [operation, kept]]));
  const [failed, setFailed] = useState<ReadonlyMap<string, Problem>>(new Map());
  const putJob = (job: JobRowView): void => setJobs((before) => new Map([...before, [job.id, job]]));
  const load = (id: string): void => {
    get<{ job: JobRowView }>(`/jobs/${encodeURIComponent(id)}`).then(
      ({ job }) => putJob(job),
      (thrown: unknown) => setFailed((before) => new Map([...before, [id, asProblem(thrown)]])),
    );
  };
  const ids = new Map((about.data?.reports ?? []).map(({ operation, id }) => [operation, id]));
  const wanted = questions.flatMap(({ operation }) => ids.get(operation) ?? []).join(',');
  useEffect(() => {
    for (const id of wanted.split(',')) if (id !== '' && !jobs.has(id)) load(id);
  }, [wanted]);
  const running = [...ordered.values()].flatMap((kept) => (kept.is === 'known' ? [newest(kept.job, jobs)] : []));
  // A row of the stream has no answer: what has ended is read once more, whole.
  useLive(
    running.filter(({ status }) => status === 'queued' || status === 'running').map(({ id }) => id),
    (job) => (job.status === 'completed' || job.status === 'failed' ? load(job.id) : putJob(job)),
  );
  const run: KeptAnswers['run'] = (these, with_given) => {
    for (const { operation, input: inputOf } of these) {
      const input = inputOf(subject, with_given);
      if (input === undefined) continue;
      put(operation, { is: 'ordered' });
      const order = { operation, input, ...(subject.kind === 'site' ? { site: subject.id } : {}) };
      send<QueuedView>('POST', '/reports', order)
        .then(({ job_id }) => get<{ job: JobRowView }>(`/jobs/${encodeURIComponent(job_id)}`))
        .then(
          ({ job }) => put(operation, { is: 'known', job }),
          (thrown: unknown) => put(operation, { is: 'refused', problem: asProblem(thrown) }),
        );
    }
  };
  const of: KeptAnswers['of'] = ({ operation }) => {
    const mine = ordered.get(operation);
    if (mine !== undefined) return mine.is === 'known' ? { is: 'known', job: newest(mine.job, jobs) } : mine;
    if (about.data === undefined) {
      return about.problem === undefined ? { is: 'loading' } : { is: 'refused', problem: about.problem };
    }
    const id = ids.get(operation);
    if (id === undefined) return { is: 'unasked' };
    const job = jobs.get(id);
    if (job !== undefined) return { is: 'known', job };
    const problem = failed.get(id);
    return problem === undefined ? { is: 'loading' } : { is: 'refused', problem };
  };
  const missing =
    demo.is_inside && about.data !== undefined ? questions.filter((each) => of(each).is === 'unasked') : [];
  const missingNames = missing.map(({ operation }) => operation).join(',');
  useEffect(() => {
    if (missingNames !== '') run(missing, given);
  }, [missingNames]);
  return { of, run };
}

function newest(job: JobRowView, jobs: ReadonlyMap<string, JobRowView>): JobRowView {
  return jobs.get(job.id) ?? job;
}

function aboutQuery(subject: Subject, asked: string): Readonly<Record<string, string>> {
  if (subject.kind === 'look') return { value: asked === '' ? subject.target : asked };
  return asked === ''
    ? { value: subject.target, site: subject.id }
    : { site: subject.id, value: asked, question: asked };
}
