import { z } from 'zod';

import {
  type Discussion,
  DISCUSSION_PLATFORMS,
  DISCUSSION_STATES,
  type DiscussionsQuery,
} from '../../ports/discussions.ts';
import type { Provenance } from '../../ports/source.ts';
import type { Observation, ObservationInbox, Recalled, RecallScope, Store } from '../../ports/store.ts';
import { compareText } from '../../text/normalize.ts';
import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { TableRows } from '../write/table-rows.ts';
import { keywordKey, languageKey, seriesOf } from './keys.ts';
import { keptProvenance } from './provenance.ts';
import { factRows, type Kept, SMALL_MAX } from './rows.ts';
import { isSince, selectFacts } from './select.ts';

const Text = z.string().nullable();
const Count = z.number().nullable();

const DiscussionRecord: z.ZodType<Discussion> = z.object({
  source: z.string(),
  platform: z.enum(DISCUSSION_PLATFORMS),
  forum: Text,
  url: z.string(),
  title: Text,
  text: Text,
  links: z.array(z.string()),
  author: Text,
  published_at: Text,
  score: Count,
  replies: Count,
  state: z.enum(DISCUSSION_STATES).nullable(),
  attribution: Text,
});

/** What one source found, how many it was asked for, and from which day on; '' is any. */
export const DiscussionObservation = z.object({
  depth: z.int(),
  since: z.string(),
  discussions: z.array(DiscussionRecord),
});
type DiscussionObservation = z.infer<typeof DiscussionObservation>;

/** Rows of an answer: the answer, and each discussion in it. */
export function discussionRows(series: string, observation: DiscussionObservation, kept: Kept): TableRows[] {
  const { since, depth, discussions } = observation;
  const check = { series, since, depth: Math.min(depth, SMALL_MAX), answer: JSON.stringify(observation) };
  const found = discussions.map((each) => ({
    url: each.url,
    platform: each.platform,
    forum: each.forum ?? '',
    published_at: each.published_at ?? '',
    discussion: JSON.stringify(each),
  }));
  return [factRows('discussion_checks', [check], kept), factRows('discussions', found, kept)];
}

interface KeptAnswer extends DiscussionObservation {
  readonly source: string;
  readonly observed_at: Date;
}

const AnswerRow = z.object({ source: z.string(), observed_ms: z.int(), answer: z.string() });

/** What was found for the same words before: the newest answer of each source that was asked for at least so many. */
export class DiscussionStore implements Store<DiscussionsQuery, readonly Discussion[]> {
  readonly #database: IndexDatabase;
  readonly #inbox: ObservationInbox;
  readonly #clock: () => Date;

  constructor(database: IndexDatabase, inbox: ObservationInbox, clock: () => Date) {
    this.#database = database;
    this.#inbox = inbox;
    this.#clock = clock;
  }

  async recall(query: DiscussionsQuery, scope: RecallScope): Promise<Recalled<readonly Discussion[]> | undefined> {
    const answers = await this.#newest(query, scope);
    if (answers.length === 0) return undefined;
    const value = answers.flatMap(({ discussions }) => discussions.slice(0, query.limit));
    return { value, sources: answers.map(provenance) };
  }

  /** An answer without a discussion is kept as well: asked again within the day, it would be as empty. */
  observe(query: DiscussionsQuery, found: readonly Discussion[], source: string): readonly Observation[] {
    const discussions = found.filter((each) => each.source === source);
    const body: DiscussionObservation = { depth: query.limit, since: sinceDay(query), discussions };
    return [{ kind: 'discussion', series: findSeries(query), observed_at: this.#clock(), body }];
  }

  async #newest(query: DiscussionsQuery, scope: RecallScope): Promise<readonly KeptAnswer[]> {
    const [series, since, depth] = [findSeries(query), sinceDay(query), query.limit];
    const newest = new Map<string, KeptAnswer>();
    const add = (answer: KeptAnswer): void => {
      const known = newest.get(answer.source);
      if (known === undefined || known.observed_at < answer.observed_at) newest.set(answer.source, answer);
    };
    for (const { body, source, observed_at } of await this.#inbox.find('discussion', [series], scope.since)) {
      const answer = DiscussionObservation.parse(body);
      if (answer.depth >= depth && answer.since === since) add({ ...answer, source, observed_at });
    }
    const statement = selectFacts('discussion_checks', scope, {
      columns: sql`source, toUnixTimestamp64Milli(observed_at) AS observed_ms, answer`,
      where: sql`series = ${series} AND since = ${since} AND depth >= ${depth} AND ${isSince(scope.since)}`,
      end: sql`ORDER BY discussion_checks.observed_at DESC LIMIT 1 BY source`,
    });
    for (const row of await this.#database.rows(AnswerRow, statement, scope.signal)) {
      const answer = DiscussionObservation.parse(JSON.parse(row.answer));
      add({ ...answer, source: row.source, observed_at: new Date(row.observed_ms) });
    }
    return [...newest.values()].sort((one, other) => compareText(one.source, other.source));
  }
}

/** Without the day from which on it was asked, so that what is asked every week for the last month is one series. */
function findSeries({ query, platforms, language }: DiscussionsQuery): string {
  return seriesOf(
    'discussions',
    keywordKey(query),
    [...new Set(platforms)].sort(compareText).join(' '),
    languageKey(language),
  );
}

/** A day is as fine as it matters, since answers serve for one. */
function sinceDay({ since }: DiscussionsQuery): string {
  return since?.toISOString().slice(0, 10) ?? '';
}

function provenance({ source, observed_at, discussions }: KeptAnswer): Provenance {
  return keptProvenance(source, observed_at, { note: discussions.length === 0 ? 'It found no discussions.' : '' });
}
