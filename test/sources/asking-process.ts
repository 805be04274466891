import { createSourceClients } from '../../src/adapters/sources/source-http.ts';
import { PostgresClaims } from '../../src/adapters/postgres/claims.ts';
import { connect } from '../../src/adapters/postgres/database.ts';
import { PostgresMoneyGuard } from '../../src/adapters/postgres/money.ts';
import { PostgresObservationInbox } from '../../src/adapters/postgres/observation-inbox.ts';
import { CallPorts } from '../../src/engine/ask/ask.ts';
import { SerpCheckStore } from '../../src/index/facts/serp-check.ts';
import { EngineObservationWriter } from '../../src/index/facts/write.ts';
import { connectDatabase } from '../../src/index/database/database.ts';
import { serper } from '../../src/sources/serper/source.ts';
import { emptyDesk } from '../empty-desk.ts';

/** A process that asks a paid source for keywords and prints what came of each, to be killed in the middle. */
const [database_url = '', index_url = '', vendor_url = '', key = '', ...keywords] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const database = connect({ url: database_url, log });
const index = connectDatabase(index_url);
const inbox = new PostgresObservationInbox(database, new EngineObservationWriter(index));
const clients = createSourceClients({ user_agent: 'Seamark test' });
const source = serper.connect(
  { SEAMARK_SERPER_KEY: key, SEAMARK_SERPER_URL: vendor_url },
  {
    http: (failures, secrets) => clients.http(failures, secrets),
    turns: { wait: () => Promise.resolve() },
    now: () => new Date(),
  },
);
if (source === undefined) throw new Error('The source is not connected.');
// What a killed process held is free soon, the request before the claim.
const money = new PostgresMoneyGuard(database, log, { lease_ms: 300 });
const claims = new PostgresClaims(database, log, { lease_ms: 600, look_ms: 50 });
const desk = emptyDesk({
  table: { ...emptyDesk().table, serp: [source] },
  stores: new Map([['serp.check', new SerpCheckStore(index, inbox)]]),
  money,
  claims,
});

async function ask(keyword: string): Promise<CallPorts['notes']> {
  const ports = new CallPorts(desk, {
    workspace_id: 'ws_default',
    key_id: undefined,
    project_id: undefined,
    operation: 'search',
    request_id: 'req_1',
    needs: { serp: {} },
    max_age_s: undefined,
    attempt: 1,
    signal: new AbortController().signal,
  });
  await ports.ports.serp.check({
    keyword,
    engine: undefined,
    location: null,
    language: 'en',
    device: null,
    depth: 10,
    stop_at: undefined,
    wants: ['organic'],
    include_domains: [],
    exclude_domains: [],
  });
  return ports.notes;
}

const notes = await Promise.all(keywords.map(ask));
// Open connections would keep it alive.
process.stdout.write(JSON.stringify(notes), () => process.exit(0));
