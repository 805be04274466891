import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import { moveLink } from '../../web/facts/records.ts';
import { parseTarget } from '../../web/target.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

const MENU = [
  { to: 'https://mirror.example/', anchor: 'Home' },
  { to: 'https://mirror.example/a', anchor: 'Prev' },
];

function mirrored(path: string) {
  const canonical = `https://manual.example${path}`;
  const { target_url: to, ...canonicalLink } = moveLink(canonical, 'canonical');
  return pageFact(`https://mirror.example${path}`, {
    document: { canonical_url: canonical },
    links: [...MENU, { to, ...canonicalLink }],
  });
}

it.each([1_000_000, 2])(
  'counts of a mirror its canonicals and what others link to there, and none of its menus, from %i links on as copies',
  async (hot_links_min) => {
    await index.clear();
    const reader = pageFact('https://reader.example/', {
      links: [{ to: 'https://mirror.example/a', anchor: 'the manual' }],
    });
    for (const fact of [mirrored('/'), mirrored('/a'), mirrored('/b'), reader]) await index.writer.write(fact);
    await index.writer.flush();
    await index.rebuild({ hot_links_min });
    const signal = AbortSignal.timeout(60_000);
    const { value } = await index.links.anchors(
      {
        target: parseTarget('manual.example'),
        status: 'live',
        include_indirect_links: true,
        backlinks_min: undefined,
        referring_domains_min: undefined,
        sort_by: 'backlinks',
        limit: 100,
        offset: 0,
        anchor_filter: undefined,
      },
      signal,
    );
    expect(value.anchors.map(({ anchor, backlinks }) => [anchor, backlinks])).toEqual([
      ['', 3],
      ['the manual', 1],
    ]);
  },
);
