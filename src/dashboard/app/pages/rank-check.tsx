import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { JobRowView, PriceView, QueuedView } from '../../views.ts';
import { get, send } from '../model/api.ts';
import { count, number, usd as money } from '../model/format.ts';
import { useLive } from '../model/live.ts';
import { useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { WithData } from '../parts/loading.tsx';
import { isLive, JobState } from './job-table.tsx';

interface CheckDialogProps {
  readonly title: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Most result pages that will be looked up. */
  readonly searches: number;
  readonly onQueued: (jobId: string) => void;
  readonly onClose: () => void;
}

/** Says what a check costs before it is made. */
export function CheckDialog({ title, path, body, searches, onQueued, onClose }: CheckDialogProps): VNode {
  const price = useLoad(path, () => send<PriceView>('POST', `${path}?dry_run=true`, body));
  const check = async (): Promise<void> => onQueued((await send<QueuedView>('POST', path, body)).job_id);
  return (
    <Dialog title={title} onClose={onClose}>
      <WithData of={price}>
        {(known) => (
          <>
            <Price price={known} searches={searches} />
            {canCheck(known) ? (
              <Form
                action={`Check for ${searches === 1 ? '' : 'up to '}${count(known.credits, 'credit')}`}
                onSubmit={check}
                onCancel={onClose}
              >
                {null}
              </Form>
            ) : null}
          </>
        )}
      </WithData>
      {price.data !== undefined && canCheck(price.data) ? null : (
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      )}
    </Dialog>
  );
}

function canCheck(price: PriceView): boolean {
  const { balance } = price.meta.credits;
  return sourcesOf(price).length > 0 && (balance === null || balance >= price.credits);
}

function sourcesOf({ would_serve }: PriceView): readonly string[] {
  return would_serve.flatMap(({ sources }) => sources);
}

function Price({ price, searches }: { readonly price: PriceView; readonly searches: number }): VNode {
  const { credits, meta } = price;
  const { balance } = meta.credits;
  const sources = sourcesOf(price);
  const left = balance === null ? 'Your credits are not limited.' : `You have ${count(balance, 'credit')} left.`;
  if (sources.length === 0) {
    return (
      <p>
        No source of result pages is connected, so nothing can be checked.{' '}
        <a href="/dashboard/settings/sources">Connect a source</a>.
      </p>
    );
  }
  return (
    <>
      <p>
        {searches === 1 ? (
          <>
            One search costs <strong>{count(credits, 'credit')}</strong>; a check that fails costs nothing. {left}
          </>
        ) : (
          <>
            {count(searches, 'keyword')} need at most {number(searches)} searches. The check reserves{' '}
            <strong>{count(credits, 'credit')}</strong> and charges 2 for each search that is answered; keywords that
            share a search are looked up once. {left}
          </>
        )}
      </p>
      {balance !== null && balance < credits ? (
        <p>
          <strong>That is more than you have left.</strong> Choose a tag to check fewer keywords.
        </p>
      ) : null}
      <Asked sources={sources} usd={price.usd} />
    </>
  );
}

/** As the desk names what was crawled. It ranks those pages by its own rules and knows nothing of any search engine. */
const OWN_INDEX = 'index';

function Asked({ sources, usd }: { readonly sources: readonly string[]; readonly usd: number }): VNode {
  const engines = sources.filter((source) => source !== OWN_INDEX);
  if (engines.length === 0) {
    return (
      <p>
        <strong>No search engine is connected.</strong> The check would search only pages that you crawled.{' '}
        <a href="/dashboard/settings/sources">Connect a source</a> to see where you rank on Google or Bing.
      </p>
    );
  }
  return (
    <p class="muted">
      Sources asked: {engines.join(', ')}.{' '}
      {usd > 0 ? `The first charges about ${money(usd)}.` : 'What they charge counts toward their daily limits.'}
    </p>
  );
}

interface CheckProgressProps {
  readonly id: string;
  readonly onEnd: () => void;
}

/** Follows the check to its end; then what was found is on the page. */
export function CheckProgress({ id, onEnd }: CheckProgressProps): VNode | null {
  const loaded = useLoad(id, async (signal) => (await get<{ job: JobRowView }>(`/jobs/${id}`, {}, signal)).job);
  const [told, setTold] = useState('');
  const job = loaded.data;
  const end = (ended: JobRowView): void => {
    if (isLive(ended) || told === ended.id) return;
    setTold(ended.id);
    onEnd();
    announce(ended.status === 'completed' ? 'Check completed.' : 'The check did not complete.');
  };
  useLive(job === undefined || isLive(job) ? [id] : [], (newer) => {
    loaded.replace(() => newer);
    end(newer);
  });
  if (job === undefined) return null;
  return (
    <div class={job.status === 'failed' ? 'problem' : 'notice'}>
      <p>
        Check: <JobState job={job} /> <a href={`/dashboard/settings/jobs/${id}`}>Show the job</a>
      </p>
      {job.error === null ? null : (
        <p>
          {job.error.message} {job.error.fix}
        </p>
      )}
    </div>
  );
}
