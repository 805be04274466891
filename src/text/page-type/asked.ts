import { z } from 'zod';

import type { Page } from '../../web/page/page.ts';
import type { JudgedType } from '../page-types.ts';
import { judgePageType } from './page.ts';

/** The type that an operation treats a page as: what was asked for, else what the page itself says. */

export function pageTypeFound<Type extends string>(types: readonly Type[]) {
  return z.object({
    type: z.enum(types).nullable().describe('Null when nothing on the page says which type it is.'),
    source: z.enum(['given', 'detected', 'unknown']),
    reason: z.string(),
  });
}

export interface PageTypeFound<Type extends string> {
  readonly type: Type | null;
  readonly source: 'given' | 'detected' | 'unknown';
  readonly reason: string;
}

/**
 * @param treatedAs the types that the operation knows, by what pages are; pages of any other type are of no certain type
 * @param own what the operation has for each of its types, such as `checks`
 */
export function findPageType<Type extends string>(
  page: Page,
  asked: Type | 'auto',
  treatedAs: Readonly<Partial<Record<JudgedType, Type>>>,
  own: string,
): PageTypeFound<Type> {
  if (asked !== 'auto') return { type: asked, source: 'given', reason: 'as requested' };
  const verdict = judgePageType(page);
  if (verdict === undefined)
    return { type: null, source: 'unknown', reason: 'nothing on the page says which type it is' };
  const type = treatedAs[verdict.value];
  const reason = verdict.evidence.join('; ');
  if (type !== undefined) return { type, source: 'detected', reason };
  return {
    type: null,
    source: 'unknown',
    reason: `a ${verdict.value.replaceAll('_', ' ')}, which has no ${own} of its own (${reason})`,
  };
}
