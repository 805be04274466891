import { describe, expect, it } from 'vitest';

import { CHAIN_KEYWORD } from '../../test/study/chain-pages.ts';
import { guidePage } from '../../test/study/guide-page.ts';
import { contextWithStudy } from '../../test/study/study-context.ts';
import { serpRecord } from '../../test/serp-records.ts';
import { findLinkSources, listLinkTasks } from './own-links.ts';

const SITE = 'https://own.example';
const TO = `${SITE}/chain`;
const FROM = `${SITE}/winter`;
const TEXT = 'Salt eats metal, so clean your bike chain every week in winter. Dry it with a rag before you oil it.';

const page = guidePage({ title: 'Winter', site: 'Own', text: TEXT });

async function sourcesOf(html: string, to: string | undefined = TO) {
  const { context } = contextWithStudy({ own: { [FROM]: html }, crawled: [TO, FROM] });
  const serp = serpRecord([], { keyword: CHAIN_KEYWORD, language: 'en' });
  return findLinkSources({ serp, own_domains: ['own.example'], own_url: to }, context);
}

describe('a crawled page on the subject', () => {
  it('links in its text, around it, or not at all', async () => {
    const around = page.replace('<a href="/blog">Blog</a>', '<a href="/chain">Chains</a>');
    const related = page.replace('<a href="/tyres">Five tyres for gravel</a>', '<a href="/chain">Clean chains</a>');
    const stateOf = async (html: string) => (await sourcesOf(html))?.map(({ links_to_page }) => links_to_page);
    // The first occurrence stands in the description of the page, which nobody sees.
    expect(
      await stateOf(
        page.replace(/<p>Salt.*?<\/p>/, (text) => text.replace('Dry it', '<a href="/chain#dry">Dry it</a>')),
      ),
    ).toEqual(['text']);
    expect(await stateOf(around)).toEqual(['navigation']);
    expect(await stateOf(related)).toEqual(['navigation']);
    expect(await stateOf(page)).toEqual(['none']);
  });

  it('offers the sentence that says most of the search, and none that hardly does', async () => {
    expect((await sourcesOf(page))?.[0]?.sentence).toBe(
      'Salt eats metal, so clean your bike chain every week in winter.',
    );
    const other = guidePage({
      title: 'Winter',
      site: 'Own',
      text: 'Salt eats metal, so keep the bike inside in winter.',
    });
    expect((await sourcesOf(other))?.[0]?.sentence).toBeNull();
  });

  it('is not read for a page that does not exist yet, and is asked to link later', async () => {
    const { context } = contextWithStudy({ crawled: [FROM] });
    const serp = serpRecord([], { keyword: CHAIN_KEYWORD, language: 'en' });
    const sources = await findLinkSources({ serp, own_domains: ['own.example'], own_url: undefined }, context);
    expect(listLinkTasks(sources ?? [], undefined)).toEqual([
      { task: `Link from ${FROM} to the new page once it is published.`, from: FROM, sentence: null },
    ]);
  });
});
