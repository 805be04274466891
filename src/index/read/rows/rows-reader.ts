import type { IndexDatabase } from '../../database/database.ts';
import { ArrivalReader } from './arrivals.ts';
import type { Reading } from './coverage.ts';
import { HeldTargets } from './held-links.ts';
import { hotPlaceOf, HotRows } from './hot.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { askOnce, PlainRows, type PlainSource } from './plain.ts';
import type { LinkRows } from './rows.ts';
import type { LinkScope } from './scope.ts';

/** Finds the rows that a query is answered from: the hot copy of a target where there is one, or `links` themselves. */
export class RowsReader {
  private readonly arrivals: ArrivalReader;
  private readonly answers: KeptAnswers;
  private readonly held_targets: HeldTargets;

  constructor(database: IndexDatabase, heldLinksMax: number, answers: KeptAnswers) {
    this.held_targets = new HeldTargets(heldLinksMax);
    this.arrivals = new ArrivalReader(database);
    this.answers = answers;
  }

  async open(reading: Reading, scope: LinkScope): Promise<LinkRows> {
    const hot = await this.hotRows(reading, scope);
    if (hot !== undefined) return hot;
    const known = this.knownArrivals(reading, scope);
    const arrivals = known === undefined ? await this.readArrivals(reading, scope) : known.arrivals;
    return new PlainRows(this.plainSource(reading), scope, arrivals);
  }

  /** As `open`, and asks: where a target hardly has arrivals, the question goes out beside the one for them. */
  async answer<Answer>(reading: Reading, scope: LinkScope, ask: (rows: LinkRows) => Promise<Answer>): Promise<Answer> {
    const hot = await this.hotRows(reading, scope);
    if (hot !== undefined) return ask(hot);
    const known = this.knownArrivals(reading, scope);
    const source = this.plainSource(reading);
    if (known !== undefined) return ask(new PlainRows(source, scope, known.arrivals));
    const direct = ask(new PlainRows(source, scope, undefined));
    // Its failure counts only if its answer does.
    direct.catch(() => undefined);
    const arrivals = await this.readArrivals(reading, scope);
    return arrivals === undefined ? direct : ask(new PlainRows(source, scope, arrivals));
  }

  private plainSource(reading: Reading): PlainSource {
    return { reading, held_targets: this.held_targets, ask: askOnce(reading) };
  }

  private async hotRows(reading: Reading, scope: LinkScope): Promise<HotRows | undefined> {
    const place = hotPlaceOf(reading.coverage, scope);
    return place === undefined ? undefined : HotRows.open({ reading, answers: this.answers, place }, scope);
  }

  private knownArrivals({ coverage }: Reading, scope: LinkScope): ReturnType<ArrivalReader['known']> {
    if (!scope.include_indirect_links || !coverage.has_arrivals) return { arrivals: undefined };
    return this.arrivals.known(coverage, scope);
  }

  private readArrivals({ coverage, signal }: Reading, scope: LinkScope): ReturnType<ArrivalReader['read']> {
    return this.arrivals.read(coverage.authority_version, scope, signal);
  }
}
