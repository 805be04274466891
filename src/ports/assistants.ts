import { defineCapability } from './capability.ts';
import type { Location } from './locations.ts';
import type { Sourced } from './source.ts';

/** AI assistants, asked as a user would ask them. */
export interface AssistantsSource {
  /** One answer to one prompt. */
  ask(query: AssistantQuery, signal: AbortSignal): Promise<Sourced<AssistantAnswer>>;
  /** Answers that the caller's workspace was given before, oldest first. */
  history(query: AssistantHistoryQuery, signal: AbortSignal): Promise<Sourced<readonly AssistantAnswer[]>>;
  /** Which assistants can be asked, and in which ways, in the order in which they would be. */
  connected(query: ConnectedAssistantsQuery, signal: AbortSignal): Promise<Sourced<readonly ConnectedAssistant[]>>;
}

/** How an answer was obtained; figures of two ways are never mixed. */
export const ASSISTANT_ACCESS = ['api', 'surface', 'panel'] as const;
export type AssistantAccess = (typeof ASSISTANT_ACCESS)[number];

export interface AssistantQuery extends AssistantMarket {
  /** Sent as it is. */
  readonly prompt: string;
  /** `chatgpt`, `claude`, `gemini`, `perplexity`, `grok`, `google_ai_mode`, or the name that the operator gave to a server of their own. */
  readonly assistant: string;
  /** Only this way; undefined takes any. */
  readonly access?: AssistantAccess | undefined;
  /** From 1: equal questions of one sampling differ in it, so that each is asked. */
  readonly run: number;
  /** Of the sampling that the run belongs to: another one asks again. */
  readonly sampling: string;
}

interface AssistantMarket {
  /** Null leaves it to the assistant. */
  readonly location: Location | null;
  /** ISO 639-1, or a regional form such as `pt-BR`. */
  readonly language: string;
}

export type ConnectedAssistantsQuery = AssistantMarket;

export interface ConnectedAssistant {
  readonly assistant: string;
  readonly access: AssistantAccess;
  readonly source: string;
  /** What of the place it cannot honour, in words that complete «does not support …». */
  readonly lacks: readonly string[];
}

export interface AssistantHistoryQuery {
  readonly prompts: readonly string[];
  /** Undefined takes every assistant. */
  readonly assistant: string | undefined;
  /** As it was asked for, whether the assistant honoured it or not; null is none, undefined any. */
  readonly location_code: number | null | undefined;
  readonly language: string | undefined;
  readonly since: Date | undefined;
  /** Newest answers that are read at most. */
  readonly limit: number;
}

/** One answer of one assistant, whole. Only `answered` is a trial: what was refused, cut off or failed says nothing about a brand. */
export interface AssistantAnswer {
  readonly assistant: string;
  readonly access: AssistantAccess;
  /** Who asked it: `openai`, `dataforseo`. */
  readonly source: string;
  readonly requested_model: string | null;
  readonly served_model: string | null;
  readonly prompt: string;
  /** What was really honoured: null where the source did not. */
  readonly location: Location | null;
  readonly language: string;
  readonly asked_at: string;
  readonly run: number;
  readonly sampling: string;
  readonly status: 'answered' | 'truncated' | 'refused';
  /** Whether it searched the web; null where the source does not tell. */
  readonly searched: boolean | null;
  /** What it searched for; null where the source does not tell. */
  readonly queries: readonly string[] | null;
  readonly text: string;
  /** Pages that the answer refers to; null where the source does not tell. */
  readonly cited: readonly AssistantCitation[] | null;
  /** Pages that it was shown; null where the source does not tell. */
  readonly retrieved: readonly AssistantPage[] | null;
  readonly cost_usd: number | null;
}

export interface AssistantPage {
  /** Without tracking parameters, and never a redirect of the assistant's own; null where only the domain is known. */
  readonly url: string | null;
  readonly domain: string;
  readonly title: string | null;
}

export interface AssistantCitation extends AssistantPage {
  /** The part of `text` that it stands for, as indices of the string from and to; null where the source does not tell. */
  readonly span: readonly [number, number] | null;
}

export const capability = defineCapability<AssistantsSource>({
  name: 'assistants',
  title: 'AI assistants',
  ways: [
    'Set SEAMARK_OPENAI_KEY to a key from https://platform.openai.com and SEAMARK_OPENAI_MODEL to a model that can search.',
    'Set SEAMARK_ASSISTANT_URL to any server that speaks the Responses API, such as Ollama on your own machine, and SEAMARK_ASSISTANT_MODEL to its model.',
  ],
  methods: {
    ask: { mode: 'first', is_private: true, is_lasting: true, is_addressed: true, identity: nameAssistantQuestion },
    history: { mode: 'stored' },
    connected: { mode: 'stored' },
  },
});

/** One run of one sampling is asked once. */
function nameAssistantQuestion(query: AssistantQuery): string {
  const { prompt, assistant, access = '', location, language, run, sampling } = query;
  return JSON.stringify([sampling, run, assistant, access, location?.code ?? 0, language, prompt]);
}
