// node fix-first.mjs example.com 80
import { createClient } from '@seamark/client';

const [site, least = '0'] = process.argv.slice(2);
if (site === undefined) {
  console.error('Usage: node fix-first.mjs DOMAIN [LEAST_HEALTH]');
  process.exit(2);
}
const client = createClient({ baseUrl: process.env.SEAMARK_URL, apiKey: process.env.SEAMARK_API_KEY });
const audit = await client.site.audit({ site });

console.log(`Health of ${site}: ${audit.health_score ?? `unknown. ${audit.score_of}`}`);
for (const { severity, title, fix, score_gain } of audit.causes) {
  console.log(`\n${severity}: ${title}${score_gain ? ` (+${score_gain})` : ''}\n  ${fix}`);
}
if (audit.health_score === null || audit.health_score < Number(least)) process.exitCode = 1;
