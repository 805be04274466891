import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';

import type { SiteAuditView, SiteDetailView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { count, day, number } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { useSites } from '../model/sites.ts';
import { pageAddress, type Subject } from '../model/subject.ts';
import { announce } from '../parts/announcer.tsx';
import { Band } from '../parts/band.tsx';
import { csv, download } from '../parts/download.ts';
import { Level } from '../parts/level.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { NotCrawled } from '../parts/not-crawled.tsx';
import { Pager } from '../parts/pager.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { type Column, Table } from '../parts/table.tsx';

type Audit = NonNullable<SiteAuditView['audit']>;
type Rule = Audit['rules'][number];
type Finding = Audit['findings'][number];

const SHOWN = 100;
/** As many rows as one request brings, and as a file of them may have. */
const BATCH = 1000;
const FILE_MAX = 100_000;
const SEVERITIES = ['critical', 'high', 'medium', 'low', 'notice'] as const;

/** Some of the checks, on a tab of their own. */
export interface AuditPart {
  readonly rules: RegExp;
  /** What they are about, as part of a sentence. */
  readonly words: string;
}

interface SiteIssuesProps {
  readonly subject: SiteSubject;
  readonly part?: AuditPart;
}

/** The audit of a site's last crawl: its issues, the pages that have one of them, and the issues of one page. */
export function SiteIssues({ subject, part }: SiteIssuesProps): VNode {
  const { rule, url } = useLocation().query;
  // What was read for one of them is not shown under the name of another.
  return <Asked key={`${subject.id} ${rule ?? ''} ${url ?? ''}`} subject={subject} part={part} rule={rule} url={url} />;
}

export type SiteSubject = Extract<Subject, { kind: 'site' }>;

interface AskedProps {
  readonly subject: SiteSubject;
  readonly part: AuditPart | undefined;
  readonly rule: string | undefined;
  readonly url: string | undefined;
}

function Asked({ subject, part, rule, url }: AskedProps): VNode {
  const [offset, setOffset] = useState(0);
  const asked = { ...(rule === undefined ? {} : { rule }), ...(url === undefined ? {} : { url }) };
  const path = `/sites/${encodeURIComponent(subject.id)}`;
  const load = (rows: { readonly limit: number; readonly offset: number }, signal?: AbortSignal) =>
    get<SiteAuditView>(`${path}/audit`, { ...asked, ...rows }, signal);
  const loaded = useLoad(`${offset}`, (signal) => load({ limit: SHOWN, offset }, signal));
  const here = pageAddress(subject, 'audit');
  return (
    <>
      {rule === undefined && url === undefined ? null : (
        <nav class="trail" aria-label="Where you are">
          <a href={here}>All issues</a> ›
        </nav>
      )}
      <WithData of={loaded}>
        {({ audit }) => {
          if (audit === null) return <NotCrawled subject={subject} />;
          if (url !== undefined) return <OnePage audit={audit} url={url} subject={subject} />;
          if (rule === undefined) return <Issues audit={audit} part={part} here={here} />;
          const chosen = audit.rules.find((each) => each.id === rule);
          if (chosen === undefined) return <p class="empty">There is no such check.</p>;
          return (
            <Issue
              rule={chosen}
              audit={audit}
              path={path}
              here={here}
              offset={offset}
              go={setOffset}
              onMuted={loaded.reload}
              all={() => allFindings(audit.findings_total, load)}
            />
          );
        }}
      </WithData>
    </>
  );
}

async function allFindings(
  total: number,
  load: (rows: { readonly limit: number; readonly offset: number }) => Promise<SiteAuditView>,
): Promise<readonly Finding[]> {
  const rows: Finding[] = [];
  for (let offset = 0; offset < Math.min(total, FILE_MAX); offset += BATCH)
    rows.push(...((await load({ limit: BATCH, offset })).audit?.findings ?? []));
  return rows;
}

const STATES = {
  failing: 'Issues',
  not_checked: 'Not checked',
  passed: 'Passed',
  muted: 'Muted',
  not_applicable: 'Not applicable',
} as const;

interface IssuesProps {
  readonly audit: Audit;
  readonly part: AuditPart | undefined;
  /** Where issues open. */
  readonly here: string;
}

function Issues({ audit, part, here }: IssuesProps): VNode {
  const { path, query } = useLocation();
  const rules = audit.rules.filter(({ id }) => part === undefined || part.rules.test(id));
  const state = Object.keys(STATES).find((each) => each === query['show']) ?? 'failing';
  const rows = rules.filter(({ status }) => status === state).toSorted(worstFirst);
  return (
    <>
      <p class="answer">{part === undefined ? sentenceOf(audit) : sentenceOfPart(rules, part, audit)}</p>
      {part === undefined ? <Band unknown="not known" figures={figuresOf(audit)} /> : null}
      <nav class="tabs" aria-label="Checks by result">
        {Object.entries(STATES).map(([id, title]) => (
          <a
            key={id}
            href={id === 'failing' ? path : `${path}?show=${id}`}
            aria-current={id === state ? 'page' : undefined}
          >
            {title} {number(rules.filter(({ status }) => status === id).length)}
          </a>
        ))}
      </nav>
      <Table
        caption="Checks of the audit"
        columns={state === 'failing' ? [issueColumn(here), ...FIGURES] : [issueColumn(here), SEVERITY, NOTE]}
        rows={rows}
        keyOf={({ id }) => id}
        isNarrow={state === 'failing'}
        empty={<p>{state === 'failing' ? 'The last audit found nothing to fix.' : 'None.'}</p>}
      />
    </>
  );
}

function worstFirst(one: Rule, other: Rule): number {
  return (
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
    (other.score_gain ?? 0) - (one.score_gain ?? 0) ||
    other.failing - one.failing
  );
}

function sentenceOfPart(rules: readonly Rule[], { words }: AuditPart, { crawl }: Audit): string {
  const failing = rules.filter(({ status }) => status === 'failing').length;
  const checked = rules.filter(({ status }) => status === 'failing' || status === 'passed').length;
  const said = failing === 0 ? 'None' : number(failing);
  return `${said} of ${count(checked, 'check')} ${words} ${failing === 1 ? 'fails' : 'fail'} in the crawl of ${day(crawl.started_at)}.`;
}

function sentenceOf({ rules, crawl, changes, no_score_because }: Audit): string {
  const failing = rules.filter(({ status, severity }) => status === 'failing' && severity !== 'notice').length;
  const read = `${count(failing, 'check')} ${failing === 1 ? 'fails' : 'fail'} in the crawl of ${day(crawl.started_at)}, which read ${count(crawl.pages_read, 'address', 'addresses')}`;
  const since =
    changes === null
      ? ''
      : `; ${number(changes.new)} findings are new since the crawl before, and ${number(changes.fixed)} are fixed`;
  return `${read}${since}.${no_score_because === null ? '' : ` No health score: ${no_score_because}`}`;
}

function figuresOf({ health_score, changes, pages }: Audit): Parameters<typeof Band>[0]['figures'] {
  return [
    { name: 'Health', value: health_score ?? undefined, unit: 'of 100' },
    { name: 'New findings', value: changes === null ? undefined : number(changes.new) },
    { name: 'Fixed', value: changes === null ? undefined : number(changes.fixed) },
    { name: 'HTML pages', value: number(pages.html) },
    { name: 'Indexable', value: number(pages.indexable) },
    { name: 'Dead pages', value: number(pages.dead) },
  ];
}

function issueColumn(here: string): Column<Rule> {
  return {
    title: 'Issue',
    kind: 'main',
    cell: ({ id, title, fix, failing, severity }) => (
      <>
        <div class="phone">
          <Level level={severity} />
        </div>
        {failing === 0 ? title : <a href={`${here}?rule=${encodeURIComponent(id)}`}>{title}</a>}
        <div class="muted">{fix}</div>
      </>
    ),
  };
}

const SEVERITY: Column<Rule> = {
  title: 'Severity',
  isWide: true,
  cell: ({ severity }) => <Level level={severity} />,
};
const NOTE: Column<Rule> = { title: 'Why', cell: ({ note, why }) => note ?? why };
const FIGURES: readonly Column<Rule>[] = [
  SEVERITY,
  { title: 'Pages', kind: 'number', cell: ({ failing }) => number(failing) },
  { title: 'New', kind: 'number', isWide: true, cell: ({ changes }) => (changes === null ? '–' : number(changes.new)) },
  {
    title: 'Fixed',
    kind: 'number',
    isWide: true,
    cell: ({ changes }) => (changes === null ? '–' : number(changes.fixed)),
  },
  {
    title: 'Score gain',
    kind: 'number',
    isWide: true,
    cell: ({ score_gain }) => (score_gain === null || score_gain === 0 ? '–' : `+${score_gain}`),
  },
];

interface IssueProps {
  readonly rule: Rule;
  readonly audit: Audit;
  readonly path: string;
  readonly here: string;
  readonly offset: number;
  readonly go: (offset: number) => void;
  readonly onMuted: () => void;
  readonly all: () => Promise<readonly Finding[]>;
}

function Issue({ rule, audit, path, here, offset, go, onMuted, all }: IssueProps): VNode {
  const sites = useSites();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const work = (does: () => Promise<void>): void => {
    setBusy(true);
    setProblem(undefined);
    does()
      .catch((thrown: unknown) => setProblem(asProblem(thrown)))
      .finally(() => setBusy(false));
  };
  const save = async (): Promise<void> => {
    const rows = (await all()).map(({ url, item, detail }) => [url, item ?? '', detail ?? '']);
    download(`${rule.id}.csv`, 'text/csv', csv([['url', 'item', 'detail'], ...rows]));
  };
  const mute = async (): Promise<void> => {
    const { site } = await get<SiteDetailView>(path);
    const kept = site.audit.mute.map(({ rule: id, url }) => (url === null ? { rule: id } : { rule: id, url }));
    await send('PATCH', path, { audit: { mute: [...kept, { rule: rule.id }] } });
    announce('Muted.');
    sites.reload();
    onMuted();
  };
  return (
    <>
      <h2>{rule.title}</h2>
      <p>
        <Level level={rule.severity} /> {rule.why}
      </p>
      <p class="answer">{rule.fix}</p>
      {rule.note === null ? null : <p class="muted">{rule.note}</p>}
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <div class="row-actions">
        <button type="button" disabled={isBusy} onClick={() => work(save)}>
          Download CSV
        </button>
        {rule.status === 'muted' ? null : (
          <OnlyFor role="member" what="change sites" isSilent>
            <button type="button" disabled={isBusy} onClick={() => work(mute)}>
              Mute
            </button>
          </OnlyFor>
        )}
      </div>
      <Table
        caption="Pages that have it"
        columns={[pageColumn(here), ITEM, DETAIL]}
        rows={audit.findings}
        keyOf={({ url, item }) => `${url} ${item ?? ''}`}
        empty={<p>{rule.status === 'muted' ? 'It is muted: its findings are left out.' : 'No page has it.'}</p>}
      />
      <Pager
        of="findings"
        words={['Previous', 'Next']}
        size={SHOWN}
        offset={offset}
        total={audit.findings_total}
        go={go}
      />
    </>
  );
}

function pageColumn(here: string): Column<Finding> {
  return {
    title: 'Page',
    kind: 'main',
    cell: ({ url }) => <a href={`${here}?url=${encodeURIComponent(url)}`}>{url}</a>,
  };
}

const ITEM: Column<Finding> = { title: 'What', cell: ({ item }) => item ?? '–' };
const DETAIL: Column<Finding> = { title: 'Detail', cell: ({ detail }) => detail ?? '–' };

interface OnePageProps {
  readonly audit: Audit;
  readonly url: string;
  readonly subject: SiteSubject;
}

function OnePage({ audit, url, subject }: OnePageProps): VNode {
  const here = pageAddress(subject, 'audit');
  const rules = new Map(audit.rules.map((rule) => [rule.id, rule]));
  const found: Column<Finding> = {
    title: 'Issue',
    kind: 'main',
    cell: ({ rule }) => (
      <>
        <a href={`${here}?rule=${encodeURIComponent(rule)}`}>{rules.get(rule)?.title ?? rule}</a>
        <div class="muted">{rules.get(rule)?.fix}</div>
      </>
    ),
  };
  const severity: Column<Finding> = {
    title: 'Severity',
    cell: ({ rule }) => <Level level={rules.get(rule)?.severity ?? 'notice'} />,
  };
  return (
    <>
      <h2>{url}</h2>
      <p class="answer">{count(audit.findings_total, 'finding')} on this page.</p>
      <p>
        <a href={pageAddress(subject, 'page', '', { url })}>Check this page</a>
        {/^https?:/.test(url) ? (
          <>
            {' · '}
            <a href={url} target="_blank" rel="noopener noreferrer nofollow">
              Open it ↗
            </a>
          </>
        ) : null}
      </p>
      <Table
        caption="Issues of this page"
        columns={[found, severity, ITEM, DETAIL]}
        rows={audit.findings}
        keyOf={({ rule, item }) => `${rule} ${item ?? ''}`}
        empty={<p>The last audit found nothing on this page.</p>}
      />
    </>
  );
}
