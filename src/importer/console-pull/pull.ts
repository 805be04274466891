import { setTimeout as sleep } from 'node:timers/promises';

import { AppError, messageOf } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { ConsolePull, ConsoleSource, ConsoleUnit } from '../../ports/console-source.ts';
import type { ConsoleGrain, ConsolePart, ConsoleReader, ConsoleWriter } from '../../ports/console.ts';
import type { ImportCounts, ImportFile, ImportState, ImportStore, PlannedImport } from '../../ports/imports.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { dayNumber, unitsToAsk } from './days-known.ts';
import { requireProperty } from './property.ts';

export interface PullParts {
  readonly store: ImportStore;
  readonly writer: ConsoleWriter;
  readonly reader: ConsoleReader;
  readonly source: ConsoleSource;
  readonly now: () => Date;
  /** Before the second and the third try of what failed in passing. */
  readonly pauses_ms?: readonly number[];
}

export interface PullOrder extends PlannedImport, ConsolePull {
  /** Names this pull: one that was cut off goes on under the same name, and a new name begins anew. */
  readonly run: string;
}

export interface PullProgress {
  /** 0–100. */
  readonly percent: number;
  readonly counts: ImportCounts;
  /** The day that was read last; undefined where the engine takes no dates. */
  readonly day: string | undefined;
}

export interface PullControl {
  /** Ends it in order; the same pull then goes on. */
  readonly signal: AbortSignal;
  /** The same after so long, so that others have their turn. */
  readonly pause_after_ms: number;
  readonly onProgress: (progress: PullProgress) => void;
}

export interface PullOutcome {
  /** `stopped` where it is to go on. */
  readonly file: ImportFile;
  /** When to go on with a pull that waits for a quota; undefined for at once. */
  readonly go_on_at: Date | undefined;
}

const PAUSES_MS = [2000, 10_000];
const CUT_NOTE =
  'Some days have more rows than the API returns (50,000 a day), so their rarest queries count as withheld.';
const WAIT_NOTE = 'The quota is used up. The import continues at';

/**
 * Pulls the figures of one property into the index, newest day first.
 *
 * A table is published whole or not at all, and only then noted, so a kill at any moment costs one table that is asked again.
 *
 * @throws AppError for a property that the credentials cannot read, and whatever the engine refuses; what was published stays
 */
export async function pullConsole(order: PullOrder, parts: PullParts, control: PullControl): Promise<PullOutcome> {
  const { store, source } = parts;
  try {
    await requireProperty(source, order.property, control.signal);
  } catch (thrown) {
    if (!control.signal.aborted && !isQuota(thrown)) await store.refuse(order, messageOf(thrown));
    if (!isQuota(thrown)) throw thrown;
  }
  const version = `${source.source} ${order.run}`;
  const { file } = await store.open({ ...order, again: true }, { bytes: undefined, version, changed_at: undefined });
  return new Pull(file, order, parts, control).toEnd();
}

class Pull {
  readonly #file: ImportFile;
  readonly #order: PullOrder;
  readonly #parts: PullParts;
  readonly #control: PullControl;
  /** Offset: the day number down to which all is published. Inner: waits for a quota since anything was read. */
  #position: ImportState['position'];
  #counts: ImportCounts;
  #isCut = false;
  #waitsUntil: Date | undefined;

  constructor(file: ImportFile, order: PullOrder, parts: PullParts, control: PullControl) {
    this.#file = file;
    this.#order = order;
    this.#parts = parts;
    this.#control = control;
    this.#position = file.position;
    this.#counts = file.counts;
  }

  async toEnd(): Promise<PullOutcome> {
    try {
      const isWhole = await this.#readAll();
      return { file: await this.#end(isWhole ? 'completed' : 'stopped'), go_on_at: undefined };
    } catch (thrown) {
      if (this.#control.signal.aborted) return { file: await this.#end('stopped'), go_on_at: undefined };
      if (isQuota(thrown)) return this.#wait(thrown);
      await this.#end('failed', thrown).catch(() => undefined);
      throw thrown;
    }
  }

  async #readAll(): Promise<boolean> {
    const { signal, pause_after_ms, onProgress } = this.#control;
    const begun = performance.now();
    const planned = await this.#plan();
    for (const [at, unit] of planned.entries()) {
      if (at > 0 && (signal.aborted || performance.now() - begun > pause_after_ms)) return false;
      await this.#readAgain(unit);
      const isDayDone = planned[at + 1]?.day !== unit.day;
      const offset = unit.day !== undefined && isDayDone ? dayNumber(unit.day) : this.#position.offset;
      this.#position = { offset, inner: 0 };
      await this.#parts.store.checkpoint(this.#file.id, this.#state());
      const percent = Math.min(99, Math.floor((100 * (at + 1)) / planned.length));
      onProgress({ percent, counts: this.#counts, day: unit.day });
    }
    return !signal.aborted;
  }

  async #plan(): Promise<readonly ConsoleUnit[]> {
    const { source, reader } = this.#parts;
    const { property, types, workspace_id } = this.#order;
    const { signal } = this.#control;
    const units = await this.#patiently(() => source.plan(this.#order, signal));
    const known = new Map<string, ReadonlySet<string>>();
    for (const search_type of types) {
      const grains = new Set(units.flatMap((unit) => (unit.search_type === search_type ? unit.grains : [])));
      for (const grain of grains) {
        const table = { engine: source.engine, property, search_type, grain };
        known.set(`${search_type} ${grain}`, new Set(await reader.finalDays(workspace_id, table, signal)));
      }
    }
    return unitsToAsk(units, (type, grain) => known.get(`${type} ${grain}`) ?? new Set(), this.#position.offset);
  }

  #readAgain(unit: ConsoleUnit): Promise<void> {
    return this.#patiently(() => this.#read(unit));
  }

  /** What is unreachable or broken for a moment is tried again; a quota is not, since asking costs of it. */
  async #patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    const pauses = this.#parts.pauses_ms ?? PAUSES_MS;
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (thrown) {
        const pause = pauses[tries];
        const isPassing = thrown instanceof SourceFailure && thrown.is_passing && !isQuota(thrown);
        if (!isPassing || pause === undefined) throw thrown;
        await sleep(pause, undefined, { signal: this.#control.signal });
      }
    }
  }

  /** Under a load of its own, so that nothing that an earlier try left behind is ever read. */
  async #read(unit: ConsoleUnit): Promise<void> {
    const { source, writer, now } = this.#parts;
    const { property, workspace_id } = this.#order;
    const load = newId('load');
    const observed_at = now();
    const partOf = (grain: ConsoleGrain): ConsolePart => ({
      engine: source.engine,
      source: source.source,
      property,
      search_type: unit.search_type,
      grain,
      workspace_id,
      load,
      part: unit.day ?? 'all',
      observed_at,
    });
    let rows = 0;
    try {
      for await (const piece of source.read(property, unit, this.#control.signal)) {
        if ('rows' in piece) {
          rows += piece.rows.length;
          await writer.write(partOf(piece.grain), piece.rows);
        } else if (piece.days.length > 0) {
          await writer.publish(partOf(piece.grain), piece.days);
          if (piece.days.some(({ is_cut }) => is_cut)) this.#isCut = true;
        }
      }
    } catch (thrown) {
      for (const grain of unit.grains) await writer.discard(partOf(grain));
      throw thrown;
    }
    const { read, taken } = this.#counts;
    this.#counts = { ...this.#counts, read: read + rows, taken: taken + rows };
  }

  async #wait(failure: SourceFailure): Promise<PullOutcome> {
    const { now, source } = this.#parts;
    const { offset, inner: waits } = this.#position;
    const told_ms = failure.retry_after_s === undefined ? undefined : failure.retry_after_s * 1000;
    const go_on_at =
      told_ms !== undefined && waits === 0 ? new Date(now().getTime() + told_ms) : source.retryAt(failure, waits);
    this.#position = { offset, inner: waits + 1 };
    this.#waitsUntil = go_on_at;
    return { file: await this.#end('stopped'), go_on_at };
  }

  #end(status: 'completed' | 'stopped' | 'failed', thrown?: unknown): Promise<ImportFile> {
    const error = thrown === undefined ? undefined : messageOf(thrown);
    return this.#parts.store.end(this.#file.id, this.#state(), { status, error });
  }

  #state(): ImportState {
    const { notes, problems } = this.#file;
    return {
      position: this.#position,
      bytes_read: 0,
      counts: this.#counts,
      problems,
      notes: [
        ...notes.filter((note) => note !== CUT_NOTE && !note.startsWith(WAIT_NOTE)),
        ...(this.#isCut || notes.includes(CUT_NOTE) ? [CUT_NOTE] : []),
        ...(this.#waitsUntil === undefined ? [] : [`${WAIT_NOTE} ${minuteOf(this.#waitsUntil)}.`]),
      ],
    };
  }
}

function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function isQuota(thrown: unknown): thrown is SourceFailure {
  return thrown instanceof SourceFailure && thrown.kind === 'rate_limited';
}

/** @throws AppError invalid_input for kinds of search that the engine does not keep apart */
export function requireTypes(source: ConsoleSource, types: readonly string[]): void {
  const unknown = types.filter((type) => !source.search_types.some((known) => known === type));
  if (unknown.length === 0) return;
  throw new AppError('invalid_input', `There are no figures for the type of search ${unknown.join(', ')}.`, {
    fix: `Use ${source.search_types.join(', ')}.`,
  });
}
