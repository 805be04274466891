import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { readRecords } from './reader.ts';
import {
  FROM_START,
  inChunks,
  members,
  named,
  payloads,
  readAll,
  reasons,
  recordBytes,
} from '../../../test/archive.ts';
import { measureGrowthAsync } from '../../../test/growth.ts';
import { liveMegabytes } from '../../../test/live-memory.ts';

const CHUNKS = [1, 7, 4096, 1_000_000];

describe('a sound archive', () => {
  const plain = Buffer.concat([named('one'), named('two'), named('three')]);

  it.each(CHUNKS)(
    'gives the same records however it is cut into chunks, plain and packed (%i bytes)',
    async (chunk) => {
      for (const bytes of [plain, members(named('one'), named('two'), named('three')), gzipSync(plain)]) {
        const read = await readAll(bytes, chunk);
        expect(payloads(read)).toEqual(['one', 'two', 'three']);
        expect(read.skipped).toEqual([]);
        expect(read.records.map(({ cut, length }) => [cut, length])).toEqual([
          [false, 3],
          [false, 3],
          [false, 5],
        ]);
      }
    },
  );

  it('may have its records cut into members anywhere', async () => {
    for (let cut = 1; cut < plain.byteLength; cut += 13) {
      const read = await readAll(members(plain.subarray(0, cut), plain.subarray(cut)));
      expect([payloads(read), read.skipped]).toEqual([['one', 'two', 'three'], []]);
    }
  });

  it('may be read on from the place of any of its records', async () => {
    const large = recordBytes({ type: 'resource', payload: Buffer.alloc(9_000_000, 'x') });
    const member = deflated(Buffer.concat([large, named('four'), named('five')]));
    for (const bytes of [plain, members(named('one'), named('two'), named('three')), gzipSync(plain), member]) {
      const { records } = await readAll(bytes);
      for (const [at, record] of records.entries()) {
        const rest = await readAll(bytes.subarray(record.position.offset), 4096, { ...FROM_START, ...record.position });
        expect(payloads(rest)).toEqual(payloads({ records: records.slice(at), skipped: [] }));
        expect(rest.skipped).toEqual([]);
        expect(rest.records.map(({ position }) => position)).toEqual(records.slice(at).map(({ position }) => position));
      }
    }
  });

  it('is read from a file on disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'seamark-warc-'));
    try {
      const file = join(folder, 'three.warc.gz');
      await writeFile(file, members(named('one'), named('two'), named('three')));
      const found: string[] = [];
      for await (const { payload } of readRecords(createReadStream(file), FROM_START, () => undefined)) {
        found.push(Buffer.from(payload).toString());
      }
      expect(found).toEqual(['one', 'two', 'three']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('gives names in lower case, lines put together that are folded, and the first of repeated ones', async () => {
    const bytes = Buffer.from(
      'WARC/1.1\r\nwarc-type: Resource\r\nWARC-Target-URI: http://example.com/\r\n  a\r\n\tb\r\n' +
        'WARC-Date: 2026-03-01T08:00:00Z\r\nwarc-date: 1999-01-01T00:00:00Z\r\nno colon\r\n folded onto nothing\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n',
    );
    const { records, skipped } = await readAll(bytes);
    expect(skipped).toEqual([]);
    expect(records[0]).toMatchObject({ version: '1.1', type: 'resource' });
    expect([...(records[0]?.headers ?? [])]).toEqual([
      ['warc-type', 'Resource'],
      ['warc-target-uri', 'http://example.com/ a b'],
      ['warc-date', '2026-03-01T08:00:00Z'],
      ['content-length', '2'],
    ]);
  });

  it.each([
    [
      'line feeds alone',
      'WARC/1.0\nWARC-Type: resource\nContent-Length: 3\n\none\n\nWARC/1.0\nWARC-Type: resource\nContent-Length: 3\n\ntwo\n\n',
    ],
    [
      'no line ends between records',
      'WARC/0.18\r\nContent-Length: 3\r\n\r\noneWARC/0.17\r\nContent-Length: 3\r\n\r\ntwo',
    ],
    [
      'many line ends between records',
      'WARC/1.0\r\nContent-Length: 3\r\n\r\none\r\n\r\n\r\n\r\n\nWARC/1.0\r\nContent-Length: 3\r\n\r\ntwo\r\n',
    ],
    [
      'line ends before the first record',
      '\r\n\nWARC/1.0\r\nContent-Length: 3\r\n\r\none\r\n\r\nWARC/1.0 \r\nContent-Length: 3\r\n\r\ntwo\r\n\r\n',
    ],
    [
      'line ends that a conversion has doubled',
      'WARC/1.0\r\r\nContent-Length: 3\r\r\n\r\r\none\r\n\r\nWARC/1.0\r\nContent-Length: 3\r\n\r\ntwo\r\n\r\n',
    ],
  ])('may be written with %s', async (_, text) => {
    for (const chunk of CHUNKS) {
      const read = await readAll(Buffer.from(text), chunk);
      expect([payloads(read), read.skipped]).toEqual([['one', 'two'], []]);
    }
  });

  it('may hold text that looks like a record in a payload', async () => {
    const inner = Buffer.concat([named('forged'), named('forged too')]);
    const outer = recordBytes({ type: 'resource', payload: Buffer.concat([Buffer.from('text\r\n\r\n'), inner]) });
    for (const bytes of [Buffer.concat([outer, named('real')]), members(outer, named('real'))]) {
      const read = await readAll(bytes, 100);
      expect(read.records.map(({ length }) => length)).toEqual([inner.byteLength + 8, 4]);
      expect(read.skipped).toEqual([]);
    }
  });

  it('of zero bytes has no records', async () => {
    expect(await readAll(Buffer.alloc(0))).toEqual({ records: [], skipped: [] });
  });
});

describe('a packed archive', () => {
  it('goes on behind zeros between its members and at its end', async () => {
    const bytes = Buffer.concat([
      members(named('one')),
      Buffer.alloc(70_000),
      members(named('two')),
      Buffer.alloc(512),
    ]);
    for (const chunk of [512, 4096, 1_000_000]) {
      const read = await readAll(bytes, chunk);
      expect([payloads(read), read.skipped]).toEqual([['one', 'two'], []]);
    }
  });

  it('goes on behind garbage between its members, and tells of it', async () => {
    const bytes = Buffer.concat([
      members(named('one')),
      Buffer.from('garbage'),
      members(named('two')),
      Buffer.from('at the end'),
    ]);
    const first = members(named('one')).byteLength;
    for (const chunk of CHUNKS) {
      const read = await readAll(bytes, chunk);
      expect(payloads(read)).toEqual(['one', 'two']);
      expect(read.skipped).toEqual([
        { reason: 'garbage', position: { offset: first, inner: 0 }, bytes: 7 },
        { reason: 'garbage', position: { offset: bytes.byteLength - 10, inner: 0 }, bytes: 10 },
      ]);
    }
  });

  it('loses a corrupt member and no other', async () => {
    const parts = ['one', 'two', 'three', 'four'].map((name) => gzipSync(named(name)));
    const broken = Buffer.from(parts[1] ?? '');
    broken.fill(0xff, 30, 60);
    const bytes = Buffer.concat(
      [parts[0] ?? '', broken, parts[2] ?? '', parts[3] ?? ''].map((part) => Buffer.from(part)),
    );
    for (const chunk of CHUNKS) {
      const read = await readAll(bytes, chunk);
      expect(payloads(read)).toEqual(['one', 'three', 'four']);
      expect(read.skipped).toEqual([
        { reason: 'corrupt_gzip', position: { offset: parts[0]?.byteLength, inner: 0 }, bytes: broken.byteLength },
      ]);
    }
  });

  it('loses a record that lies in a corrupt member in part', async () => {
    const [one, two, three] = [named('one'), named('two'), named('three')];
    const broken = gzipSync(two.subarray(100, 200));
    broken.fill(0xff, 15, 40);
    for (const chunk of CHUNKS) {
      const read = await readAll(
        Buffer.concat([members(one, two.subarray(0, 100)), broken, members(two.subarray(200), three)]),
        chunk,
      );
      expect(payloads(read)).toEqual(['one', 'three']);
      expect(reasons(read)).toEqual(['corrupt_gzip']);
    }
  });

  it('loses a member whose checksum is wrong', async () => {
    const broken = gzipSync(named('two'));
    broken[broken.byteLength - 6] = (broken[broken.byteLength - 6] ?? 0) ^ 1;
    const read = await readAll(Buffer.concat([members(named('one')), broken, members(named('three'))]));
    expect(payloads(read)).toEqual(['one', 'three']);
    expect(reasons(read)).toEqual(['corrupt_gzip']);
  });

  it('is read up to where it was cut off, which is told', async () => {
    const whole = members(named('one'), named('two'), named('three'));
    const second = members(named('one'), named('two')).byteLength;
    for (const end of [second + 1, second + 5, second + 40, whole.byteLength - 9, whole.byteLength - 1]) {
      const read = await readAll(whole.subarray(0, end), 64);
      expect(payloads(read)).toEqual(['one', 'two']);
      expect(read.skipped).toHaveLength(1);
      expect(read.skipped[0]).toMatchObject({ position: { offset: second, inner: 0 }, bytes: end - second });
    }
  });

  it('keeps the records of a large member up to where it is corrupt, and goes on behind it', async () => {
    const texts = Array.from({ length: 130 }, (_, number) => noise(number, 30_000));
    const large = gzipSync(Buffer.concat(texts.map((payload) => recordBytes({ type: 'resource', payload }))));
    expect(large.byteLength).toBeGreaterThan(2_000_000);
    large.fill(0xff, 1_500_000, 1_500_400);
    const read = await readAll(Buffer.concat([large, members(named('behind'))]), 65_536);
    expect(read.records.length).toBeGreaterThan(50);
    // Damage shows a little behind where it is, so that the records just before its end may hold some of it.
    const sound = payloads(read).slice(0, -3);
    expect(sound.map((text, number) => text === texts[number])).toEqual(sound.map(() => true));
    expect(payloads(read).at(-1)).toBe('behind');
    expect(reasons(read)).toContain('corrupt_gzip');
  });

  it('may have names, comments, extra fields and header checksums in its members', async () => {
    const content = named('one');
    const header = Buffer.from([0x1f, 0x8b, 8, 2 + 4 + 8 + 16, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]);
    const names = Buffer.from('name\0comment\0\x12\x34');
    const member = Buffer.concat([header, names, gzipSync(content).subarray(10)]);
    for (const chunk of CHUNKS) {
      // Zeros in front keep Node's own reading of the header out of it.
      const read = await readAll(Buffer.concat([member, Buffer.from('x'), members(named('two'))]), chunk);
      expect(payloads(read)).toEqual(['one', 'two']);
    }
  });

  it('gives up a member that unpacks a thousandfold, and goes on behind it', async () => {
    const zeros = gzipSync(Buffer.alloc(70_000_000));
    const lies = deflated(Buffer.concat([recordBytes({ payload: '' }), Buffer.alloc(70_000_000)]));
    const before = liveMegabytes();
    const read = await readSource(async function* () {
      yield* inChunks(Buffer.concat([members(named('one')), zeros, lies]), 65_536);
      expect(liveMegabytes() - before).toBeLessThan(40);
      yield members(named('two'));
    });
    expect(payloads(read)).toEqual(['one', '', 'two']);
    expect(reasons(read)).toContain('gzip_bomb');
  });

  it('made of nothing but beginnings of members is given up in linear time', async () => {
    const read = (size: number): ReturnType<typeof readAll> => {
      const beginnings = Buffer.alloc(size);
      for (let at = 0; at < size; at += 10) beginnings.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], at);
      return readAll(Buffer.concat([members(named('one')), beginnings]), 65_536);
    };
    expect(payloads(await read(2500))).toEqual(['one']);
    expect(await measureGrowthAsync(read, 2500)).toBeLessThan(9);
  });
});

describe('a record that lies about its length', () => {
  const cases: readonly (readonly [string, (lie: Buffer) => Buffer])[] = [
    ['plain', (lie) => Buffer.concat([named('one'), lie, named('two'), named('three')])],
    ['packed', (lie) => members(named('one'), lie, named('two'), named('three'))],
    ['packed in one member', (lie) => gzipSync(Buffer.concat([named('one'), lie, named('two'), named('three')]))],
  ];

  it.each(cases)('with too small a length loses what it hides, and no other record (%s)', async (_, archive) => {
    for (const chunk of CHUNKS) {
      const read = await readAll(archive(recordBytes({ type: 'resource', payload: 'a lying one', length: 6 })), chunk);
      expect(payloads(read)).toEqual(['one', 'a lyin', 'two', 'three']);
      expect(read.records.map(({ cut }) => cut)).toEqual([false, true, false, false]);
      expect(reasons(read)).toEqual(['wrong_length']);
    }
  });

  it.each(cases)('with too large a length does not swallow the next ones (%s)', async (_, archive) => {
    for (const length of [20, 500, 100_000, 999_999_999_999_999]) {
      for (const chunk of CHUNKS) {
        const read = await readAll(archive(recordBytes({ type: 'resource', payload: 'a lying one', length })), chunk);
        expect(payloads(read)).toEqual(['one', 'a lying one', 'two', 'three']);
        expect(read.records.map(({ cut }) => cut)).toEqual([false, true, false, false]);
        expect(reasons(read)).toEqual(['wrong_length']);
      }
    }
  });

  it('with no length at all is passed over', async () => {
    for (const wrong of ['', 'Content-Length: -5\r\n', 'Content-Length: many\r\n', 'Content-Length: 1e3\r\n']) {
      const lie = Buffer.from(`WARC/1.0\r\nWARC-Type: resource\r\n${wrong}\r\nlost\r\n\r\n`);
      const read = await readAll(Buffer.concat([named('one'), lie, named('two')]), 50);
      expect(payloads(read)).toEqual(['one', 'two']);
      expect(read.skipped).toEqual([
        { reason: 'bad_header', position: { offset: named('one').byteLength, inner: 0 }, bytes: lie.byteLength },
      ]);
    }
  });

  it('again and again costs no more than a bounded number of readings', async () => {
    const lie = recordBytes({ type: 'resource', payload: 'a lying one', length: 16_000_000 });
    const read = await readAll(Buffer.concat(Array.from({ length: 10_000 }, () => lie)), 65_536);
    expect(read.records.length).toBeGreaterThan(50);
    expect(read.records.length).toBeLessThan(1000);
  });
});

describe('a plain archive', () => {
  it('goes on behind garbage, and tells of it', async () => {
    const bytes = Buffer.concat([
      Buffer.from('garbage WARC/1.0\r\nno line begins so\r\n'),
      named('one'),
      Buffer.from('more\n'),
      named('two'),
    ]);
    for (const chunk of CHUNKS) {
      const read = await readAll(bytes, chunk);
      expect(payloads(read)).toEqual(['one', 'two']);
      expect(read.skipped.map(({ reason, bytes: count }) => [reason, count])).toEqual([
        ['garbage', 37],
        ['wrong_length', 5],
      ]);
    }
  });

  it('is read up to where it was cut off, which is told', async () => {
    const whole = Buffer.concat([named('one'), named('two')]);
    const first = named('one').byteLength;
    for (const end of [first + 3, first + 20, first + 200, whole.byteLength - 5]) {
      const read = await readAll(whole.subarray(0, end), 64);
      expect(payloads(read)).toEqual(['one']);
      expect(read.skipped).toHaveLength(1);
      expect(read.skipped[0]?.position).toEqual({ offset: first, inner: 0 });
    }
  });

  it('of one line of 50 MB is passed over within bounded memory', async () => {
    const read = await readLine(50, async function* () {
      yield named('one');
    });
    expect(payloads(read)).toEqual(['one', 'two']);
    expect(read.skipped.map(({ bytes }) => bytes)).toEqual([50_000_001]);
  });

  it('with a header of 50 MB is passed over within bounded memory', async () => {
    const read = await readLine(50, async function* () {
      yield named('one');
      yield Buffer.from('WARC/1.0\r\nWARC-Type: ');
    });
    expect(payloads(read)).toEqual(['one', 'two']);
    expect(reasons(read)).toEqual(['bad_header']);
  });

  it('with a record of 50 MB keeps the first 16 MB of it', async () => {
    const read = await readLine(50, async function* () {
      yield Buffer.from('WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 50000000\r\n\r\n');
    });
    expect(read.records[0]?.payload.buffer.byteLength).toBeLessThan(20_000_000);
    expect(read.records.map(({ payload, length, cut }) => [payload.byteLength, length, cut])).toEqual([
      [16_777_216, 50_000_000, true],
      [3, 3, false],
    ]);
    expect(read.skipped).toEqual([]);
  });
});

describe('the source of an archive', () => {
  it('is let go when reading ends early', async () => {
    let isOpen = true;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield named('one');
      } finally {
        isOpen = false;
      }
    }
    for await (const { payload } of readRecords(source(), FROM_START, () => undefined)) {
      expect(Buffer.from(payload).toString()).toBe('one');
      break;
    }
    expect(isOpen).toBe(false);
  });

  it('passes its failures on', async () => {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield named('one');
      throw new Error('The disk is gone.');
    }
    const read = async (): Promise<void> => {
      for await (const record of readRecords(source(), FROM_START, () => undefined))
        expect(record.type).toBe('resource');
    };
    await expect(read()).rejects.toThrow('The disk is gone.');
  });
});

/** What `start` gives, a line of so many megabytes, a line end, and a sound record. Little is held at the end of the line. */
function readLine(megabytes: number, start: () => AsyncGenerator<Uint8Array>): ReturnType<typeof readAll> {
  const before = liveMegabytes();
  return readSource(async function* () {
    yield* start();
    for (let count = 0; count < megabytes; count += 1) yield Buffer.alloc(1_000_000, 'x');
    expect(liveMegabytes() - before).toBeLessThan(40);
    yield Buffer.concat([Buffer.from('\n'), named('two')]);
  });
}

async function readSource(source: () => AsyncGenerator<Uint8Array>): ReturnType<typeof readAll> {
  const records = [];
  const skipped: Awaited<ReturnType<typeof readAll>>['skipped'][number][] = [];
  for await (const record of readRecords(source(), FROM_START, (part) => skipped.push(part))) records.push(record);
  return { records, skipped };
}

/** Text that packs badly, the same for the same number. */
function noise(seed: number, length: number): string {
  let state = seed + 1;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

/** One member, packed as tightly as can be. */
function deflated(content: Buffer): Buffer {
  return gzipSync(content, { level: 9 });
}
