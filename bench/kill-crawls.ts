import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { newSecret } from '../src/kernel/api-key.ts';
import { freePort, untilReady } from '../test/kill/kill-rounds.ts';
import { Kept, killEngine, killPostgres } from '../test/kill/processes.ts';
import { auditOf, changesOf, endOfCrawl, startCrawl } from '../test/web/audited.ts';
import { countWeb } from '../test/web/count.ts';
import { type Api, apiOf, objectOf } from '../test/web/product.ts';
import { startTestWeb } from '../test/web/server.ts';
import { countFaults } from '../test/web/site-faults.ts';
import { CUT, webFolder } from '../test/web/sites.ts';

/**
 * A site of the test web is crawled and audited again and again, while service, index and PostgreSQL are killed (SIGKILL) in
 * turn at random moments of the crawl and of its audit: node bench/kill-crawls.ts [--rounds 12]
 *
 * After each round every page has to be in the audit once, with the findings that another parser counts in the files, and a
 * crawl after the first finds no change. Prints every promise that was broken, and ends non-zero
 * when there is one.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '12' } } });
const VICTIMS = ['server', 'engine', 'postgres'] as const;
const PATIENCE_MS = 120_000;
const site = CUT.filter(({ host }) => host === 'httpd.apache.org');
const web = await startTestWeb(webFolder(), site);
const [files] = web.sites;
if (files === undefined) throw new Error('There is no such site.');
const { site: apache } = files;
const { host } = apache;
const count = countWeb(webFolder(), site);
const faults = countFaults(files, count);
const data = await mkdtemp(join(tmpdir(), 'seamark-kill-crawls-'));
const trusted = join(data, '..', `test-web-${process.pid}.pem`);
await writeFile(trusted, web.certificate);
const key = newSecret();
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const server = new Kept('server', ['serve', '--port', String(port)], {
  SEAMARK_DATA: data,
  SEAMARK_INIT_API_KEY: key,
  SEAMARK_CONFIRM_SECONDS: '1',
  SEAMARK_PLANS: '{"self_hosted":{"requests_per_minute":100000}}',
  NODE_EXTRA_CA_CERTS: trusted,
  SEAMARK_RESOLVE: web.resolve.join(','),
});
const broken: string[] = [];
const kills = { server: 0, engine: 0, postgres: 0 };
try {
  await untilReady(base, server);
  const api = patient(apiOf({ url: base }, key));
  for (let round = 0; round < Number(values.rounds); round += 1) await crawledAndAudited(api, round);
} finally {
  await server.stop();
  await web.close();
  await rm(data, { recursive: true, force: true });
  await rm(trusted, { force: true });
}
console.table({ ...kills, restarts: server.starts - 1 });
for (const line of broken) console.log(`broken: ${line}`);
console.log(broken.length === 0 ? 'Every promise was kept.' : `${broken.length} promises were broken.`);
process.exitCode = broken.length === 0 ? 0 : 1;

async function crawledAndAudited(api: Api, round: number): Promise<void> {
  const victim = VICTIMS[round % VICTIMS.length] ?? 'server';
  const started = await startCrawl(api, apache);
  await sleep(500 + Math.random() * 7000);
  kill(victim);
  await endOfCrawl(api, started.job);
  const { crawl } = await api('GET', `/crawls/${started.id}`);
  const { counts } = objectOf(crawl);
  // Whoever is killed while an audit is made has it made anew by the next question.
  setTimeout(() => kill(VICTIMS[(round + 1) % VICTIMS.length] ?? 'server'), 50 + Math.random() * 1500);
  const audited = await auditOf(api, host, [...faults.keys()]);
  for (const [rule, keys] of faults) {
    const found = audited.get(rule) ?? new Set();
    if (keys.symmetricDifference(found).size > 0)
      broken.push(`round ${round}: ${rule} has ${found.size} findings in place of ${keys.size}`);
  }
  const changes = round === 0 ? new Set() : await changesOf(api, host);
  if (changes.size > 0)
    broken.push(`round ${round}: ${changes.size} pages changed, such as ${[...changes].slice(0, 1).join()}`);
  console.log(`round ${round}: ${victim} killed, ${JSON.stringify(counts)}, ${broken.length} broken`);
}

function kill(victim: (typeof VICTIMS)[number]): void {
  kills[victim] += 1;
  if (victim === 'server') server.kill();
  else if (victim === 'engine') killEngine(data);
  else killPostgres(data);
}

/** Asks again what was refused or lost because something was just killed. */
function patient(api: Api): Api {
  return async (method, path, body) => {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await api(method, path, body);
      } catch (thrown) {
        if (performance.now() > until || !/fetch failed|terminated|: (?:500|503|202) /.test(String(thrown)))
          throw thrown;
        if (/: 500 /.test(String(thrown))) broken.push(String(thrown));
        await sleep(250);
      }
    }
  };
}
