import type { SourceNote } from '../../ports/source.ts';

interface Entry {
  /** Of the question, in the order in which the call asked. */
  readonly turn: number;
  readonly note: SourceNote;
}

/**
 * What a call says of its sources: one note for each source and outcome, however often it was asked.
 *
 * Questions are asked side by side and answered in any order; their notes stand in the order of asking, and where two agree
 * on source and outcome the words are those of the first.
 */
export class CallNotes {
  readonly #entries: Entry[] = [];

  add(turn: number, note: SourceNote): void {
    const at = this.#entries.findIndex(({ note: known }) => isAlike(known, note));
    const known = this.#entries[at];
    if (known === undefined) {
      this.#entries.push({ turn, note });
      return;
    }
    const first = known.turn < turn ? known : { turn, note };
    this.#entries[at] = { ...first, note: { ...first.note, cost_usd: known.note.cost_usd + note.cost_usd } };
  }

  /** Who failed last of those that a question was put to. */
  failedSource(turn: number): string | undefined {
    const isFailure = ({ turn: of, note }: Entry): boolean =>
      of === turn && (note.status === 'failed' || note.status === 'too_dear');
    return this.#entries.findLast(isFailure)?.note.source;
  }

  list(): readonly SourceNote[] {
    return this.#entries.toSorted((one, other) => one.turn - other.turn).map(({ note }) => note);
  }
}

function isAlike(one: SourceNote, other: SourceNote): boolean {
  return (
    one.capability === other.capability &&
    one.source === other.source &&
    one.status === other.status &&
    one.cached === other.cached
  );
}
