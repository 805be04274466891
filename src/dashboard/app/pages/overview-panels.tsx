import type { ComponentChildren, VNode } from 'preact';

import type { RankOverviewView, RankRowView, SiteDetailView } from '../../views.ts';
import { asProblem } from '../model/api.ts';
import { count, day, number } from '../model/format.ts';
import type { KeptAnswers } from '../model/kept.ts';
import { numberAt, type OverviewFacts } from '../model/overview.ts';
import { wordPosition } from '../model/rank-words.ts';
import { OVERVIEW } from '../model/overview-questions.ts';
import { pageAddress, type Subject } from '../model/subject.ts';
import type { Question } from '../model/questions.ts';
import { OnlyFor } from '../parts/only-for.tsx';
import { addTasks } from '../parts/tasks.ts';
import { isRows, valueAt } from '../model/values.ts';
import { announce } from '../parts/announcer.tsx';
import { Icon } from '../parts/icon.tsx';
import { LevelMark } from '../parts/level.tsx';
import { ChartOf } from '../parts/charts/chart-of.tsx';
import { Words } from '../parts/advice.tsx';
import { usePriceRule } from './question-panel.tsx';

interface PanelProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly link: readonly [address: string, text: string];
  readonly children: ComponentChildren;
}

function Panel({ title, note, link: [address, text], children }: PanelProps): VNode {
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        {note === undefined ? null : <span class="muted small">{note}</span>}
        <span class="grow" />
        <a class="small" href={address}>
          {text}
        </a>
      </header>
      {children}
    </section>
  );
}

interface AskProps {
  readonly question: Question;
  readonly kept: KeptAnswers;
  readonly text: string;
}

/** What is not known yet, with the price of knowing it. */
function Ask({ question, kept, text }: AskProps): VNode {
  const price = usePriceRule(question.operation);
  const found = kept.of(question);
  if (found.is !== 'unasked' && found.is !== 'refused') {
    return (
      <p class="empty">{found.is === 'known' && found.job.result !== null ? 'Nothing is known of it.' : 'Reading…'}</p>
    );
  }
  return (
    <div class="empty">
      <p>{found.is === 'refused' ? found.problem.message : text}</p>
      <div class="buttons">
        <OnlyFor role="member" what="run reports">
          <button type="button" onClick={() => kept.run([question], {})}>
            Run
          </button>
        </OnlyFor>
        <span class="muted">{price}</span>
      </div>
    </div>
  );
}

interface OverviewPanelProps {
  readonly subject: Subject;
  readonly facts: OverviewFacts;
  readonly kept: KeptAnswers;
}

type Cause = SiteDetailView['causes'][number];

interface Task {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly note: string;
  readonly address: string;
}

const TASKS_MAX = 5;
const EFFORTS = { one_place: 'one edit', few: 'a few edits', many: 'many edits' } as const;

interface DoNextProps extends OverviewPanelProps {
  readonly causes: readonly Cause[] | undefined;
}

/** The five tasks worth most: faults that cost most first, then chances in search. */
export function DoNextPanel({ subject, causes, facts, kept }: DoNextProps): VNode {
  const grave = (causes ?? []).filter(({ severity }) => severity === 'critical' || severity === 'high');
  const rest = (causes ?? []).filter((cause) => !grave.includes(cause));
  const chances = chancesOf(subject, facts);
  const of = (list: readonly Cause[]): readonly Task[] => list.map((cause) => taskOf(subject, cause));
  const tasks = [...of(grave).slice(0, 3), ...chances.slice(0, 2), ...of(rest), ...chances.slice(2)].slice(
    0,
    TASKS_MAX,
  );
  return (
    <Panel
      title="Do next"
      note="Faults that cost most, and chances in search"
      link={[pageAddress(subject, 'plan'), 'Plan']}
    >
      {causes === undefined ? (
        <p class="empty">Reading…</p>
      ) : tasks.length === 0 ? (
        <p class="empty">
          {facts.site.last_audit === null
            ? 'What to fix first shows with the first crawl.'
            : 'The last audit found nothing to fix.'}
        </p>
      ) : (
        <ol class="do-next">
          {tasks.map(({ id, title, why, note, address }) => (
            <li key={id}>
              <div>
                <a href={address}>
                  <b>
                    <Words text={title} />
                  </b>
                </a>
                <div class="under">{why}</div>
              </div>
              <span class="muted small">
                {note}
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Add to plan: ${title}`}
                  onClick={() => plan(subject, title, why)}
                >
                  <Icon name="plus" /> Plan
                </button>
              </span>
            </li>
          ))}
        </ol>
      )}
      {facts.chances === undefined ? (
        <Ask question={OVERVIEW.chances} kept={kept} text="Chances in search were not looked for yet." />
      ) : null}
    </Panel>
  );
}

function plan(subject: Subject, title: string, why: string): void {
  if (subject.kind !== 'site') return;
  addTasks(subject.id, [{ title, ...(why === '' ? {} : { why }) }]).then(
    (added) => announce(added === 0 ? 'It is in the plan already.' : 'Added to the plan.'),
    (thrown: unknown) => announce(asProblem(thrown).message),
  );
}

function taskOf(subject: Subject, { rule, cause, title, fix, pages, effort }: Cause): Task {
  return {
    id: `${rule} ${cause ?? ''}`,
    title: fix,
    why: cause === null ? title : `${title} ${cause}`,
    note: `${count(pages, 'page')} · ${EFFORTS[effort]}`,
    address: pageAddress(subject, 'audit', '', { rule }),
  };
}

function chancesOf(subject: Subject, { chances }: OverviewFacts): readonly Task[] {
  const rows = valueAt(chances, 'opportunities');
  if (!isRows(rows)) return [];
  return rows.map((row) => {
    const clicks = numberAt(row, 'expected_gain.clicks_per_month');
    return {
      id: String(row['dedupe_key']),
      title: String(row['recommended_action']),
      why: typeof row['why_now'] === 'string' ? row['why_now'] : '',
      note:
        clicks === null
          ? `${String(row['effort'])} effort`.replace(/^./, (first) => first.toUpperCase())
          : `≈ ${number(Math.round(clicks))} clicks a month`,
      address: pageAddress(subject, 'rankings', 'opportunities'),
    };
  });
}

const CHANGES: readonly (readonly [name: string, title: string, level: string])[] = [
  ['dead', 'Pages that died', 'critical'],
  ['error', 'Pages that fail', 'critical'],
  ['noindexed', 'Pages set to noindex', 'critical'],
  ['blocked', 'Pages blocked by robots.txt', 'critical'],
  ['redirected', 'New redirects', 'high'],
  ['canonical_changed', 'Canonicals changed', 'high'],
  ['title_changed', 'Titles changed', 'medium'],
  ['h1_changed', 'H1 changed', 'medium'],
  ['description_changed', 'Descriptions changed', 'low'],
  ['back', 'Pages that came back', 'good'],
  ['indexable_again', 'Pages indexable again', 'good'],
  ['new', 'New pages', 'low'],
];

export function ChangedPanel({ subject, facts, kept }: OverviewPanelProps): VNode {
  const { changes, site } = facts;
  const from = valueAt(changes, 'compared_with.started_at');
  const found = CHANGES.flatMap(([name, title, level]) => {
    const value = numberAt(changes, `counts.${name}`) ?? 0;
    return value === 0 ? [] : [{ title, level, value }];
  });
  const audited = site.last_audit?.changes;
  const rows = [
    ...found,
    ...(audited == null || audited.new === 0 ? [] : [{ title: 'New findings', level: 'high', value: audited.new }]),
    ...(audited == null || audited.fixed === 0
      ? []
      : [{ title: 'Findings fixed', level: 'good', value: audited.fixed }]),
  ];
  return (
    <Panel
      title={typeof from === 'string' ? `Changed since ${day(from)}` : 'Changed since last crawl'}
      link={[pageAddress(subject, 'audit', 'changes'), 'All changes']}
    >
      {site.last_crawl === null ? (
        <p class="empty">Changes appear once the site has been crawled twice.</p>
      ) : changes === undefined ? (
        <Ask question={OVERVIEW.changes} kept={kept} text="The last two crawls have not been compared yet." />
      ) : rows.length === 0 ? (
        <p class="empty">
          {typeof from === 'string'
            ? 'Nothing changed.'
            : 'This was the first crawl. Changes appear after the next one.'}
        </p>
      ) : (
        <ul class="changed">
          {rows.map(({ title, level, value }) => (
            <li key={title}>
              <LevelMark level={level === 'good' ? 'pass' : level} />
              <span>{title}</span>
              <b class={level === 'critical' ? 'bad' : level === 'good' ? 'good' : undefined}>{number(value)}</b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const MOVED_MAX = 7;

/** Keywords that moved beyond their noise, and after them those that moved most. */
export function MovedPanel({
  subject,
  ranks,
}: Pick<OverviewPanelProps, 'subject'> & { readonly ranks: RankOverviewView | null | undefined }): VNode {
  const address = pageAddress(subject, 'rankings');
  return (
    <Panel
      title="Rankings that moved"
      note={ranks == null ? undefined : `in ${ranks.days} days`}
      link={[address, ranks == null ? 'Rankings' : `All ${number(ranks.keywords)}`]}
    >
      {ranks === undefined ? (
        <p class="empty">Reading…</p>
      ) : ranks === null || ranks.checked === 0 ? (
        <p class="empty">
          No keyword of this site is tracked yet. <a href={address}>Add keywords</a>: adding is free.
        </p>
      ) : (
        <div class="wide-table">
          <table class="rows narrow whole">
            <caption class="unseen">Rankings that moved</caption>
            <thead>
              <tr>
                <th scope="col">Keyword</th>
                <th scope="col" class="number">
                  Before
                </th>
                <th scope="col" class="number">
                  Now
                </th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {ranks.items
                .toSorted((one, other) => moveOf(other) - moveOf(one))
                .slice(0, MOVED_MAX)
                .map((row) => (
                  <MovedRow key={row.id} row={row} />
                ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function moveOf({ position, position_before, significant_change }: RankRowView): number {
  const LOST = 31;
  const by = Math.abs((position ?? LOST) - (position_before ?? LOST));
  return significant_change === null ? by : by + 100;
}

/** Against the figure beside it; only what is beyond the noise has a colour. */
function moveWords({ position: now, position_before: before, significant_change: change }: RankRowView): string {
  if (now === before) return 'unchanged';
  const mark = (now ?? Infinity) < (before ?? Infinity) ? '▲' : '▼';
  if (before === null) return `${mark} new`;
  if (now === null) return `${mark} dropped out`;
  return `${mark} ${number(Math.abs(before - now))}${change === null ? ', within noise' : ''}`;
}

function MovedRow({ row }: { readonly row: RankRowView }): VNode {
  const direction = row.significant_change?.direction;
  return (
    <tr>
      <td>
        <a href={`/dashboard/rankings/${row.id}`}>{row.keyword}</a>
      </td>
      <td class="number muted">{row.position_before === null ? '–' : number(row.position_before)}</td>
      <td class="number">
        <b>{wordPosition(row)}</b>
      </td>
      <td class={direction === undefined ? 'muted' : direction === 'up' ? 'good' : 'bad'}>{moveWords(row)}</td>
    </tr>
  );
}

export function LinksPanel({ subject, facts, kept }: OverviewPanelProps): VNode {
  const points = valueAt(facts.won, 'points');
  // What the index began with can be of any age.
  const known = isRows(points)
    ? points.filter((point) => typeof point['new_referring_domains'] === 'number' && point['is_baseline'] !== true)
    : [];
  return (
    <Panel title="Links won and lost" link={[pageAddress(subject, 'links', 'changes'), 'Links']}>
      {facts.won === undefined ? (
        <Ask question={OVERVIEW.won} kept={kept} text="Links won and lost were not looked up yet." />
      ) : known.length < 2 ? (
        <p class="empty">Too little is known of the time before to draw it.</p>
      ) : (
        <div class="inside">
          <ChartOf
            title="Linking domains won and lost"
            spec={{
              kind: 'gain_loss',
              x: known.map((point) => String(point['period'])),
              gained: { name: 'Domains won', values: known.map((point) => numberAt(point, 'new_referring_domains')) },
              lost: { name: 'Lost', values: known.map((point) => numberAt(point, 'lost_referring_domains')) },
            }}
          />
        </div>
      )}
    </Panel>
  );
}
