import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { SourceListView, SourceTestView } from '../../views.ts';
import { get, Problem, send } from '../model/api.ts';
import { DATA_KINDS, type DataKind } from '../model/data-kinds.ts';
import { count, number, usd } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { Badge } from '../parts/badge.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';

type Capability = SourceListView['capabilities'][number];
type Source = Capability['sources'][number];
type Tests = ReadonlyMap<string, SourceTestView['tests'][number]>;

interface SourcesProps {
  readonly isInside?: boolean;
  /** Where tables of other tools are imported. */
  readonly importAddress?: string;
}

/** Where each kind of data comes from, what could be connected, and what is spent on it. */
export function Sources({ isInside, importAddress }: SourcesProps): VNode {
  const sources = useLoad('sources', (signal) => get<SourceListView>('/sources', {}, signal));
  const [tests, setTests] = useState<Tests>(new Map());
  const [isTesting, setTesting] = useState(false);
  const test = async (): Promise<void> => {
    setTesting(true);
    try {
      const done = await send<SourceTestView>('POST', '/sources/test', {});
      setTests(new Map(done.tests.map((result) => [result.source, result])));
      announce(testedLine(done.tests));
      sources.reload();
    } catch (thrown) {
      announce(thrown instanceof Problem ? thrown.message : 'The test could not be run.');
    } finally {
      setTesting(false);
    }
  };
  const connected = servicesOf(sources.data?.capabilities ?? []);
  return (
    <Page
      isInside={isInside}
      title="Data sources"
      actions={
        connected.length === 0 ? undefined : (
          <OnlyFor role="member" what="test sources" isSilent>
            <button type="button" disabled={isTesting} onClick={() => void test()}>
              {isTesting ? 'Testing…' : 'Test all sources'}
            </button>
          </OnlyFor>
        )
      }
    >
      <WithData of={sources}>
        {({ capabilities }) => (
          <>
            <p class="answer">{summaryOf(capabilities)}</p>
            <Table
              caption="Kinds of data and where they come from"
              columns={kindColumns(importAddress)}
              rows={kindsOf(capabilities)}
              keyOf={({ words }) => words.capability}
              empty={<p>This service has no kinds of data.</p>}
            />
            {connected.length === 0 ? null : (
              <>
                <h2>Connected services</h2>
                <Table
                  caption="Connected services, with what they cost today"
                  columns={serviceColumns(tests)}
                  rows={connected}
                  keyOf={({ source }) => source.source}
                  empty={null}
                />
              </>
            )}
          </>
        )}
      </WithData>
    </Page>
  );
}

function testedLine(tests: SourceTestView['tests']): string {
  const failed = tests.filter(({ ok }) => !ok).length;
  if (tests.length === 0) return 'No external sources are connected.';
  return failed === 0 ? 'Every source responds.' : `${number(failed)} of ${count(tests.length, 'source')} failed.`;
}

interface Kind {
  readonly words: DataKind;
  readonly of: Capability;
}

/** Those that have no words come last, under their own name. */
function kindsOf(capabilities: readonly Capability[]): readonly Kind[] {
  const known = DATA_KINDS.flatMap((words) => {
    const of = capabilities.find(({ capability }) => capability === words.capability);
    return of === undefined ? [] : [{ words, of }];
  });
  const others = capabilities.filter((of) => !known.some((each) => each.of === of));
  return [...known, ...others.map((of) => ({ words: { capability: of.capability, title: of.title, use: '' }, of }))];
}

function summaryOf(capabilities: readonly Capability[]): string {
  const kinds = kindsOf(capabilities);
  const partial = kinds.filter(isPartial);
  const missing = kinds.filter(({ of }) => of.sources.length === 0);
  if (partial.length + missing.length === 0) return 'Every kind of data has a source.';
  return [
    ...(partial.length === 0 ? [] : [`Partly covered, by your own index only: ${titlesOf(partial)}.`]),
    ...(missing.length === 0 ? [] : [`No source yet: ${titlesOf(missing)}.`]),
  ].join(' ');
}

function titlesOf(kinds: readonly Kind[]): string {
  return new Intl.ListFormat('en').format(kinds.map(({ words }) => words.title));
}

function isPartial({ words, of }: Kind): boolean {
  return words.own !== undefined && of.sources.length > 0 && !of.sources.some(({ is_external }) => is_external);
}

function kindColumns(importAddress: string | undefined): readonly Column<Kind>[] {
  return [
    {
      title: 'Data',
      kind: 'main',
      cell: ({ words }) => (
        <>
          {words.title}
          {words.use === '' ? null : <div class="muted">{words.use}</div>}
        </>
      ),
    },
    { title: 'State', cell: (kind) => <KindState kind={kind} /> },
    {
      title: 'Comes from',
      cell: (kind) => (
        <>
          {kind.of.sources.length === 0 ? (
            <span class="muted">–</span>
          ) : (
            kind.of.sources.map(({ title }) => title).join(', then ')
          )}
          {isPartial(kind) ? <div class="muted">{kind.words.own}</div> : null}
        </>
      ),
    },
    {
      title: 'Get more',
      cell: ({ words, of }) => (
        <>
          <Available capability={of} />
          {words.isImported === true && importAddress !== undefined ? <a href={importAddress}>Import a file</a> : null}
        </>
      ),
    },
  ];
}

function KindState({ kind }: { readonly kind: Kind }): VNode {
  const { sources } = kind.of;
  if (sources.length === 0) return <Badge tone="quiet" text="not connected" />;
  if (sources.some(({ is_resting }) => is_resting)) return <Badge tone="bad" text="paused after failures" />;
  return isPartial(kind) ? <Badge tone="busy" text="partial" /> : <Badge tone="good" text="available" />;
}

function Available({ capability: { available } }: { readonly capability: Capability }): VNode | null {
  if (available.length === 0) return null;
  return (
    <details>
      <summary>Connect a source</summary>
      <ul class="plain">
        {available.map(({ source, title }) => (
          <li key={source}>
            <a href={`/docs/sources/${source}`}>{title}</a>
          </li>
        ))}
      </ul>
      <p class="muted">
        Each guide explains what the source adds, what it costs, and how to connect it on your server.
      </p>
    </details>
  );
}

interface Service {
  readonly source: Source;
  /** What it provides, in words. */
  readonly provides: readonly string[];
}

/** What is asked outside this service; one that provides several kinds of data is listed once. */
function servicesOf(capabilities: readonly Capability[]): readonly Service[] {
  const found = new Map<string, Service>();
  for (const { words, of } of kindsOf(capabilities)) {
    for (const source of of.sources.filter(({ is_external }) => is_external)) {
      const provides = [...(found.get(source.source)?.provides ?? []), words.title];
      found.set(source.source, { source, provides });
    }
  }
  return [...found.values()];
}

function serviceColumns(tests: Tests): readonly Column<Service>[] {
  return [
    {
      title: 'Service',
      kind: 'main',
      cell: ({ source, provides }) => (
        <>
          <a href={`/docs/sources/${source.source}`}>{source.title}</a>
          <div class="muted">{provides.join(', ')}</div>
        </>
      ),
    },
    { title: 'State', cell: ({ source }) => <ServiceState source={source} test={tests.get(source.source)} /> },
    { title: 'Spent today', kind: 'number', cell: ({ source }) => spentOn(source) },
    { title: 'Requests today', kind: 'number', cell: ({ source }) => number(source.requests_today) },
    {
      title: 'Last failure',
      cell: ({ source }) => source.last_failure?.reason ?? <span class="muted">none</span>,
    },
  ];
}

interface ServiceStateProps {
  readonly source: Source;
  readonly test: SourceTestView['tests'][number] | undefined;
}

function ServiceState({ source, test }: ServiceStateProps): VNode {
  if (test !== undefined) {
    return (
      <>
        <Badge tone={test.ok ? 'good' : 'bad'} text={test.ok ? 'responds' : 'failed'} /> {test.message} {test.fix}
      </>
    );
  }
  return source.is_resting ? <Badge tone="bad" text="paused after failures" /> : <Badge tone="good" text="connected" />;
}

function spentOn({ usd_today, usd_per_day }: Source): string {
  if (usd_per_day === null) return usd_today === 0 ? 'free' : usd(usd_today);
  return `${usd(usd_today)} of ${usd(usd_per_day)}`;
}
