import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { EndpointListView, EndpointView, SignedEndpointView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { WithData } from '../parts/loading.tsx';
import { OwnersPage } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointDialogs, type OpenEndpoint } from './endpoint-form.tsx';
import { EndpointTable } from './endpoint-table.tsx';

export function Webhooks(): VNode {
  return (
    <OwnersPage title="Webhooks" what="manage webhooks">
      <ManagedWebhooks />
    </OwnersPage>
  );
}

function ManagedWebhooks(): VNode {
  const endpoints = useLoad('webhooks', (signal) => get<EndpointListView>('/webhooks/endpoints', {}, signal));
  const [open, setOpen] = useState<OpenEndpoint>();
  const [problem, setProblem] = useState<Problem>();
  // A new number makes the list of deliveries look again.
  const [round, setRound] = useState(0);
  const act = (work: Promise<string>): void => {
    setProblem(undefined);
    work.then(
      (text) => {
        endpoints.reload();
        setRound((before) => before + 1);
        announce(text);
      },
      (thrown: unknown) => setProblem(asProblem(thrown)),
    );
  };
  const show = (signed: SignedEndpointView): void => {
    endpoints.reload();
    setOpen({ is: 'secret', signed });
  };
  const done = (text: string): void => {
    setOpen(undefined);
    endpoints.reload();
    announce(text);
  };
  return (
    <Page
      title="Webhooks"
      actions={
        <button type="button" class="primary" onClick={() => setOpen({ is: 'create' })}>
          Add endpoint
        </button>
      }
    >
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <WithData of={endpoints}>
        {(data) => (
          <EndpointTable
            endpoints={data.endpoints}
            setOpen={setOpen}
            onTest={(endpoint) => act(test(endpoint))}
            onToggle={(endpoint) => act(toggle(endpoint))}
          />
        )}
      </WithData>
      <Deliveries endpoints={endpoints.data?.endpoints ?? []} round={round} />
      {open === undefined ? null : (
        <EndpointDialogs open={open} close={() => setOpen(undefined)} done={done} show={show} />
      )}
    </Page>
  );
}

async function test(endpoint: EndpointView): Promise<string> {
  await send('POST', `/webhooks/endpoints/${endpoint.id}/test`);
  return 'A test event is on its way. It is at the top of the deliveries.';
}

async function toggle(endpoint: EndpointView): Promise<string> {
  const is_active = !endpoint.is_active;
  await send('PATCH', `/webhooks/endpoints/${endpoint.id}`, { is_active });
  return is_active ? 'Endpoint resumed.' : 'Endpoint paused.';
}
