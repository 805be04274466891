import type { ComponentChildren, VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';

import type { SiteRowView } from '../../views.ts';
import { asProblem, type Problem, send } from '../model/api.ts';
import { count } from '../model/format.ts';
import { useSites } from '../model/sites.ts';
import type { Subject } from '../model/subject.ts';
import { announce } from '../parts/announcer.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { SiteDialog } from './site-form.tsx';

type SiteSubject = Extract<Subject, { kind: 'site' }>;

/** What is set for a site, and what its audit leaves out. */
export function SiteSettings({ subject: { site } }: { readonly subject: SiteSubject }): VNode {
  const sites = useSites();
  const path = `/sites/${encodeURIComponent(site.id)}`;
  const [open, setOpen] = useState<'change' | 'remove'>();
  const [problem, setProblem] = useState<Problem>();
  const close = (): void => setOpen(undefined);
  const done = (text: string): void => {
    close();
    sites.reload();
    announce(text);
  };
  const mute = (mutes: readonly Mute[], text: string): void => {
    setProblem(undefined);
    const entries = mutes.map(({ rule, url }) => (url === null ? { rule } : { rule, url }));
    send('PATCH', path, { audit: { mute: entries } }).then(
      () => done(text),
      (thrown: unknown) => setProblem(asProblem(thrown)),
    );
  };
  return (
    <>
      <div class="row-actions">
        <button type="button" onClick={() => setOpen('change')}>
          Change settings
        </button>
        <button type="button" onClick={() => setOpen('remove')}>
          Delete site
        </button>
      </div>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <Facts facts={settingsOf(site)} />
      <Muted mute={site.audit.mute} onMutes={mute} />
      {open === 'change' ? <SiteDialog item={site} onClose={close} onDone={done} /> : null}
      {open === 'remove' ? <Removal site={site} onClose={close} /> : null}
    </>
  );
}

function Removal({ site, onClose }: { readonly site: SiteRowView; readonly onClose: () => void }): VNode {
  const { route } = useLocation();
  const sites = useSites();
  return (
    <Confirm
      title={`Delete ${site.name}?`}
      action="Delete site"
      work={() => send('DELETE', `/sites/${encodeURIComponent(site.id)}`)}
      onDone={() => {
        announce(`Site ${site.name} deleted.`);
        sites.reload();
        route('/dashboard/sites');
      }}
      onClose={onClose}
    >
      <p>Its settings and its crawl schedule are deleted. Its crawls and audits stay.</p>
    </Confirm>
  );
}

interface MutedProps {
  readonly mute: readonly Mute[];
  readonly onMutes: (mutes: readonly Mute[], text: string) => void;
}

function Muted({ mute, onMutes }: MutedProps): VNode | null {
  if (mute.length === 0) return null;
  return (
    <>
      <h2>Muted</h2>
      <Table
        caption="Findings that the audit leaves out"
        columns={[...MUTES, unmuteColumn((gone) => onMutes(withoutMute(mute, gone), 'Unmuted.'))]}
        rows={mute}
        keyOf={({ rule, url }) => `${rule} ${url ?? ''}`}
        empty={null}
      />
    </>
  );
}

type Fact = readonly [name: string, value: ComponentChildren];

function Facts({ facts }: { readonly facts: readonly Fact[] }): VNode {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function settingsOf({ target, type, project_id, brand, competitors, markets, crawl, overlaps }: SiteRowView): Fact[] {
  const { pages, depth, rate, include, exclude, schedule } = crawl;
  const listed = (list: readonly string[]): string => list.join(', ') || '–';
  return [
    ['Address', `${target} (${type})`],
    ['Project', project_id ?? '–'],
    ['Brand', brand === null ? '–' : listed([brand.name, ...brand.spellings])],
    ['Competitors', listed(competitors)],
    ['Markets', markets.map(marketWords).join('; ') || '–'],
    ['Crawl limits', `${count(pages, 'page')}, depth ${depth}, ${rate ?? 2} requests per second`],
    ['Include only', listed(include)],
    ['Exclude', listed(exclude)],
    ['Schedule', schedule === null ? 'none' : `${schedule.cron ?? schedule.cadence}, ${schedule.time_zone}`],
    ['Overlaps with', listed(overlaps.map((other) => other.target))],
  ];
}

type Mute = SiteRowView['audit']['mute'][number];

const MUTES: readonly Column<Mute>[] = [
  { title: 'Rule', kind: 'main', cell: ({ rule }) => rule },
  { title: 'Where', cell: ({ url }) => url ?? 'everywhere' },
];

function unmuteColumn(onUnmute: (mute: Mute) => void): Column<Mute> {
  return {
    title: '',
    cell: (mute) => (
      <button type="button" aria-label={`Unmute ${mute.rule}`} onClick={() => onUnmute(mute)}>
        Unmute
      </button>
    ),
  };
}

function withoutMute(mutes: readonly Mute[], { rule, url }: Mute): readonly Mute[] {
  return mutes.filter((mute) => mute.rule !== rule || mute.url !== url);
}

/** `Berlin, Germany, German` */
function marketWords({ country, language, city }: SiteRowView['markets'][number]): string {
  const nameOf = (type: 'region' | 'language', code: string): string =>
    new Intl.DisplayNames(['en'], { type }).of(code) ?? code;
  return [city, nameOf('region', country), language === null ? null : nameOf('language', language)]
    .filter((part) => part !== null)
    .join(', ');
}
