import type { Operation, PreparedCall } from '../contract/operation.ts';
import { renameFields } from '../kernel/errors.ts';
import { counted } from '../kernel/grammar.ts';
import type { NewJob } from '../ports/jobs.ts';
import type { LocationQuery } from '../ports/locations.ts';
import type { Call, Engine, Reply } from './engine.ts';
import { keptAnswer, type TicketedCall } from './remembered.ts';

/** Stores the call as a job, or a batch as one job for each of its calls: all of them, or none. */
export async function enqueue(engine: Engine, operation: Operation, ticketed: TicketedCall): Promise<Reply> {
  const { prepared, call, ticket } = ticketed;
  await refuseUnaskable(engine, prepared, call);
  const jobs = jobsOf(engine, operation, prepared, call);
  const isBatch = prepared.batch !== undefined;
  const replyOf = (ids: readonly string[]): Reply => {
    const [id] = ids;
    return isBatch || id === undefined ? batchReply(ids) : acceptedReply(id, 'The job is queued.');
  };
  const keep =
    ticket === undefined ? undefined : (ids: readonly string[]) => keptAnswer(ticket, 202, replyOf(ids).body);
  const stored = await engine.account.jobs.enqueue(jobs, keep);
  return replyOf(stored.map((job) => job.id));
}

/**
 * Refuses at once what its job would fail with for its input alone, such as a place of several names.
 *
 * @throws AppError invalid_input that names the fields as the request has them
 */
async function refuseUnaskable(engine: Engine, prepared: PreparedCall, { signal }: Call): Promise<void> {
  const context = {
    locate: (query: LocationQuery) => engine.desk.locations.resolve(query, signal),
  };
  await prepared.asks(context);
  for (const { operation, input, path } of prepared.batch ?? []) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- The first item that is refused is the one to tell of.
      await operationOf(engine, operation).prepare(input).asks(context);
    } catch (thrown) {
      throw renameFields(thrown, (field) => `${path}.${field}`);
    }
  }
}

/** What a job keeps of the call that it came from. */
export type QueuedCall = Pick<Call, 'project_id' | 'workflow_id' | 'request_id' | 'transport' | 'max_age_s'> & {
  readonly caller: Pick<Call['caller'], 'workspace_id'> & { readonly key_id: string | undefined };
};

/** One job, or one for each call of a batch. */
export function jobsOf(
  engine: Pick<Engine, 'operations' | 'attempts_max'>,
  operation: Operation,
  prepared: PreparedCall,
  call: QueuedCall,
): readonly NewJob[] {
  const planned = prepared.batch?.map((item) => ({
    id: item.operation,
    prepared: operationOf(engine, item.operation).prepare(item.input),
  })) ?? [{ id: operation.id, prepared }];
  return planned.map((item) => newJobOf(engine, item.id, item.prepared, call));
}

export function newJobOf(
  engine: Pick<Engine, 'attempts_max'>,
  operation: string,
  prepared: PreparedCall,
  call: QueuedCall,
): NewJob {
  const { caller, project_id, workflow_id, request_id, transport, max_age_s } = call;
  const { workspace_id, key_id } = caller;
  const { input, credits } = prepared;
  const { attempts_max } = engine;
  return {
    workspace_id,
    key_id,
    project_id,
    workflow_id,
    request_id,
    transport,
    operation,
    input,
    credits,
    attempts_max,
    max_age_s,
  };
}

/** 202 for one job: where its answer will be, and where it can be watched. */
export function acceptedReply(id: string, message: string): Reply {
  const status_url = `/api/v1/jobs/${id}`;
  const body = { success: true, message, job_id: id, jobs: [id], status_url, events_url: `${status_url}/events` };
  return { status: 202, body, replayed: false, charged: 0 };
}

function batchReply(ids: readonly string[]): Reply {
  const message = `${counted(ids.length, 'job')} queued. Poll GET /api/v1/jobs/{id} with each id.`;
  return { status: 202, body: { success: true, message, jobs: ids }, replayed: false, charged: 0 };
}

/** The guarantee: batches name operations of the registry; a test asks every one. */
function operationOf(engine: Pick<Engine, 'operations'>, id: string): Operation {
  const operation = engine.operations.get(id);
  if (operation === undefined) throw new Error(`A batch names ${id}, which is not an operation.`);
  return operation;
}
