import type {
  CallToolResult,
  CompleteRequestParams,
  CompleteResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Tool,
} from '@modelcontextprotocol/server';

import type { Caller } from '../ports/accounts.ts';

/** One request of a known caller, while it is answered. */
export interface Exchange {
  readonly caller: Caller;
  readonly request_id: string;
  readonly project_id: string | undefined;
  readonly workflow_id: string | undefined;
  /** Fires when the client has cancelled or gone away. */
  readonly signal: AbortSignal;
  /** The client can be given a task instead of an answer. */
  readonly takes_tasks: boolean;
  /** Undefined unless the client wants to hear how far a call has come. */
  readonly progress: ((news: ProgressNews) => Promise<void>) | undefined;
  /** Metadata from the client, under its own names. */
  readonly meta: Readonly<Record<string, unknown>>;
}

interface ProgressNews {
  readonly progress: number;
  readonly total: number;
  readonly message: string;
}

/** The result that tells a client that its call continues as a task. */
export interface TaskResult {
  readonly resultType: 'task';
  readonly [field: string]: unknown;
}

/** All that one selection of tools offers. What is listed is made once; requests only read it. */
export interface Surface {
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly resource_templates: readonly ResourceTemplateType[];
  readonly prompts: readonly Prompt[];
  callTool(
    name: string,
    input: Readonly<Record<string, unknown>>,
    exchange: Exchange,
  ): Promise<CallToolResult | TaskResult>;
  /** Undefined when the resource does not exist. */
  readResource(uri: string, exchange: Exchange): Promise<ReadResourceResult | undefined>;
  /** Undefined when the prompt does not exist. */
  getPrompt(name: string, input: Readonly<Record<string, string>>): GetPromptResult | undefined;
  complete(params: CompleteRequestParams): CompleteResult;
  readonly tasks: Tasks | undefined;
}

/** The tasks extension. Undefined stands for a task that this caller does not have. */
export interface Tasks {
  get(id: string, exchange: Exchange): Promise<Readonly<Record<string, unknown>> | undefined>;
  cancel(id: string, exchange: Exchange): Promise<true | undefined>;
}
