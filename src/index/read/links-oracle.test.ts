import { array, assert, asyncProperty, integer } from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';

import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { expectAgreement } from '../../../test/links/agreement.ts';
import { expectAtOnce, withLaterVisits } from '../../../test/links/later.ts';
import { rebuilt, tell } from '../../../test/links/load.ts';
import { expectAnswers } from '../../../test/links/oracle.ts';
import { questions } from '../../../test/links/questions.ts';
import { repeated, websOf } from '../../../test/links/web.ts';
import { CoverageReader } from './rows/coverage.ts';
import { IndexLinksSource } from './links.ts';

/** The rules of links, applied one link at a time in memory, against the index on webs of any shape. */

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

/** More links than any web here has, and so few that most targets are copied. */
const ALL_PLAIN = 1_000_000;
const HOT_LINKS_MIN = [ALL_PLAIN, 8];

/** As for targets with so many links that they are not read row by row. */
function engineAlone(): IndexLinksSource {
  return new IndexLinksSource(index.database, new CoverageReader(index.database), 0);
}

it.each(['settled', 'moving'] as const)(
  'answers every question as the rules do for a %s web, counted here, by the engine and from compact copies, in whichever order visits arrive',
  { timeout: 600_000 },
  async (kind) => {
    await assert(
      asyncProperty(websOf(kind, 15, 30), repeated, array(questions, THREE), async (all, again, asked) => {
        await index.clear();
        await tell(index, [...all, ...again.flatMap((at) => all[at] ?? [])]);
        for (const hot_links_min of HOT_LINKS_MIN) {
          const web = await rebuilt(index, all, hot_links_min);
          const sources = hot_links_min === ALL_PLAIN ? [index.links, engineAlone()] : [index.links];
          for (const source of sources) for (const each of asked) await expectAnswers(source, web, each);
          for (const { pages } of asked.slice(0, 1)) await expectAgreement(index.links, pages);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  },
);

it(
  'shows new and lost links at once, without a rebuild, in whichever order visits arrive',
  { timeout: 600_000 },
  async () => {
    await assert(
      asyncProperty(
        websOf('settled', 15, 25),
        integer({ min: 5, max: 15 }),
        array(questions, THREE),
        async (all, later, asked) => {
          await index.clear();
          await tell(index, all.slice(later));
          const before = await rebuilt(index, all.slice(later), ALL_PLAIN);
          await tell(index, all.slice(0, later));
          const web = withLaterVisits(before, all);
          for (const source of [index.links, engineAlone()]) {
            for (const each of asked) await expectAtOnce(source, web, each);
          }
        },
      ),
      { numRuns: 1, endOnFailure: true },
    );
  },
);

const THREE = { minLength: 3, maxLength: 3 };
