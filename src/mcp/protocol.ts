import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpRequestContext,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

import { AppError, secondsToRetry, toAppError } from '../kernel/errors.ts';
import { logFailure } from '../kernel/failure-log.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import type { Log } from '../kernel/log.ts';
import type { Exchange, Surface, Tasks } from './surface.ts';

const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** What is known about a request before its message is read. */
export type ExchangeFacts = Pick<Exchange, 'caller' | 'request_id' | 'project_id' | 'workflow_id'>;

export interface ProtocolParts {
  readonly log: Log;
  readonly surface: Surface;
  readonly facts: ExchangeFacts;
  readonly version: string;
}

/** Lists rarely change while a service runs; their content depends on the key. */
const LIST_HINT = { ttlMs: 300_000, cacheScope: 'private' } as const;

const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** One would be made for each server otherwise; only elicitation uses it, and nothing here elicits. */
const UNUSED_VALIDATOR: NonNullable<ServerOptions['jsonSchemaValidator']> = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'Not supported.' }),
};

/** The protocol side of one request: made new each time, so it holds nothing but references to what is made once. */
export function protocolServer({ surface, facts, version, log }: ProtocolParts, era: McpRequestContext['era']): Server {
  const orRefused: OrRefused = (work) => orProtocolError(work, { log, request_id: facts.request_id });
  const hasTasks = surface.tasks !== undefined && era === 'modern';
  const server = new Server(
    { name: 'seamark', title: 'Seamark', version },
    {
      capabilities: { ...CAPABILITIES, ...(hasTasks ? { extensions: { [TASKS_EXTENSION]: {} } } : {}) },
      instructions: surface.instructions,
      jsonSchemaValidator: UNUSED_VALIDATOR,
      cacheHints: {
        'tools/list': LIST_HINT,
        'resources/list': LIST_HINT,
        'resources/templates/list': LIST_HINT,
        'prompts/list': LIST_HINT,
        'server/discover': LIST_HINT,
      },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [...surface.tools] }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const input = params.arguments ?? {};
    return { content: [], ...(await surface.callTool(params.name, input, exchangeOf(facts, context, hasTasks))) };
  });
  server.setRequestHandler('resources/list', () => ({ resources: [...surface.resources] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...surface.resource_templates] }));
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const found = await orRefused(() => surface.readResource(params.uri, exchangeOf(facts, context, hasTasks)));
    if (found === undefined) throw new ResourceNotFoundError(params.uri);
    return found;
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: [...surface.prompts] }));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const found = await orRefused(async () => surface.getPrompt(params.name, params.arguments ?? {}));
    if (found === undefined) throw invalidParams(`Prompt ${params.name.slice(0, 60)} was not found.`);
    return found;
  });
  server.setRequestHandler('completion/complete', ({ params }) => surface.complete(params));
  if (hasTasks && surface.tasks !== undefined) serveTasks(server, surface.tasks, { facts, orRefused });
  return server;
}

const TaskParams = z.object({ taskId: z.string().min(1).max(100) });
const AnyResult = z.looseObject({});

interface TaskParts {
  readonly facts: ExchangeFacts;
  readonly orRefused: OrRefused;
}

function serveTasks(server: Server, tasks: Tasks, { facts, orRefused }: TaskParts): void {
  const known = async <Found>(
    context: ServerContext,
    id: string,
    ask: (exchange: Exchange) => Promise<Found | undefined>,
  ): Promise<Found> => {
    const exchange = exchangeOf(facts, context, true);
    if (!exchange.takes_tasks) {
      throw new MissingRequiredClientCapabilityError({
        requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
      });
    }
    const found = await orRefused(() => ask(exchange));
    if (found === undefined) throw invalidParams(`Task ${id} was not found.`);
    return found;
  };
  const schemas = { params: TaskParams, result: AnyResult };
  server.setRequestHandler('tasks/get', schemas, async ({ taskId }, context) => ({
    ...(await known(context, taskId, (exchange) => tasks.get(taskId, exchange))),
  }));
  server.setRequestHandler('tasks/cancel', schemas, async ({ taskId }, context) => {
    await known(context, taskId, (exchange) => tasks.cancel(taskId, exchange));
    return {};
  });
  // No task of ours asks its client for anything, so there is nothing that an update could answer.
  server.setRequestHandler('tasks/update', schemas, async ({ taskId }, context) => {
    await known(context, taskId, (exchange) => tasks.get(taskId, exchange));
    return {};
  });
}

function exchangeOf(facts: ExchangeFacts, context: ServerContext, hasTasks: boolean): Exchange {
  const { mcpReq } = context;
  const { _meta: sent } = mcpReq;
  const token = sent?.progressToken;
  const capabilities = fieldsOf(fieldsOf(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]);
  return {
    ...facts,
    signal: signalOf(mcpReq.signal),
    takes_tasks: hasTasks && TASKS_EXTENSION in fieldsOf(capabilities['extensions']),
    progress:
      token === undefined
        ? undefined
        : ({ progress, total, message }) =>
            mcpReq.notify({
              method: 'notifications/progress',
              params: { progressToken: token, progress, total, message },
            }),
    meta: fieldsOf(sent),
  };
}

/** Made once: the protocol aborts after every answer too, and an error costs more than all else that an abort does. */
const CANCELLED = new AppError('unavailable', 'The client cancelled the call.');

/** The same end, with a reason that the path of a call knows for a client's doing and no fault of ours. */
function signalOf(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const leave = (): void => controller.abort(CANCELLED);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return controller.signal;
}

/** What a tool answers as an error result has no such form anywhere else. */
async function orProtocolError<Result>(
  work: () => Promise<Result>,
  { log, request_id }: { readonly log: Log; readonly request_id: string },
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown;
    const error = toAppError(thrown);
    logFailure(log, error, { request_id }, 'an MCP request failed');
    const message = [error.message, error.fix].filter((part) => part !== undefined).join(' ');
    if (error.status < 500) throw invalidParams(message);
    const { code, retryable } = error;
    const retry_after_s = secondsToRetry(error);
    const data = { code, retryable, ...(retry_after_s === undefined ? {} : { retry_after_s }), request_id };
    throw new ProtocolError(ProtocolErrorCode.InternalError, message, data);
  }
}

type OrRefused = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
