// node weekly-report.mjs example.com > report.md
import { createClient } from '@seamark/client';

const [site] = process.argv.slice(2);
if (site === undefined) {
  console.error('Usage: node weekly-report.mjs DOMAIN');
  process.exit(2);
}
const client = createClient({ baseUrl: process.env.SEAMARK_URL, apiKey: process.env.SEAMARK_API_KEY });
const known = (value) => value ?? 'not known';

const [links, audit, ranks] = await Promise.all([
  client.backlinks.summary({ target: site }),
  client.site.audit({ site }),
  client.rank.overview({}),
]);

console.log(`# ${site}, ${new Date().toISOString().slice(0, 10)}

| | |
| --- | --- |
| Visibility of ${ranks.checked} tracked keywords | ${known(ranks.visibility?.value)} of 100 |
| Links | ${known(links.backlinks)} from ${known(links.referring_domains)} domains |
| Health | ${known(audit.health_score)} of 100 |
| New and fixed findings | ${known(audit.changes?.new)} and ${known(audit.changes?.fixed)} |

## What to fix first

${audit.causes.map(({ title, fix }, at) => `${at + 1}. **${title}**: ${fix}`).join('\n')}`);
