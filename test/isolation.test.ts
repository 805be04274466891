import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PostgresWorkspaces } from '../src/adapters/postgres/workspaces.ts';
import { openAccounts } from '../src/compose/accounts.ts';
import { openIndex } from '../src/compose/indexes.ts';
import { closingAfter } from '../src/kernel/closing.ts';
import { operations } from '../src/operations/index.ts';
import { pageFact } from './index-engine.ts';
import { keywordFact } from './keyword-records.ts';
import { call, openTestService, type TestAnswer, type TestService } from './service.ts';

/**
 * What workspaces see of each other: nothing where they have indexes of their own, and the facts of the web, but no keywords,
 * where they share one. Each index and each workspace has a word that stands nowhere else.
 */

const SITE = 'harbour-bikes.example';
const OWN = { heron: 'zebrafinch', otter: 'yellowhammer' } as const;
/** In the index that the first workspace and the customer share. */
const SHARED = 'xenops';
/** In the keywords that one workspace imported. */
const KEYWORDS: Readonly<Record<string, string>> = {
  ws_default: 'quetzal',
  ws_customer: 'lorikeet',
  heron: 'zebrafinchkey',
  otter: 'yellowhammerkey',
};
const ALL_WORDS = [...Object.values(OWN), SHARED, 'quetzal', 'lorikeet'];

let service: TestService;
const keys: Record<string, string> = {};

beforeAll(async () => {
  service = await openTestService();
  keys['ws_default'] = service.key;
  keys['ws_customer'] = await service.makeCustomerKey();
  await closingAfter(async (closing) => {
    const { config } = service;
    const accounts = closing.add(await openAccounts(config));
    const workspaces = new PostgresWorkspaces(accounts.database, { plans: config.plans, ledger: accounts.ledger });
    const blank = { name: 'own', allowed_domains: [], scopes: [], project_id: undefined, expires_at: undefined };
    for (const id of Object.keys(OWN)) {
      await workspaces.create({ id, name: id, plan: 'self_hosted', has_own_index: true });
      keys[id] = (await accounts.keys.create({ ...blank, secret: undefined }, id)).secret;
    }
    await fill('', SHARED, ['ws_default', 'ws_customer']);
    for (const [id, word] of Object.entries(OWN)) await fill(id, word, [id]);
  });
});
afterAll(() => service.close());

/** Pages that name the word, links with it as anchor, and keywords of each workspace that reads the index. */
async function fill(indexId: string, word: string, readers: readonly string[]): Promise<void> {
  await closingAfter(async (closing) => {
    const index = closing.add(await openIndex(service.config, indexId));
    const own = ['/', '/repair', '/bikes'].map((path) =>
      pageFact(`http://${SITE}${path}`, {
        document: { title: `Bike repair ${word}`, text: `Bike repair by ${word} in the harbour.` },
        links: [`http://${SITE}/bikes/${word}`],
      }),
    );
    const sources = Array.from({ length: 4 }, (_, at) =>
      pageFact(`http://${word}-${String(at)}.example/links`, {
        document: { title: `Links ${word}` },
        links: [
          { to: `http://${SITE}/`, anchor: `bikes ${word}` },
          { to: 'http://chainring.example/', anchor: word },
        ],
      }),
    );
    for (const fact of [...own, ...sources]) await index.writer.write(fact);
    await index.writer.flush();
    for (const workspace of readers) {
      const keyword = `bike repair ${KEYWORDS[workspace] ?? ''}`;
      await index.imported.write(workspace, [keywordFact(keyword, { source: 'keyword-planner' })]);
    }
    await index.admin.rebuild(() => undefined, AbortSignal.timeout(60_000));
  });
}

const analyses = operations.filter(({ is_account, is_batch }) => !is_account && !is_batch);

function ask(workspace: string, { method, path, runs, example }: (typeof operations)[number]): Promise<TestAnswer> {
  const headers = { 'x-api-key': keys[workspace] ?? '' };
  if (method !== 'GET') return service.call(runs === 'queued' ? `${path}?sync=true` : path, example, headers);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(example)) query.set(name, String(value));
  return call(`${service.base}/api/v1${path}?${query.toString()}`, undefined, headers);
}

describe.each([
  ['heron', ['zebrafinch']],
  ['otter', ['yellowhammer']],
  ['ws_default', ['xenops', 'quetzal']],
  ['ws_customer', ['xenops', 'lorikeet']],
] as const)('the workspace %s', (workspace, words) => {
  const foreign = ALL_WORDS.filter((word) => !words.some((own) => own === word));

  // The two with an index of their own are told apart by the questions below, and one of them is asked everything.
  it.each((workspace === 'otter' ? [] : analyses).map((operation) => [operation.id, operation] as const))(
    'sees in %s nothing of an index or of keywords that are not its own',
    async (_id, operation) => {
      const { text } = await ask(workspace, operation);
      expect(foreign.filter((word) => text.includes(word))).toEqual([]);
    },
  );

  it.each([
    ['/backlinks/list', { target: SITE }],
    ['/backlinks/anchors', { target: SITE }],
    ['/backlinks/referring-domains', { target: SITE }],
    ['/search', { query: 'bike repair' }],
  ])('is answered by %s from its own facts', async (path, body) => {
    expect((await service.call(path, body, { 'x-api-key': keys[workspace] ?? '' })).text).toContain(words[0]);
  });
});

describe('an import of links', () => {
  const order = (word: string) => ({
    kind: 'links',
    content: `Referring page URL,Target URL,Anchor\nhttps://${word}.example/a,https://${SITE}/,${word} import\n`,
  });

  it('of a workspace with its own index is taken, and shown to nobody else', async () => {
    const headers = { 'x-api-key': keys['heron'] ?? '' };
    const queued = await service.call('/imports', order('sandpiper'), headers);
    expect(queued.status).toBe(201);
    const anchors = (workspace: string): Promise<TestAnswer> =>
      service.call('/backlinks/anchors', { target: SITE, limit: 100 }, { 'x-api-key': keys[workspace] ?? '' });
    await expect.poll(async () => (await anchors('heron')).text, { timeout: 20_000 }).toContain('sandpiper import');
    for (const workspace of ['otter', 'ws_default', 'ws_customer']) {
      expect((await anchors(workspace)).text).not.toContain('sandpiper');
    }
  });

  it('of a customer into the shared index is refused, and says why', async () => {
    const refused = await service.call('/imports', order('plover'), { 'x-api-key': keys['ws_customer'] ?? '' });
    expect(refused).toMatchObject({ status: 403, json: { code: 'key_not_allowed_here' } });
  });
});
