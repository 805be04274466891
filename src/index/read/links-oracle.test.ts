import { array, assert, asyncProperty, integer } from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';

import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { expectAgreement } from '../../../test/links/agreement.ts';
import { expectAtOnce, withLaterVisits } from '../../../test/links/later.ts';
import type { JudgedWeb } from '../../../test/links/judged.ts';
import { rebuilt, tell } from '../../../test/links/load.ts';
import { expectAnswers } from '../../../test/links/oracle.ts';
import { type Questions, questions } from '../../../test/links/questions.ts';
import { repeated, websOf } from '../../../test/links/web.ts';
import type { LinksSource } from '../../ports/links.ts';
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
const MOSTLY_COPIED = 8;

/** As for targets with so many links that they are not read row by row. */
function engineAlone(): IndexLinksSource {
  return new IndexLinksSource(index.database, new CoverageReader(index.database), 0);
}

async function expectAllAnswers(source: LinksSource, web: JudgedWeb, asked: readonly Questions[]): Promise<void> {
  for (const each of asked) await expectAnswers(source, web, each);
}

it(
  'answers every question as the rules do, counted here, by the engine and from compact copies; later visits show at once, in whichever order',
  { timeout: 600_000 },
  async () => {
    await assert(
      asyncProperty(
        websOf('settled', 15, 30),
        integer({ min: 5, max: 15 }),
        array(questions, THREE),
        async (all, later, asked) => {
          await index.clear();
          await tell(index, all.slice(later));
          const before = await rebuilt(index, all.slice(later), ALL_PLAIN);
          await expectAllAnswers(index.links, before, asked);
          await expectAllAnswers(engineAlone(), before, asked.slice(1));
          await tell(index, all.slice(0, later));
          const web = withLaterVisits(before, all);
          for (const source of [index.links, engineAlone()]) {
            for (const each of asked) await expectAtOnce(source, web, each);
          }
          await expectAllAnswers(index.links, await rebuilt(index, all, MOSTLY_COPIED), asked);
          for (const { pages } of asked.slice(0, 1)) await expectAgreement(index.links, pages);
        },
      ),
      { numRuns: 1, endOnFailure: true },
    );
  },
);

it(
  'answers as the rules do for a web whose pages move, and of which some visits are told twice',
  { timeout: 600_000 },
  async () => {
    await assert(
      asyncProperty(websOf('moving', 15, 30), repeated, array(questions, THREE), async (all, again, asked) => {
        await index.clear();
        await tell(index, [...all, ...again.flatMap((at) => all[at] ?? [])]);
        const web = await rebuilt(index, all, MOSTLY_COPIED);
        await expectAllAnswers(index.links, web, asked);
        await expectAllAnswers(engineAlone(), web, asked.slice(1));
        for (const { pages } of asked.slice(0, 1)) await expectAgreement(index.links, pages);
      }),
      { numRuns: 1, endOnFailure: true },
    );
  },
);

const THREE = { minLength: 3, maxLength: 3 };
