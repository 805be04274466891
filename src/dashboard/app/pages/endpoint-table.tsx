import type { VNode } from 'preact';

import type { EndpointView } from '../../views.ts';
import { Badge, Time } from '../parts/badge.tsx';
import { Table } from '../parts/table.tsx';
import type { OpenEndpoint } from './endpoint-form.tsx';

interface EndpointTableProps {
  readonly endpoints: readonly EndpointView[];
  readonly setOpen: (open: OpenEndpoint) => void;
  readonly onTest: (endpoint: EndpointView) => void;
  readonly onToggle: (endpoint: EndpointView) => void;
}

export function EndpointTable(props: EndpointTableProps): VNode {
  return (
    <Table
      caption="Webhook endpoints"
      columns={[
        {
          title: 'Address',
          kind: 'main',
          cell: (endpoint) => (
            <>
              <span class="address">{endpoint.url}</span>
              {endpoint.description === null ? null : <div class="muted">{endpoint.description}</div>}
            </>
          ),
        },
        { title: 'State', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
        {
          title: 'Events',
          cell: (endpoint) => (
            <ul class="plain">
              {endpoint.events.length === 0 ? <li>reports of schedules</li> : null}
              {endpoint.events.map((event) => (
                <li key={event}>{event}</li>
              ))}
            </ul>
          ),
        },
        { title: 'Added', cell: (endpoint) => <Time at={endpoint.created_at} /> },
        { title: 'Actions', kind: 'actions', cell: (endpoint) => <EndpointActions {...props} endpoint={endpoint} /> },
      ]}
      rows={props.endpoints}
      keyOf={(endpoint) => endpoint.id}
      empty={
        <p>
          No endpoints yet. Use “Add endpoint” to notify your server, a Slack channel or a mailbox when jobs end, ranks
          change and budgets run out.
        </p>
      }
    />
  );
}

function EndpointState({ endpoint }: { readonly endpoint: EndpointView }): VNode {
  if (endpoint.paused_reason !== null) {
    return (
      <>
        <Badge tone="bad" text="paused" /> <div class="muted">{endpoint.paused_reason}</div>
      </>
    );
  }
  if (!endpoint.is_active) return <Badge tone="quiet" text="paused by you" />;
  if (endpoint.failing_since === null) return <Badge tone="good" text="active" />;
  return (
    <>
      <Badge tone="warn" text="failing" /> since <Time at={endpoint.failing_since} />
    </>
  );
}

function EndpointActions({
  endpoint,
  setOpen,
  onTest,
  onToggle,
}: EndpointTableProps & { readonly endpoint: EndpointView }): VNode {
  const about = (action: string): string => `${action} ${endpoint.url}`;
  return (
    <>
      <button type="button" aria-label={about('Send a test event to')} onClick={() => onTest(endpoint)}>
        Test
      </button>
      <button type="button" aria-label={about('Change')} onClick={() => setOpen({ is: 'change', endpoint })}>
        Change
      </button>
      <button
        type="button"
        aria-label={about(endpoint.is_active ? 'Pause' : 'Resume')}
        onClick={() => onToggle(endpoint)}
      >
        {endpoint.is_active ? 'Pause' : 'Resume'}
      </button>
      <button
        type="button"
        aria-label={about('Rotate the secret of')}
        onClick={() => setOpen({ is: 'rotate', endpoint })}
      >
        Rotate
      </button>
      <button type="button" aria-label={about('Delete')} onClick={() => setOpen({ is: 'remove', endpoint })}>
        Delete
      </button>
    </>
  );
}
