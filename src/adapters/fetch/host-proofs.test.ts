import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type NameServer, startNameServer } from '../../../test/name-server.ts';
import { type Handler, redirectTo, type Site, startSite } from '../../crawler/test-crawl.ts';
import type { ProofCheck } from '../../ports/hosts.ts';
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts';
import { createHostProofs } from './host-proofs.ts';

/** Proofs as owners publish them, on a name server and a web server of this test. */

const PROOF = { host: 'yard.example', token: 'k3v9' };
const FILE = '/.well-known/seamark-k3v9.txt';
const VALUE = 'seamark-verify=k3v9';

let names: NameServer;
let site: Site;
let web: GuardedFetch;
const routes: Record<string, string | Handler> = {};

beforeAll(async () => {
  names = await startNameServer();
  site = await startSite(routes);
  const resolve = [`yard.example:80:127.0.0.1:${String(site.port)}`, 'yard.example:443:127.0.0.1:1'];
  web = createGuardedFetch({ user_agent: 'Seamark/1.0', allow_networks: [], allow_ports: [], resolve });
});
afterEach(() => {
  names.records.clear();
  for (const path of Object.keys(routes)) delete routes[path];
});
afterAll(async () => {
  await web.close();
  await site.close();
  await names.close();
});

async function found(): Promise<readonly string[]> {
  return (await checks()).filter(({ is_found }) => is_found).map(({ place }) => place);
}

function checks(): Promise<readonly ProofCheck[]> {
  const find = createHostProofs({ requester: web.requester, name_servers: [names.address] });
  return find(PROOF, new AbortController().signal);
}

const text =
  (body: string, status = 200): Handler =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(body);

describe('a proof in the DNS', () => {
  it('is a TXT record of the host among others, also one that is sent in parts', async () => {
    names.records.set('yard.example', ['v=spf1 -all', VALUE]);
    expect(await found()).toEqual(['TXT yard.example']);
    names.records.set('yard.example', ['x'.repeat(600)]);
    names.records.set('_seamark.yard.example', [VALUE]);
    expect(await found()).toEqual(['TXT _seamark.yard.example']);
  });

  it('is none with another token, or beside other text', async () => {
    names.records.set('yard.example', ['seamark-verify=k3v', `${VALUE}x`]);
    names.records.set('_seamark.yard.example', [`say ${VALUE}`]);
    expect(await found()).toEqual([]);
    expect((await checks()).map(({ note }) => note)).toEqual([
      'There is a record with another token.',
      'None of its records is the one looked for.',
      'The server answered 404.',
    ]);
  });

  it('is looked for at the host and nowhere else', async () => {
    names.records.set('example', [VALUE]);
    expect(await found()).toEqual([]);
    expect(new Set(names.asked)).toEqual(new Set(['yard.example', '_seamark.yard.example']));
  });
});

describe('a proof on the site', () => {
  it('is a file that holds the text alone, over http where nobody answers over https', async () => {
    routes[FILE] = text(`${VALUE}\n`);
    expect(await found()).toEqual([`http://yard.example${FILE}`]);
  });

  it.each([
    ['a page for every address', text(`<p>No such page: ${FILE}</p>`), 'The file holds something else.'],
    ['a longer text', text(`${VALUE} and more`), 'The file holds something else.'],
    ['an error page with the text', text(VALUE, 404), 'The server answered 404.'],
    ['a redirect', redirectTo('http://yard.example/proof'), 'The server answered 301; redirects are not followed.'],
  ])('is not %s', async (_what, handler, note) => {
    routes[FILE] = handler;
    routes['/proof'] = text(VALUE);
    expect((await checks()).at(-1)).toMatchObject({ method: 'file', is_found: false, note });
  });
});
