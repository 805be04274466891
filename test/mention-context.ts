import type { RunContext } from '../src/contract/operation.ts';
import { AppError } from '../src/kernel/errors.ts';
import type { AssistantAnswer, AssistantQuery } from '../src/ports/assistants.ts';
import type { Discussion, DiscussionsQuery } from '../src/ports/discussions.ts';
import type { Brand } from '../src/ports/projects.ts';
import type { Ports } from '../src/ports/sources.ts';
import { answerRecord } from './mention-records.ts';
import { contextWithPages } from './page-context.ts';

export interface TestMentions {
  /** What an assistant answers, or throws. */
  readonly answer?: (query: AssistantQuery) => Partial<AssistantAnswer>;
  /** What is found, or thrown. */
  readonly discussions?: (query: DiscussionsQuery) => readonly Discussion[];
  readonly history?: readonly AssistantAnswer[];
  readonly brand?: Brand;
}

export interface MentionContext {
  readonly context: RunContext;
  readonly asked: AssistantQuery[];
  readonly searched: DiscussionsQuery[];
}

/** A context where ChatGPT is connected, and answers and discussions are what a test says. */
export function contextWithMentions({
  answer = () => ({}),
  discussions = () => [],
  history = [],
  brand,
}: TestMentions): MentionContext {
  const asked: AssistantQuery[] = [];
  const searched: DiscussionsQuery[] = [];
  const assistants: Ports['assistants'] = {
    ask: async (query) => {
      asked.push(query);
      const { assistant, prompt, location, language, run, sampling } = query;
      const asked_at = '2026-01-15T12:00:00.000Z';
      return answerRecord({ assistant, prompt, location, language, run, sampling, asked_at, ...answer(query) });
    },
    history: async () => history,
    connected: async () => [{ assistant: 'chatgpt', access: 'api', source: 'openai', lacks: [] }],
  };
  const found: Ports['discussions'] = {
    find: async (query) => {
      searched.push(query);
      return discussions(query).filter(({ platform }) => query.platforms.includes(platform));
    },
  };
  const serp: Pick<Ports['serp'], 'check'> = {
    check: () => Promise.reject(new AppError('source_not_configured', 'No source for result pages is connected.')),
  };
  const base = contextWithPages({});
  const context: RunContext = Object.assign(Object.create(null), base, {
    ports: { ...base.ports, assistants, discussions: found, serp },
    request_id: 'req_test',
    brand: () => Promise.resolve(brand ?? null),
  });
  return { context, asked, searched };
}
