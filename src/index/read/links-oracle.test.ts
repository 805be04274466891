import { array, assert, asyncProperty, integer } from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';

import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { expectAgreement } from '../../../test/links/agreement.ts';
import { expectAtOnce, withLaterVisits } from '../../../test/links/later.ts';
import { rebuilt, tell } from '../../../test/links/load.ts';
import { expectAnswers } from '../../../test/links/oracle.ts';
import { questions } from '../../../test/links/questions.ts';
import { repeated, websOf } from '../../../test/links/web.ts';

/** The rules of links, applied one link at a time in memory, against the index on webs of any shape. */

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

/** More links than any web here has, and so few that most targets are copied. */
const HOT_LINKS_MIN = [1_000_000, 8];

it.each(['settled', 'moving'] as const)(
  'answers every question as the rules do for a %s web, from rows and from compact copies, in whichever order visits arrive',
  { timeout: 600_000 },
  async (kind) => {
    await assert(
      asyncProperty(websOf(kind, 25, 60), repeated, array(questions, FOUR), async (all, again, asked) => {
        await index.clear();
        await tell(index, [...all, ...again.flatMap((at) => all[at] ?? [])]);
        for (const hot_links_min of HOT_LINKS_MIN) {
          const web = await rebuilt(index, all, hot_links_min);
          for (const each of asked) await expectAnswers(index.links, web, each);
          for (const { pages } of asked.slice(0, 1)) await expectAgreement(index.links, pages.target, pages.status);
        }
      }),
      { numRuns: 2 },
    );
  },
);

it(
  'shows links that came after the last rebuild at once, as live, and loses none before the next one',
  { timeout: 600_000 },
  async () => {
    await assert(
      asyncProperty(
        websOf('settled', 20, 40),
        integer({ min: 5, max: 15 }),
        array(questions, FOUR),
        async (all, later, asked) => {
          await index.clear();
          await tell(index, all.slice(later));
          const before = await rebuilt(index, all.slice(later), 1_000_000);
          await tell(index, all.slice(0, later));
          const web = withLaterVisits(before, all);
          for (const { summary } of asked) await expectAtOnce(index.links, web, summary);
        },
      ),
      { numRuns: 4 },
    );
  },
);

const FOUR = { minLength: 4, maxLength: 4 };
