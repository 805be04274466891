import { parentPort } from 'node:worker_threads';

import { languageDetector } from '../text/detect-language.ts';
import { parsePage, type ParsedPage } from './parse.ts';
import type { ParseOrder } from './parse-pool.ts';

/** The thread side of the parse pool. Orders that arrive while the language tables load wait in the port. */
const detectLanguage = await languageDetector();

parentPort?.on('message', ({ input, rules }: ParseOrder) => {
  parentPort?.postMessage(answer({ input, rules }), []);
});
parentPort?.postMessage('ready', []);

function answer({ input, rules }: ParseOrder): ParsedPage {
  try {
    return parsePage(input, { ...rules, detectLanguage });
  } catch {
    return {
      document: undefined,
      links: [],
      follow: [],
      shape_hash: 0n,
      problems: ['parse_failed'],
      checks: undefined,
    };
  }
}
