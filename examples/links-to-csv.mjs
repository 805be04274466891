// node links-to-csv.mjs example.com > links.csv
import { createClient } from '@seamark/client';

const [target] = process.argv.slice(2);
if (target === undefined) {
  console.error('Usage: node links-to-csv.mjs DOMAIN');
  process.exit(2);
}
const client = createClient({ baseUrl: process.env.SEAMARK_URL, apiKey: process.env.SEAMARK_API_KEY });
const columns = ['url_from', 'url_to', 'anchor', 'dofollow', 'first_seen'];
const PAGE = 100;

console.log(columns.join(','));
for (let offset = 0; ; offset += PAGE) {
  const { items } = await client.backlinks.list({ target, limit: PAGE, offset });
  for (const item of items) console.log(columns.map((column) => cell(item[column])).join(','));
  if (items.length < PAGE) break;
}

/** A spreadsheet runs a cell that begins with one of these as a formula. */
function cell(value) {
  const text = String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
