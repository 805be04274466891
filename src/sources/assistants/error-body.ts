import { z } from 'zod';

import { Text, vendorFailure } from '../result-pages/answer-shape.ts';
import type { VendorAnswer } from './answer.ts';

const Code = z.union([z.string(), z.number()]).nullish().catch(null);
const Errors = z.object({
  error: z.union([z.string(), z.object({ code: Code, status: Text, type: Text, message: Text })]),
});

/** @throws SourceFailure for an error inside a 200 */
export function requireNoError(body: unknown, { title, failures, usd }: VendorAnswer): void {
  const { error } = Errors.safeParse(body).data ?? {};
  if (error === undefined) return;
  if (typeof error === 'string') throw vendorFailure(failures, { title, code: '', words: error, usd });
  const code = String(error.code ?? error.status ?? error.type ?? '');
  throw vendorFailure(failures, { title, code, words: error.message ?? '', usd });
}
