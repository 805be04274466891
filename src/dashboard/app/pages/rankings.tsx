import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';

import { useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { CheckDialog, CheckProgress } from './rank-check.tsx';
import {
  type Asked,
  askedOf,
  DAYS,
  type Keywords,
  loadKeywords,
  loadSet,
  PAGE,
  type SetView,
  STATES,
} from './rankings-data.ts';
import { SetGlance } from './rankings-set.tsx';
import { TrackDialog } from './track-form.tsx';
import { TrackedKeywords } from './tracked-keywords.tsx';
import { Choice } from './usage-filters.tsx';

/** Tracked keywords of all sites. */
export function Rankings(): VNode {
  return (
    <RankingsPage>
      {(actions, body) => (
        <Page title="Rankings" actions={actions}>
          {body}
        </Page>
      )}
    </RankingsPage>
  );
}

/** Tracked keywords of one site, within its pages. */
export function RankingsBody({ host }: { readonly host: string }): VNode {
  return (
    <RankingsPage host={host}>
      {(actions, body) => (
        <>
          <div class="row-actions end">{actions}</div>
          {body}
        </>
      )}
    </RankingsPage>
  );
}

interface RankingsPageProps {
  readonly host?: string;
  readonly children: (actions: VNode, body: VNode) => VNode;
}

function RankingsPage({ host = '', children }: RankingsPageProps): VNode {
  const { path, query, route } = useLocation();
  const asked = { ...askedOf(query), host };
  const set = useLoad(JSON.stringify([asked.tag, asked.days, host]), (signal) => loadSet(asked, signal));
  const list = useLoad(JSON.stringify(asked), (signal) => loadKeywords(asked, signal));
  const [open, setOpen] = useState<'add' | 'check'>();
  const [jobId, setJobId] = useState<string>();
  const reload = (): void => {
    set.reload();
    list.reload();
  };
  const select = (changes: Partial<Record<keyof Asked, string>>): void => {
    const { host: _, ...kept } = asked;
    const next = { ...kept, days: String(asked.days), offset: '', ...changes };
    const given = Object.entries(next).filter(([name, value]) => value !== '' && !(name === 'days' && value === '7'));
    route(given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`, true);
  };
  const keywords = set.data?.set.keywords ?? 0;
  return children(
    <OnlyFor role="member" what="change tracked keywords">
      {keywords === 0 ? null : (
        <button type="button" onClick={() => setOpen('check')}>
          Check now
        </button>
      )}
      <button type="button" class="primary" onClick={() => setOpen('add')}>
        Add keywords
      </button>
    </OnlyFor>,
    <>
      {jobId === undefined ? null : <CheckProgress id={jobId} onEnd={reload} />}
      <WithData of={set}>
        {(data) => (isNew(data, list.data, asked) ? <Nothing /> : <SetGlance {...data} select={select} />)}
      </WithData>
      <WithData of={list}>
        {(data) =>
          set.data === undefined || isNew(set.data, data, asked) ? null : (
            <KeywordList
              asked={asked}
              list={data}
              tags={set.data.tags.map(({ tag }) => tag)}
              select={select}
              onChange={reload}
            />
          )
        }
      </WithData>
      {open === undefined ? null : (
        <OpenDialog
          is={open}
          tag={asked.tag}
          keywords={keywords}
          onClose={() => setOpen(undefined)}
          onAdded={(text) => {
            setOpen(undefined);
            reload();
            announce(text);
          }}
          onQueued={(id) => {
            setOpen(undefined);
            setJobId(id);
          }}
        />
      )}
    </>,
  );
}

interface KeywordListProps extends FiltersProps {
  readonly list: Keywords;
  readonly onChange: () => void;
}

function KeywordList({ asked, list, tags, select, onChange }: KeywordListProps): VNode {
  return (
    <section aria-labelledby="keywords">
      <h2 id="keywords">Keywords</h2>
      <Filters asked={asked} tags={tags} select={select} />
      <TrackedKeywords key={JSON.stringify(asked)} rows={list.rows} onChange={onChange} />
      <Pager
        of="keywords"
        words={['Previous', 'Next']}
        size={PAGE}
        offset={asked.offset}
        total={list.total_count}
        go={(offset) => select({ offset: String(offset) })}
      />
    </section>
  );
}

/** Most searches that one check may make. */
const SEARCHES_MAX = 5000;

interface OpenDialogProps {
  readonly is: 'add' | 'check';
  readonly tag: string;
  /** In the set that is shown. */
  readonly keywords: number;
  readonly onClose: () => void;
  readonly onAdded: (text: string) => void;
  readonly onQueued: (jobId: string) => void;
}

function OpenDialog({ is, tag, keywords, onClose, onAdded, onQueued }: OpenDialogProps): VNode {
  if (is === 'add') return <TrackDialog onClose={onClose} onDone={onAdded} />;
  const searches = Math.min(SEARCHES_MAX, keywords);
  return (
    <CheckDialog
      title={tag === '' ? 'Check all keywords now?' : `Check the keywords tagged “${tag}” now?`}
      path="/rank/targets/check"
      body={{ ...(tag === '' ? {} : { tag }), max_searches: searches }}
      searches={searches}
      onQueued={onQueued}
      onClose={onClose}
    />
  );
}

/** Nothing is tracked at all, not even paused. */
function isNew({ set }: SetView, list: Keywords | undefined, { tag, text, state, offset }: Asked): boolean {
  const isFiltered = tag !== '' || text !== '' || state !== '' || offset > 0;
  return !isFiltered && set.keywords === 0 && list?.total_count === 0;
}

function Nothing(): VNode {
  return (
    <div class="empty">
      <p>
        No keywords are tracked yet. Add the searches that matter to you and the domain or page that should rank for
        them; adding is free.
      </p>
      <p>
        Then check them here, or <a href="/dashboard/settings/schedules">schedule a daily check</a>. Result pages that
        were looked up before give a keyword its history at once.
      </p>
    </div>
  );
}

interface FiltersProps {
  readonly asked: Asked;
  readonly tags: readonly string[];
  readonly select: (changes: Partial<Record<keyof Asked, string>>) => void;
}

function Filters({ asked, tags, select }: FiltersProps): VNode {
  const known = asked.tag === '' || tags.includes(asked.tag) ? tags : [...tags, asked.tag];
  const isFiltered = asked.tag !== '' || asked.text !== '' || asked.state !== '';
  return (
    <div class="filters" role="group" aria-label="Filters">
      <TextFilter text={asked.text} select={select} />
      <Choice
        label="Tag"
        value={asked.tag}
        options={[['', 'All'], ...known.map((tag) => [tag, tag] as const)]}
        onChange={(tag) => select({ tag })}
      />
      <Choice
        label="State"
        value={asked.state}
        options={[['', 'All'], ...STATES.map((state) => [state, state] as const)]}
        onChange={(state) => select({ state })}
      />
      <Choice
        label="Changes in"
        value={String(asked.days)}
        options={DAYS.map((days) => [String(days), `${days} days`] as const)}
        onChange={(days) => select({ days })}
      />
      {isFiltered ? (
        <button type="button" class="clear" onClick={() => select({ tag: '', text: '', state: '' })}>
          Clear filters
        </button>
      ) : null}
    </div>
  );
}

/** Keeps what is being typed while the list loads anew. */
function TextFilter({ text, select }: Pick<Asked, 'text'> & Pick<FiltersProps, 'select'>): VNode {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  return (
    <label>
      Keyword or URL contains
      <input
        type="search"
        maxLength={200}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={() => select({ text: typed.trim() })}
      />
    </label>
  );
}
