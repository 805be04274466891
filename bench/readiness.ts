import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { technicalQa } from '../src/operations/content/technical-qa/technical-qa.ts';

/**
 * How the readiness scores of real pages spread: a score that gives most pages the same figure says nothing.
 *
 *   node bench/readiness.ts --pages DIR     every .html and .html.gz file in DIR, checked as HTML alone
 */
const { values } = parseArgs({ options: { pages: { type: 'string' } } });
if (values.pages === undefined) throw new Error('Name a folder of pages: --pages DIR');
const folder = values.pages;

const files = readdirSync(folder).filter((name) => /\.html(?:\.gz)?$/.test(name));
const scores = files
  .map((name) => {
    const bytes = readFileSync(join(folder, name));
    const html = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    return technicalQa.run({ html, page_type: 'auto', today: new Date().toISOString().slice(0, 10) }).readiness_score;
  })
  .toSorted((one, other) => one - other);

const at = (share: number): number => scores[Math.round(share * (scores.length - 1))] ?? Number.NaN;
console.log(`${scores.length} pages`);
console.table({
  lowest: at(0),
  'first quartile': at(0.25),
  median: at(0.5),
  'third quartile': at(0.75),
  highest: at(1),
  'share of 95 and more': scores.filter((score) => score >= 95).length / scores.length,
});
