import { z } from 'zod';

import { counted } from '../kernel/grammar.ts';
import { inline } from '../kernel/markdown.ts';
import { BLOCKS, type SearchBlock } from '../web/facts/search-block.ts';
import type { PlannedCall, StepDraft } from './plan.ts';

/** How answers tell what keeps a page out of results: before all other work on it. */
export const SearchBlockRow = z.object({
  kind: z.enum(BLOCKS),
  url: z.string(),
  leads_to: z.string().nullable().describe('Where its redirect or canonical leads; null for the others.'),
  evidence: z.string(),
  fix: z.string(),
});

export function planBlock(block: SearchBlock | null): StepDraft | undefined {
  if (block === null) return undefined;
  return {
    action: block.fix,
    why: 'Search engines leave the page out of their results, so no other work on it can pay off.',
    evidence: [block.evidence],
    effort: 'low',
    owner_hint: 'developer',
  };
}

const WORDS: Readonly<Record<SearchBlock['kind'], string>> = {
  status: 'returns an error',
  redirect: 'redirects to another page',
  noindex: 'is set to noindex',
  canonical: 'names another page as its canonical',
};

/** What a summary says before all else; '' where nothing blocks the page. */
export function introduceBlock(block: SearchBlock | null): string {
  return block === null
    ? ''
    : `${inline(block.url, 120)} ${WORDS[block.kind]}, which keeps it out of search: fix that first. `;
}

/** The same of several pages. */
export function introduceBlocks(blocks: readonly SearchBlock[]): string {
  const [first, ...others] = blocks;
  if (first === undefined || others.length === 0) return introduceBlock(first ?? null);
  return `${counted(blocks.length, 'page')} are kept out of search, such as ${inline(first.url, 120)}, which ${WORDS[first.kind]}: fix them first. `;
}

export function callsForBlock(block: SearchBlock | null | undefined): PlannedCall[] {
  if (block == null) return [];
  return [
    {
      operation: 'content.technical-qa',
      body: { url: block.url },
      reason: 'Shows what keeps the page out of search, with the fix.',
    },
  ];
}
