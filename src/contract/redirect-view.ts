import { z } from 'zod';

import { REDIRECT_RESULTS, type RedirectCounts, type TestedAddress } from '../ports/redirect-tests.ts';

export const RedirectResultField = z
  .enum(REDIRECT_RESULTS)
  .describe(
    'ok: answers 200, or one permanent redirect leads to the wanted page. redirected: one permanent redirect to a page, and none was wanted. ' +
      'chain: several redirects. temporary: a 302, 303 or 307 on the way. wrong_target: ends at another page. not_redirected: answers 200 itself. ' +
      'dead: 4xx. error: 5xx. loop: never ends. refused: 401, 403, 429 or a challenge. blocked: by robots.txt. failed: no answer.',
  );

/** How many addresses of a list had each result. */
export const RedirectCountsView = z.partialRecord(z.enum(REDIRECT_RESULTS), z.int());

export function redirectCountsView(counts: RedirectCounts): z.input<typeof RedirectCountsView> {
  return { ...counts };
}

export const TestedAddressView = z.object({
  from: z.string(),
  to: z.string().nullable().describe('The wanted page; null where none was.'),
  result: RedirectResultField.nullable().describe('null until it was tested.'),
  redirects: z.int().nullable(),
  final_url: z.string().nullable(),
  final_status: z.int().nullable(),
  steps: z
    .array(z.object({ url: z.string(), status: z.int().nullable() }))
    .describe('Each address that was requested.'),
  note: z.string().nullable(),
});
type TestedAddressView = z.input<typeof TestedAddressView>;

export function testedAddressView({ url, wanted, test }: TestedAddress): TestedAddressView {
  const row = { from: url, to: wanted ?? null };
  if (test === undefined) {
    return { ...row, result: null, redirects: null, final_url: null, final_status: null, steps: [], note: null };
  }
  const { result, steps, note } = test;
  const last = steps.at(-1);
  return {
    ...row,
    result,
    redirects: Math.max(0, steps.length - 1),
    final_url: last?.url ?? null,
    final_status: last?.status ?? null,
    steps: steps.map((step) => ({ ...step })),
    note: note === '' ? null : note,
  };
}
