import type { RedirectResult, RedirectStep } from '../ports/redirect-tests.ts';
import { isSamePage, pageAddress } from '../web/url.ts';
import type { VisitOutcome } from '../ports/crawl-records.ts';

/** Redirects that tell search engines to keep the old address. */
const TEMPORARY = new Set([302, 303, 307]);

/** How following an address ended. */
export type AddressEnd = VisitOutcome | 'loop';

/**
 * What following an address came to. A page that is reached counts as the wanted one whatever its scheme and final slash;
 * one that is only passed is a chain, since the redirect could lead on from the old address at once.
 */
export function judgeAddress(
  steps: readonly RedirectStep[],
  end: AddressEnd,
  wanted: string | undefined,
): RedirectResult {
  if (end !== 'read') return FAILURES[end] ?? 'error';
  const last = steps.at(-1)?.url ?? '';
  if (wanted !== undefined && !isSame(last, wanted)) return missed(steps, wanted);
  if (steps.length > 2) return 'chain';
  if (steps.some(isTemporary)) return 'temporary';
  return steps.length === 2 && wanted === undefined ? 'redirected' : 'ok';
}

/** It ends at another page than the wanted one. */
function missed(steps: readonly RedirectStep[], wanted: string): RedirectResult {
  if (steps.length === 1) return 'not_redirected';
  return steps.some(({ url }) => isSame(url, wanted)) ? 'chain' : 'wrong_target';
}

function isTemporary({ status }: RedirectStep): boolean {
  return status !== null && TEMPORARY.has(status);
}

const FAILURES: Readonly<Partial<Record<AddressEnd, RedirectResult>>> = {
  loop: 'loop',
  dead: 'dead',
  refused: 'refused',
  blocked: 'blocked',
  failed: 'failed',
};

function isSame(one: string, other: string): boolean {
  const [left, right] = [pageAddress(one), pageAddress(other)];
  return left !== undefined && right !== undefined && isSamePage(left, right);
}
