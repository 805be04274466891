import { createSourceClients } from '../../src/adapters/sources/source-http.ts';
import { PostgresClaims } from '../../src/adapters/postgres/claims.ts';
import { connect } from '../../src/adapters/postgres/database.ts';
import { PostgresMoneyGuard } from '../../src/adapters/postgres/money.ts';
import { PostgresObservationInbox } from '../../src/adapters/postgres/observation-inbox.ts';
import { CallPorts } from '../../src/engine/ask/ask.ts';
import { AssistantAnswersStore } from '../../src/index/facts/assistant-answers.ts';
import { EngineObservationWriter } from '../../src/index/facts/write.ts';
import { connectDatabase } from '../../src/index/database/database.ts';
import { openai } from '../../src/sources/openai/source.ts';
import { emptyDesk } from '../empty-desk.ts';

/** A process that asks an assistant for runs of a sampling and prints what came of each, to be killed in the middle. */
const [database_url = '', index_url = '', vendor_url = '', key = '', ...prompts] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const database = connect({ url: database_url, log });
const index = connectDatabase(index_url);
const inbox = new PostgresObservationInbox(database, new EngineObservationWriter(index));
const clients = createSourceClients({ user_agent: 'Seamark test' });
const source = openai.connect(
  { SEAMARK_OPENAI_KEY: key, SEAMARK_OPENAI_MODEL: 'small', SEAMARK_OPENAI_URL: vendor_url },
  {
    http: (failures, secrets) => clients.http(failures, secrets),
    turns: { wait: () => Promise.resolve() },
    now: () => new Date(),
  },
);
if (source === undefined) throw new Error('The source is not connected.');
// What a killed process held is free soon, the request before the claim.
const desk = emptyDesk({
  table: { ...emptyDesk().table, assistants: [source] },
  stores: new Map([['assistants.ask', new AssistantAnswersStore(index, inbox)]]),
  money: new PostgresMoneyGuard(database, log, { lease_ms: 300 }),
  claims: new PostgresClaims(database, log, { lease_ms: 600, look_ms: 50 }),
});

async function ask(prompt: string): Promise<CallPorts['notes']> {
  const ports = new CallPorts(desk, {
    workspace_id: 'ws_default',
    key_id: undefined,
    project_id: undefined,
    operation: 'llm-mentions.track',
    request_id: 'req_1',
    needs: { assistants: {} },
    // Whoever wants new answers, and goes on after a crash, has paid for these.
    max_age_s: 0,
    attempt: 1,
    signal: new AbortController().signal,
  });
  const asked = { prompt, assistant: 'chatgpt', location: null, language: 'en', run: 1, sampling: 'job_1' };
  await ports.ports.assistants.ask(asked);
  return ports.notes;
}

const notes = await Promise.all(prompts.map(ask));
// Open connections would keep it alive.
process.stdout.write(JSON.stringify(notes), () => process.exit(0));
