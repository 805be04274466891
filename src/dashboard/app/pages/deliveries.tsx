import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { DeliveryListView, DeliveryView, EndpointView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { duration } from '../model/format.ts';
import { useEvery, useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { Badge, Time } from '../parts/badge.tsx';
import { WithData } from '../parts/loading.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Choice } from './usage-filters.tsx';

/** While something is on its way. */
const LOOK_EVERY_MS = 2000;
const DELIVERIES = 50;
const STATUSES = ['pending', 'delivered', 'failed'] as const;

interface DeliveriesProps {
  readonly endpoints: readonly EndpointView[];
  /** Another number: something was sent, look again. */
  readonly round: number;
}

export function Deliveries({ endpoints, round }: DeliveriesProps): VNode {
  const [asked, setAsked] = useState({ status: '', endpoint_id: '' });
  const [problem, setProblem] = useState<Problem>();
  const [opened, setOpened] = useState<string>();
  const deliveries = useLoad(JSON.stringify([asked, round]), (signal) =>
    get<DeliveryListView>('/webhooks/deliveries', { ...asked, limit: DELIVERIES }, signal),
  );
  const isPending = deliveries.data?.deliveries.some((delivery) => delivery.status === 'pending') === true;
  useEvery(isPending ? LOOK_EVERY_MS : undefined, deliveries.reload);
  const retry = (delivery: DeliveryView): void => {
    setProblem(undefined);
    send('POST', `/webhooks/deliveries/${delivery.id}/retry`).then(
      () => {
        deliveries.reload();
        announce('The event is being sent again with the same message id.');
      },
      (thrown: unknown) => setProblem(asProblem(thrown)),
    );
  };
  return (
    <section>
      <h2>Deliveries</h2>
      <div class="filters" role="group" aria-label="Filters">
        <Choice
          label="State"
          value={asked.status}
          options={[['', 'All'], ...STATUSES.map((status) => [status, status] as const)]}
          onChange={(status) => setAsked({ ...asked, status })}
        />
        <Choice
          label="Endpoint"
          value={asked.endpoint_id}
          options={[['', 'All'], ...endpoints.map(({ id, url }) => [id, url] as const)]}
          onChange={(endpoint_id) => setAsked({ ...asked, endpoint_id })}
        />
      </div>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <WithData of={deliveries}>
        {(data) => (
          <Table
            caption="Deliveries, newest first"
            columns={columnsOf({ endpoints, opened, setOpened, retry })}
            rows={data.deliveries}
            keyOf={(delivery) => delivery.id}
            empty={<p>No deliveries yet. Send a test event to an endpoint to see one.</p>}
            below={(delivery) => (delivery.id === opened ? <Attempts delivery={delivery} /> : undefined)}
          />
        )}
      </WithData>
    </section>
  );
}

interface ColumnsQuestion {
  readonly endpoints: readonly EndpointView[];
  readonly opened: string | undefined;
  readonly setOpened: (id: string | undefined) => void;
  readonly retry: (delivery: DeliveryView) => void;
}

function columnsOf({ endpoints, opened, setOpened, retry }: ColumnsQuestion): readonly Column<DeliveryView>[] {
  const addresses = new Map(endpoints.map(({ id, url }) => [id, url]));
  return [
    { title: 'Event', kind: 'main', cell: (delivery) => delivery.event_type },
    { title: 'Created', cell: (delivery) => <Time at={delivery.created_at} /> },
    {
      title: 'Endpoint',
      cell: (delivery) => <span class="address">{addresses.get(delivery.endpoint_id) ?? 'deleted'}</span>,
    },
    { title: 'State', cell: (delivery) => <DeliveryState delivery={delivery} /> },
    { title: 'Answer', cell: (delivery) => answerOf(delivery) },
    {
      title: 'Attempts',
      cell: (delivery) => (
        <button
          type="button"
          class="quiet"
          aria-expanded={delivery.id === opened}
          aria-label={`Attempts of ${delivery.event_type}: ${delivery.attempts_made}`}
          onClick={() => setOpened(delivery.id === opened ? undefined : delivery.id)}
        >
          {delivery.attempts_made} {delivery.id === opened ? '▴' : '▾'}
        </button>
      ),
    },
    {
      title: 'Actions',
      kind: 'actions',
      cell: (delivery) =>
        delivery.status === 'failed' ? (
          <button type="button" aria-label={`Retry ${delivery.event_type}`} onClick={() => retry(delivery)}>
            Retry
          </button>
        ) : null,
    },
  ];
}

const TONES = { pending: 'busy', delivered: 'good', failed: 'bad' } as const;

function DeliveryState({ delivery }: { readonly delivery: DeliveryView }): VNode {
  return (
    <>
      <Badge tone={TONES[delivery.status]} text={delivery.status} />
      {delivery.status === 'pending' && delivery.attempts_made > 0 ? (
        <div class="muted">
          again at <Time at={delivery.next_attempt_at} />
        </div>
      ) : null}
    </>
  );
}

function answerOf({ response_code, failure_reason }: Pick<DeliveryView, 'response_code' | 'failure_reason'>): string {
  const parts = [
    ...(response_code === null ? [] : [String(response_code)]),
    ...(failure_reason === null ? [] : [failure_reason]),
  ];
  return parts.join(' ') || '–';
}

function Attempts({ delivery }: { readonly delivery: DeliveryView }): VNode {
  if (delivery.attempts.length === 0) return <p>No attempts yet.</p>;
  return (
    <ol class="attempts">
      {delivery.attempts.map((attempt) => (
        <li key={attempt.number} value={attempt.number}>
          <Time at={attempt.attempted_at} /> · {duration(attempt.duration_ms)} · {answerOf(attempt)}
        </li>
      ))}
      <li class="plain-line muted">
        Message <code>{delivery.message_id}</code>
      </li>
    </ol>
  );
}
