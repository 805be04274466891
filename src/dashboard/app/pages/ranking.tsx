import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';
import { useState } from 'preact/hooks';

import type { RankHistoryView, RankOverviewView, TargetListView, TargetView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { count, day, number, share } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { answerHistory, wordMove, wordNoise, wordSeries, wordTrend } from '../model/rank-words.ts';
import { announce } from '../parts/announcer.tsx';
import { Band, type BandFigure } from '../parts/band.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RankChart } from '../parts/rank-chart.tsx';
import { CheckDialog, CheckProgress } from './rank-check.tsx';
import { RankPoints } from './rank-points.tsx';
import type { TrackedView } from './rankings-data.ts';
import { TagDialog } from './tag-form.tsx';
import { TrackedState } from './tracked-keywords.tsx';

interface RankingView extends TrackedView {
  readonly history: RankHistoryView;
}

/** One tracked keyword: where it stands, its history, and what can be said of it. */
export function Ranking(): VNode {
  const id = useRoute().params['id'] ?? '';
  const loaded = useLoad(id, (signal) => loadRanking(id, signal));
  const [jobId, setJobId] = useState<string>();
  const { data } = loaded;
  const target = data?.target;
  return (
    <Page
      title={target?.keyword ?? 'Tracked keyword'}
      actions={
        target === undefined ? undefined : <Actions target={target} onChange={loaded.reload} onQueued={setJobId} />
      }
    >
      <p class="crumb">
        <a href="/dashboard/rankings">Rankings</a>
      </p>
      {jobId === undefined ? null : <CheckProgress id={jobId} onEnd={loaded.reload} />}
      <WithData of={loaded}>{(found) => (found === null ? <Gone /> : <Detail {...found} />)}</WithData>
    </Page>
  );
}

/** Null for a keyword that is not tracked. */
async function loadRanking(id: string, signal: AbortSignal): Promise<RankingView | null> {
  const [{ targets }, overview] = await Promise.all([
    get<TargetListView>('/rank/targets', { ids: id }, signal),
    get<RankOverviewView>('/rank/overview', { ids: id }, signal),
  ]);
  const [target] = targets;
  if (target === undefined) return null;
  const rank = overview.items[0];
  const history = await get<RankHistoryView>('/rank/track', seriesOf(target, rank?.engine ?? target.engine), signal);
  return { target, rank, history };
}

/** The series that the keyword is checked in, and no other. */
function seriesOf({ keyword, url, location_code, language, device }: TargetView, engine: string | null) {
  return {
    keyword,
    url,
    location_code: location_code ?? 0,
    language,
    device: device ?? 'none',
    engine: engine ?? undefined,
  };
}

function Gone(): VNode {
  return (
    <div class="empty">
      <p>This keyword is not tracked, or no longer. Add it on the page Rankings to see its history.</p>
    </div>
  );
}

interface ActionsProps {
  readonly target: TargetView;
  readonly onChange: () => void;
  readonly onQueued: (jobId: string) => void;
}

function Actions({ target, onChange, onQueued }: ActionsProps): VNode {
  const { route } = useLocation();
  const [open, setOpen] = useState<'check' | 'tag' | 'delete'>();
  const [problem, setProblem] = useState<Problem>();
  const close = (): void => setOpen(undefined);
  const done = (text: string): void => {
    close();
    onChange();
    announce(text);
  };
  const toggle = (): void => {
    setProblem(undefined);
    const is_paused = !target.is_paused;
    send('PATCH', '/rank/targets', { ids: [target.id], is_paused }).then(
      () => done(is_paused ? 'Keyword paused.' : 'Keyword resumed.'),
      (thrown: unknown) => setProblem(asProblem(thrown)),
    );
  };
  return (
    <>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <OnlyFor role="member" what="change tracked keywords">
        {' '}
        <button type="button" onClick={() => setOpen('check')}>
          Check now
        </button>
        <button type="button" onClick={() => setOpen('tag')}>
          Tag
        </button>
        <button type="button" onClick={toggle}>
          {target.is_paused ? 'Resume' : 'Pause'}
        </button>
        <button type="button" onClick={() => setOpen('delete')}>
          Delete
        </button>
      </OnlyFor>
      {open === 'check' ? (
        <CheckDialog
          title="Check this keyword now?"
          path="/rank/track"
          body={checkOf(target)}
          searches={1}
          onQueued={(id) => {
            close();
            onQueued(id);
          }}
          onClose={close}
        />
      ) : null}
      {open === 'tag' ? <TagDialog targets={[target]} onDone={done} onClose={close} /> : null}
      {open === 'delete' ? (
        <Confirm
          title="Stop tracking this keyword?"
          action="Delete keyword"
          work={() => send('DELETE', '/rank/targets', { ids: [target.id] })}
          onDone={() => {
            route('/dashboard/rankings');
            announce('Keyword deleted.');
          }}
          onClose={close}
        >
          <p>Result pages that were stored stay: if you add it again, it has its history at once.</p>
        </Confirm>
      ) : null}
    </>
  );
}

function checkOf({ keyword, url, location, location_code, language, device, depth, engine }: TargetView) {
  // Places without a code of Google's are found again by their whole name.
  const isCoded = location_code !== null && location_code > 0;
  const place = isCoded ? { location_code } : location === null ? {} : { location };
  return {
    keyword,
    url,
    language,
    depth,
    ...place,
    ...(device === null ? {} : { device }),
    ...(engine === null ? {} : { engine }),
  };
}

function Detail({ target, rank, history }: RankingView): VNode {
  const isKnown = history.history.length > 0 || (history.gaps ?? []).length > 0;
  return (
    <>
      <p class="context">
        <span class="address">{target.url}</span> · {wordSeries({ ...target, engine: history.engine ?? target.engine })}{' '}
        · <TrackedState target={target} rank={rank} />
        {target.tags.length === 0 ? null : <span class="address"> · {target.tags.join(', ')}</span>}
      </p>
      <p class="answer">{answerHistory(history)}</p>
      <Band figures={figuresOf(history)} unknown="not checked yet" />
      {isKnown ? (
        <>
          <h2>History</h2>
          <RankChart history={history} />
          <Changes history={history} />
          <RankPoints history={history} name={target.keyword} />
        </>
      ) : (
        <div class="empty">
          <p>
            No check is stored for this search yet. Use “Check now”, or{' '}
            <a href="/dashboard/settings/schedules">schedule a daily check</a> of all keywords.
          </p>
        </div>
      )}
    </>
  );
}

function figuresOf(history: RankHistoryView): readonly BandFigure[] {
  const { checks, current, current_checked_at, best, best_checked_at, worst, worst_checked_at } = history;
  if (checks === null) {
    return ['Current', 'Best', 'Worst', 'Average', 'Noise', 'Trend'].map((name) => ({ name, value: undefined }));
  }
  const { average, found_share } = history;
  const noise = wordNoise(history.noise);
  const trend = wordTrend(history);
  const placed = (name: string, place: number | null, at: string | null): BandFigure => ({
    name,
    value: place === null ? 'not found' : number(place),
    note: at === null ? undefined : day(at),
  });
  return [
    placed('Current', current, current_checked_at),
    placed('Best', best, best_checked_at),
    placed('Worst', worst, worst_checked_at),
    {
      name: 'Average',
      value: average === null ? 'not found' : number(average),
      note:
        found_share === null
          ? undefined
          : `found in ${share(found_share.value, 1)} of ${count(found_share.n, 'check')}`,
    },
    { name: 'Noise', value: noise.value, unit: 'positions', note: noise.means },
    { name: 'Trend', value: trend.value, note: trend.means },
  ];
}

/** What the chart marks, in words, oldest first. */
function Changes({ history }: { readonly history: RankHistoryView }): VNode | null {
  const { significant_changes, source_changes, notes } = history;
  const moves = significant_changes.map((change) => ({
    at: change.at,
    words: (
      <>
        <span class={`move ${change.direction === 'up' ? 'good' : 'bad'}`}>{wordMove(change)}</span>, confirmed by three
        checks
      </>
    ),
  }));
  const sources = source_changes.map(({ checked_at, from, to }) => ({
    at: checked_at,
    words: `source changed from ${from} to ${to}`,
  }));
  const changes = [...moves, ...sources].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  if (changes.length + notes.length === 0) return null;
  return (
    <ul class="changes">
      {changes.map(({ at, words }, place) => (
        <li key={place}>
          {day(at)}: {words}
        </li>
      ))}
      {notes.map((note) => (
        <li key={note} class="muted">
          {note}
        </li>
      ))}
    </ul>
  );
}
