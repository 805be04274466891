import { beforeEach, describe, expect, it } from 'vitest';

import { type ImportFile, type ImportOrder, type ImportState, type ImportStore, NO_OPTIONS } from '../ports/imports.ts';
import { type ImportControl, importFile } from './import-file.ts';
import { NOTHING, type ReadContext, type Reading, type Step } from './files/reading.ts';
import { ContentSource } from './files/source.ts';

const ORDER: ImportOrder = {
  kind: 'wat',
  location: 'content:x',
  options: NO_OPTIONS,
  workspace_id: 'ws_1',
  again: false,
};

const FRESH: ImportFile = {
  ...ORDER,
  id: 'import_1',
  file: { bytes: 10, version: 'v', changed_at: undefined },
  status: 'running',
  job_id: undefined,
  error: undefined,
  position: { offset: 0, inner: 0 },
  bytes_read: 0,
  counts: NOTHING,
  problems: [],
  notes: [],
  begun_at: new Date('2026-03-01T00:00:00Z'),
  finished_at: undefined,
};

/** Remembers what it is told of one file. */
class KeptStore implements ImportStore {
  file: ImportFile = FRESH;

  open: ImportStore['open'] = async () => ({ file: this.file, outcome: 'resumed' });
  end: ImportStore['end'] = async (_id, state, { status, error }) =>
    (this.file = { ...this.file, ...state, status, error });
  checkpoint = async (_id: string, state: ImportState): Promise<void> => void (this.file = { ...this.file, ...state });
  refuse: ImportStore['refuse'] = async (_order, error) => void (this.file = { ...this.file, status: 'failed', error });
  plan = unused;
  setJob = unused;
  find = unused;
  list = unused;
}

const unused = (): never => {
  throw new Error('Reading a file asks for no other.');
};

let store: KeptStore;
let stop: AbortController;
beforeEach(() => {
  store = new KeptStore();
  stop = new AbortController();
});

function run(reading: Partial<Reading> & Pick<Reading, 'steps'>, control: Partial<ImportControl> = {}) {
  const whole = { flush: () => Promise.resolve(), pauses: true, isWhole: false, ...reading };
  return importFile(
    ORDER,
    { store, source: new ContentSource('content:x', '0123456789'), reading: whole },
    { signal: stop.signal, pause_after_ms: 60_000, onProgress: () => undefined, ...control },
  );
}

const step = (offset: number): Step => ({
  position: { offset, inner: 0 },
  counts: { read: 1, taken: 1, skipped: 0, links: 2 },
});

describe('an import', () => {
  it('notes only what was made durable, whatever fails after it', async () => {
    const failing = async function* (context: ReadContext): AsyncGenerator<Step> {
      yield step(3);
      context.problem('line', 'line 4');
      throw new Error('a bug');
    };
    await expect(run({ steps: failing })).rejects.toThrow('a bug');
    // What was met in the step that broke is met again when it is read again.
    expect(store.file).toMatchObject({
      status: 'failed',
      error: 'a bug',
      position: { offset: 3 },
      counts: { read: 1 },
      problems: [],
    });
    const flush = (): Promise<void> => Promise.reject(new Error('the disk is full'));
    const reading = async function* (): AsyncGenerator<Step> {
      yield step(7);
    };
    await expect(run({ steps: reading, flush })).rejects.toThrow('the disk is full');
    expect(store.file).toMatchObject({ status: 'failed', position: { offset: 3 }, counts: { read: 1 } });
  });

  it('goes on with counts and problems where it was', async () => {
    store.file = {
      ...FRESH,
      position: { offset: 5, inner: 1 },
      counts: { read: 9, taken: 8, skipped: 1, links: 3 },
      problems: [{ kind: 'line', count: 1, examples: ['line 2'] }],
    };
    const seen: unknown[] = [];
    const steps = async function* (context: ReadContext): AsyncGenerator<Step> {
      seen.push(context.position, context.seen_at);
      context.problem('line', 'line 11');
      context.note('a note');
      yield step(10);
    };
    const { file } = await run({ steps });
    expect(seen).toEqual([{ offset: 5, inner: 1 }, FRESH.begun_at]);
    expect(file).toMatchObject({
      status: 'completed',
      counts: { read: 10, taken: 9, skipped: 1, links: 5 },
      problems: [{ kind: 'line', count: 2, examples: ['line 2', 'line 11'] }],
      notes: ['a note'],
    });
  });

  it('stops and pauses between steps, and is not whole then', async () => {
    const steps = async function* (): AsyncGenerator<Step> {
      yield step(1);
      stop.abort(new Error('enough'));
      yield step(2);
      yield step(3);
    };
    expect((await run({ steps })).file).toMatchObject({ status: 'stopped', position: { offset: 2 }, error: undefined });
    stop = new AbortController();
    const endless = async function* (): AsyncGenerator<Step> {
      for (let at = 0; at < 1_000_000; at += 1) yield step(at);
    };
    expect((await run({ steps: endless }, { pause_after_ms: 5 })).file).toMatchObject({ status: 'stopped' });
    const few = async function* (): AsyncGenerator<Step> {
      for (let at = 1; at <= 3; at += 1) yield step(at);
    };
    const inOneGo = await run({ steps: few, pauses: false }, { pause_after_ms: -1 });
    expect(inOneGo.file).toMatchObject({ status: 'completed', position: { offset: 3 } });
  });

  it('takes bytes that break because of a stop for a stop', async () => {
    const steps = async function* (): AsyncGenerator<Step> {
      yield step(1);
      stop.abort(new Error('enough'));
      throw new Error('The body was aborted.');
    };
    expect((await run({ steps })).file).toMatchObject({ status: 'stopped', error: undefined });
  });
});
