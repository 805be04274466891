import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { csvOf } from './site.ts';

/** Writes the bulk export of a site, before anything is measured and in a process of its own. */
const { values } = parseArgs({
  options: { file: { type: 'string' }, size: { type: 'string' } },
});
const [queries = 0, pages = 0, days = 0, rows_a_day = 0] = (values.size ?? '').split(',').map(Number);
await pipeline(csvOf({ queries, pages, days, rows_a_day }), createWriteStream(values.file ?? ''));
