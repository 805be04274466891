import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { SourceListView, SourceTestView } from '../../views.ts';
import { get, Problem, send } from '../model/api.ts';
import { number } from '../model/format.ts';
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

/** Which sources serve each kind of data, what they cost today, and whether they answer. */
export function Sources({ isInside }: { readonly isInside?: boolean }): VNode {
  const sources = useLoad('sources', (signal) => get<SourceListView>('/sources', {}, signal));
  const [tests, setTests] = useState<Tests>(new Map());
  const [isTesting, setTesting] = useState(false);
  const test = async (): Promise<void> => {
    setTesting(true);
    try {
      const done = await send<SourceTestView>('POST', '/sources/test', {});
      setTests(new Map(done.tests.map((result) => [result.source, result])));
      const failed = done.tests.filter(({ ok }) => !ok).length;
      announce(
        done.tests.length === 0
          ? 'No external source is connected.'
          : failed === 0
            ? 'Every source responds.'
            : `${number(failed)} of ${number(done.tests.length)} sources failed.`,
      );
      sources.reload();
    } catch (thrown) {
      announce(thrown instanceof Problem ? thrown.message : 'The test could not be run.');
    } finally {
      setTesting(false);
    }
  };
  return (
    <Page
      isInside={isInside}
      title="Sources"
      actions={
        <OnlyFor role="member" what="test sources" isSilent>
          <button type="button" disabled={isTesting} onClick={() => void test()}>
            {isTesting ? 'Testing…' : 'Test all sources'}
          </button>
        </OnlyFor>
      }
    >
      <WithData of={sources}>
        {(data) => (
          <>
            {data.capabilities.map((capability) => (
              <section key={capability.capability} aria-labelledby={`capability-${capability.capability}`}>
                <h2 id={`capability-${capability.capability}`}>{capability.title}</h2>
                <Table
                  caption={`Sources for ${capability.title.toLowerCase()}, in the order in which they are asked`}
                  columns={columnsOf(tests)}
                  rows={capability.sources}
                  keyOf={(source) => source.source}
                  empty={
                    <ul>
                      {capability.ways.map((way) => (
                        <li key={way}>{way}</li>
                      ))}
                    </ul>
                  }
                />
                <Available capability={capability} />
              </section>
            ))}
          </>
        )}
      </WithData>
    </Page>
  );
}

function Available({ capability }: { readonly capability: Capability }): VNode | null {
  if (capability.available.length === 0) return null;
  return (
    <details>
      <summary>{capability.sources.length === 0 ? 'Connect a source' : 'Connect another source'}</summary>
      <ul>
        {capability.available.map(({ source, title, settings }) => (
          <li key={source}>
            {title}: set <code>{settings.join(', ')}</code> and restart the service.
          </li>
        ))}
      </ul>
    </details>
  );
}

function columnsOf(tests: Tests): readonly Column<Source>[] {
  return [
    { title: 'Source', kind: 'main', cell: (source) => source.title },
    { title: 'State', cell: (source) => <State source={source} test={tests.get(source.source)} /> },
    {
      title: 'Sees',
      cell: (source) =>
        source.sees.length === 0 ? (
          <span class="muted">–</span>
        ) : (
          source.sees.map((name) => name.replaceAll('_', ' ')).join(', ')
        ),
    },
    { title: 'Spent today', kind: 'number', cell: (source) => <Spent source={source} /> },
    {
      title: 'Requests today',
      kind: 'number',
      cell: (source) => (source.is_external ? number(source.requests_today) : '–'),
    },
    { title: 'Last failure', cell: (source) => source.last_failure?.reason ?? <span class="muted">none</span> },
  ];
}

function State({
  source,
  test,
}: {
  readonly source: Source;
  readonly test: SourceTestView['tests'][number] | undefined;
}): VNode {
  if (test !== undefined) {
    return (
      <>
        <Badge tone={test.ok ? 'good' : 'bad'} text={test.ok ? 'answers' : 'failed'} /> {test.message} {test.fix}
      </>
    );
  }
  if (source.is_resting) return <Badge tone="bad" text="paused after failures" />;
  return source.is_external ? <Badge tone="good" text="connected" /> : <Badge tone="quiet" text="your own" />;
}

function Spent({ source }: { readonly source: Source }): VNode {
  if (!source.is_external || (source.usd_per_day === null && source.usd_today === 0))
    return <span class="muted">free</span>;
  const limit = source.usd_per_day === null ? '' : ` of ${source.usd_per_day} USD`;
  return (
    <>
      {source.usd_today.toFixed(2)} USD{limit}
    </>
  );
}
