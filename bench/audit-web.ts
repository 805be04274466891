import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { auditOf, changesOf, changeWeb, crawlSite, expectedChanges } from '../test/web/audited.ts';
import { countWeb } from '../test/web/count.ts';
import { apiOf, createKey, startService } from '../test/web/product.ts';
import { startTestWeb } from '../test/web/server.ts';
import { countFaults } from '../test/web/site-faults.ts';
import { CUT, missingSites, SITES, webFolder } from '../test/web/sites.ts';

/**
 * Sites of the test web, each crawled over REST and audited, beside counts that another parser made straight from the files;
 * then once more after `--changes` pages of each were changed. Pages whose text scripts write are in no rule about texts, and
 * are left out of both.
 *
 *   node bench/audit-web.ts                       three sites
 *   node bench/audit-web.ts --all                 all that are unpacked
 *   node bench/audit-web.ts --all --sites sqlite  those whose host contains this
 */
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    sites: { type: 'string', default: '' },
    changes: { type: 'string', default: '200' },
  },
});
/** The rule that names them. */
const SHELL = 'js.text-missing';
const sites = (values.all ? SITES : CUT).filter(
  (site) => site.host.includes(values.sites) && missingSites(webFolder(), [site]) === undefined,
);
const web = await startTestWeb(webFolder(), sites);
const folder = await mkdtemp(join(tmpdir(), 'seamark-audit-web-'));
const trusted = join(folder, 'test-web.pem');
await writeFile(trusted, web.certificate);
const options = {
  data: join(folder, 'data'),
  env: {
    NODE_EXTRA_CA_CERTS: trusted,
    SEAMARK_RESOLVE: web.resolve.join(','),
    SEAMARK_PLANS: '{"self_hosted":{"requests_per_minute":100000}}',
    // What was fine before gets a minute and a half to come back; nothing does here.
    SEAMARK_CONFIRM_SECONDS: '1',
  },
};
const service = await startService(options);
let differing = 0;
try {
  const api = apiOf(service, await createKey(options));
  const count = countWeb(webFolder(), sites);
  for (const files of web.sites) {
    const { host } = files.site;
    const start = performance.now();
    await crawlSite(api, files);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const counted = countFaults(files, count);
    const audited = await auditOf(api, host, [...counted.keys(), SHELL]);
    const shells = audited.get(SHELL) ?? new Set();
    const rows = [...counted].map(([rule, keys]) => {
      const found = audited.get(rule) ?? new Set();
      const [missed, extra] = [[...keys.difference(found).difference(shells)], [...found.difference(keys)]];
      differing += missed.length + extra.length;
      return {
        rule,
        counted: keys.size,
        audited: found.size,
        missed: missed.slice(0, 2).join(' '),
        extra: extra.slice(0, 2).join(' '),
      };
    });
    console.log(`${host}: crawled in ${seconds} s, ${shells.size} pages are written by scripts`);
    console.table(rows);
    const changed = changeWeb(web, files, count, Number(values.changes));
    await crawlSite(api, files);
    const told = await changesOf(api, host);
    const expected = expectedChanges(changed);
    const [missed, extra] = [[...expected.difference(told)], [...told.difference(expected)]];
    differing += missed.length + extra.length;
    console.log(`${expected.size} changes made, ${told.size} told`, missed.slice(0, 5), extra.slice(0, 5));
  }
} finally {
  await service.stop();
  await web.close();
  await rm(folder, { recursive: true, force: true });
}
console.log(differing === 0 ? 'No difference.' : `${differing} differences.`);
process.exitCode = differing === 0 ? 0 : 1;
