import { describe, expect, it } from 'vitest';

import type { Operation } from '../../src/contract/operation.ts';
import gap from '../../src/operations/content/gap/operation.ts';
import refresh from '../../src/operations/content/refresh-brief/operation.ts';
import opportunity from '../../src/operations/opportunities/brief/operation.ts';
import { runChecked } from '../pure-operation.ts';
import { CHAIN_KEYWORD } from './chain-pages.ts';
import { guidePage } from './guide-page.ts';
import { contextWithStudy } from './study-context.ts';

const URL = 'https://own.example/chain';
const PAGE = guidePage({
  title: 'How to clean a bike chain',
  site: 'Own Bikes',
  text: 'Spray degreaser on the chain and let it soak for five minutes before you brush it off with an old brush.',
});
const withHead = (element: string): string => PAGE.replace('<title>', `${element}<title>`);

const BRIEFS: readonly (readonly [string, Operation, object])[] = [
  ['content.gap', gap, { url: URL }],
  ['content.refresh-brief', refresh, { url: URL, refresh_goal: 'recover_rankings' }],
  ['opportunities.brief', opportunity, { page_url: URL, opportunity_type: 'lost_keyword_recovery' }],
];

async function planFor([operation, asked]: readonly [Operation, object], html: string) {
  const { context } = contextWithStudy({ own: { [URL]: html } });
  const body = { ...asked, keyword: CHAIN_KEYWORD };
  const { markdown_summary } = await runChecked(operation, body, context);
  const { guidance } = await operation.prepare(body).run(context);
  if (guidance === undefined || !('steps' in guidance)) throw new Error('The operation answers a workflow.');
  return { ...guidance, markdown_summary };
}

describe.each(BRIEFS)('a plan for a page, by %s,', (_name, ...brief) => {
  it('begins with the noindex that keeps the page out of search, and says so first', async () => {
    const { steps, summary, next_calls, priority, markdown_summary } = await planFor(
      brief,
      withHead('<meta name="robots" content="noindex, follow">'),
    );
    expect(steps[0]?.action).toBe(
      `Remove the noindex from ${URL} if it should rank, then request indexing in Search Console.`,
    );
    expect(steps[0]?.evidence).toEqual(['<meta name="robots" content="noindex, follow">']);
    expect(summary).toMatch(
      /^https:\/\/own\.example\/chain is set to noindex, which keeps it out of search: fix that first\. /,
    );
    expect(markdown_summary).toContain('is set to noindex');
    expect(next_calls?.[0]).toMatchObject({ operation: 'content.technical-qa', body: { url: URL } });
    expect(priority).toBe('high');
  });

  it('begins with a canonical to another page', async () => {
    const { steps } = await planFor(brief, withHead('<link rel="canonical" href="https://own.example/shop">'));
    expect(steps[0]?.action).toBe(
      `Point the canonical of ${URL} to itself if it should rank, or work on https://own.example/shop instead.`,
    );
  });

  it('is about its content where only another crawler is kept away, and the canonical is its own', async () => {
    const html = withHead(`<meta name="bingbot" content="noindex"><link rel="canonical" href="${URL}">`);
    const { steps, summary } = await planFor(brief, html);
    expect(steps[0]?.action).not.toMatch(/noindex|canonical/);
    expect(summary).not.toContain('out of search');
  });
});
