import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { day, openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { AMERICA, TestInbox } from '../../../test/observations.ts';
import type { AssistantAnswer, AssistantHistoryQuery, AssistantQuery } from '../../ports/assistants.ts';
import type { KeptObservation, RecallScope } from '../../ports/store.ts';
import { type FactStores, openFactStores } from './stores.ts';
import { EngineObservationWriter } from './write.ts';

let index: TestIndex;
let inbox: TestInbox;
let stores: FactStores;

beforeAll(async () => {
  index = await openTestIndex();
  inbox = new TestInbox(index.observations);
  stores = openFactStores(index.database, inbox);
});
beforeEach(() => index.clear());
afterAll(() => index.close());

const OWN: RecallScope = { workspace_id: 'ws_own', since: undefined, signal: new AbortController().signal };
const QUERY: AssistantQuery = {
  prompt: 'Best CRM for a small business?',
  assistant: 'chatgpt',
  location: AMERICA,
  language: 'en',
  run: 1,
  sampling: 'job_1',
};

function answer(draft: Partial<AssistantAnswer> = {}): AssistantAnswer {
  return {
    assistant: 'chatgpt',
    access: 'api',
    source: 'openai',
    requested_model: 'small',
    served_model: 'small-2026-10',
    prompt: QUERY.prompt,
    location: AMERICA,
    language: 'en',
    asked_at: day(5).toISOString(),
    run: 1,
    sampling: 'job_1',
    status: 'answered',
    searched: true,
    queries: ['best crm'],
    text: 'Acme CRM is the usual pick.\n\tTäglich\\n 🙂',
    cited: [{ url: 'https://a.example/crm', domain: 'a.example', title: 'CRM guide', span: [0, 8] }],
    retrieved: [{ url: null, domain: 'b.example', title: null }],
    cost_usd: 0.02,
    ...draft,
  };
}

function put(query: AssistantQuery, given: AssistantAnswer, workspace_id = 'ws_own', raw?: unknown): void {
  const observed = stores.assistants.ask.observe(query, given, given.source, raw);
  const id = `o${inbox.waiting.length}`;
  inbox.waiting.push(
    ...observed.map((each): KeptObservation => ({
      ...each,
      id,
      source: given.source,
      workspace_id,
      delete_at: undefined,
    })),
  );
}

it('the answer of a run is found again, whole, by the very question and by no other', async () => {
  put(QUERY, answer());
  const found = async (changes: Partial<AssistantQuery> = {}, scope = OWN) =>
    (await stores.assistants.ask.recall({ ...QUERY, ...changes }, scope))?.value;
  for (let flushes = 0; flushes < 2; flushes += 1) {
    expect(await found()).toEqual(answer());
    expect(await found({}, { ...OWN, since: day(5) })).toEqual(answer());
    expect(await found({}, { ...OWN, since: day(6) })).toBeUndefined();
    expect(await found({ access: 'api' })).toEqual(answer());
    const others: Partial<AssistantQuery>[] = [
      { run: 2 },
      { sampling: 'job_2' },
      { prompt: 'best CRM for a small business?' },
      { assistant: 'claude' },
      { location: null },
      { language: 'de' },
      { access: 'surface' },
    ];
    for (const changes of others) expect(await found(changes)).toBeUndefined();
    expect(await found({}, { ...OWN, workspace_id: 'ws_other' })).toBeUndefined();
    expect(await found({}, { ...OWN, workspace_id: '' })).toBeUndefined();
    await inbox.flush();
  }
});

it('the history of prompts holds the newest answers of the workspace, oldest first, by the place that was asked for', async () => {
  // Gemini knows no places.
  put({ ...QUERY, assistant: 'gemini' }, answer({ assistant: 'gemini', source: 'gemini', location: null }));
  put({ ...QUERY, run: 2 }, answer({ run: 2, asked_at: day(6).toISOString() }));
  put(
    { ...QUERY, sampling: 'job_2' },
    answer({ sampling: 'job_2', asked_at: day(7).toISOString(), status: 'refused' }),
  );
  put({ ...QUERY, prompt: 'other' }, answer({ prompt: 'other', asked_at: day(8).toISOString() }));
  put(QUERY, answer({ text: 'Of others.' }), 'ws_other');
  const history = async (changes: Partial<AssistantHistoryQuery> = {}) => {
    const query: AssistantHistoryQuery = {
      prompts: [QUERY.prompt],
      assistant: undefined,
      location_code: AMERICA.code,
      language: 'en',
      since: undefined,
      limit: 10,
      ...changes,
    };
    const recalled = await stores.assistants.history.recall(query, OWN);
    return recalled?.value.map(({ source, run, sampling, status }) => [source, run, sampling, status].join(' '));
  };
  const all = ['gemini 1 job_1 answered', 'openai 2 job_1 answered', 'openai 1 job_2 refused'];
  expect(await history()).toEqual(all);
  expect(await history({ location_code: undefined, language: undefined })).toEqual(all);
  expect(await history({ location_code: null })).toEqual([]);
  expect(await history({ assistant: 'gemini' })).toEqual(all.slice(0, 1));
  expect(await history({ since: day(6) })).toEqual(all.slice(1));
  expect(await history({ limit: 1 })).toEqual(all.slice(2));
  expect(await history({ prompts: [QUERY.prompt, 'other'] })).toHaveLength(4);
  expect(await history({ prompts: [] })).toEqual([]);
});

it('what the vendor sent is kept beside the answer, unless it is too long', async () => {
  put(QUERY, answer(), 'ws_own', { id: 'resp_1', output: [] });
  put({ ...QUERY, run: 2 }, answer({ run: 2 }), 'ws_own', { text: 'x'.repeat(300_000) });
  expect(inbox.waiting.map(({ body }) => body)).toMatchObject([{ raw: '{"id":"resp_1","output":[]}' }, { raw: '' }]);
  await inbox.flush();
});

it('an answer without a workspace is not written', async () => {
  const refused: string[] = [];
  put(QUERY, answer(), '');
  await new EngineObservationWriter(index.database, (message) => refused.push(message)).write(inbox.waiting.splice(0));
  expect(refused).toEqual([expect.stringContaining('Answers of assistants belong to a workspace.')]);
});
