import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

import type { DomainRank } from '../ports/imports.ts';
import { readRanks } from './ranks.ts';
import { readAll, type ReadReport } from '../../test/reading.ts';

const HEAD = '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts';
const NAME = 'https://data.example/projects/cc-main-2026-apr-may-jun-domain-ranks.txt.gz';

interface Written {
  readonly ranks: readonly DomainRank[];
  readonly releases: ReadonlySet<string>;
  readonly times: readonly Date[];
}
type Kept = ReadReport & Written;

async function read(text: string | Uint8Array, draft: Parameters<typeof readAll>[2] = {}): Promise<Kept> {
  const ranks: DomainRank[] = [];
  const releases = new Set<string>();
  const times: Date[] = [];
  const writer = {
    write: async (release: string, block: readonly DomainRank[], importedAt: Date): Promise<void> => {
      releases.add(release);
      ranks.push(...block);
      times.push(importedAt);
    },
  };
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const report = await readAll(readRanks(writer), bytes, { location: NAME, ...draft });
  return { ...report, ranks, releases, times };
}

const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${at + 1}\t2.9E7\t${count - at}\t0.0159839\tcom.site${at}\t${at}`);

it('reads the ranks of domains, packed or not', async () => {
  const text = [
    HEAD,
    '1\t2.949189E7\t2\t0.0159839\tcom.googleapis\t2924',
    '2\t2.8E7\t1\t1.5e-9\tuk.co.example\t1',
  ].join('\n');
  for (const file of [text, text + '\r\n', gzipSync(text)]) {
    const report = await read(file, { part: 5 });
    expect(report.releases).toEqual(new Set(['cc-main-2026-apr-may-jun']));
    expect(report.ranks[0]).toEqual({
      domain_key: 'com.googleapis.',
      harmonic_position: 1,
      harmonic: 29_491_890,
      pagerank_position: 2,
      pagerank: 0.0159839,
      hosts: 2924,
    });
    expect(report.ranks.map((rank) => rank.domain_key)).toEqual(['com.googleapis.', 'uk.co.example.']);
  }
});

it('dates ranks by when they were written, since an import may have begun before a rebuild that read but a part of them', async () => {
  const before = new Date();
  const { times } = await read([HEAD, ...lines(120_000)].join('\n'));
  expect(times.length).toBeGreaterThan(1);
  expect(times.every((time) => time >= before)).toBe(true);
});

it('takes columns by their headings, and none that a prototype has', async () => {
  const report = await read(
    '#host_rev\t__proto__\t#n_hosts\t#pr_val\t#pr_pos\t#hc_val\t#hc_pos\ncom.a\tx\t5\t0.5\t2\t9\t1\n',
  );
  expect(report.ranks).toEqual([
    { domain_key: 'com.a.', harmonic_position: 1, harmonic: 9, pagerank_position: 2, pagerank: 0.5, hosts: 5 },
  ]);
});

it('passes over lines that are no ranks and says where the first ones are', async () => {
  const broken = [
    '',
    'x',
    '1\t2\t3',
    'a\t1\t1\t1\tcom.a\t1',
    '1\t1\t1\t1\tcom.\0a\t1',
    '1\t1\t99999999999\t1\tcom.a\t1',
  ];
  const report = await read([HEAD, ...broken, 'x'.repeat(10_000_000), ...lines(1)].join('\n'), { part: 65_536 });
  expect(report.counts).toEqual({ read: 7, taken: 1, skipped: 6, links: 0 });
  expect(report.problems[0]).toBe('line: line 3: "x"');
  expect(report.problems.at(-1)).toBe('line: line 8: too long');
});

it('goes on behind the last line that was taken, in a packed file too', async () => {
  const text = [HEAD, ...lines(120_000)].join('\n');
  for (const file of [Buffer.from(text), gzipSync(text)]) {
    const begun = await read(file, { steps_max: 1, part: 65_536 });
    const position = begun.steps[0]?.position ?? { offset: 0, inner: 0 };
    expect(position.inner).toBeGreaterThan(49_000);
    const taken = begun.ranks.slice(0, begun.steps[0]?.counts.taken);
    const rest = await read(file, { position, part: 65_536 });
    expect([...taken, ...rest.ranks].map((rank) => rank.harmonic_position)).toEqual(
      Array.from({ length: 120_000 }, (_, at) => at + 1),
    );
  }
});

it('stops at the limit', async () => {
  expect((await read([HEAD, ...lines(100)].join('\n'), { options: { limit: 7 } })).counts.read).toBe(7);
});

it('says what is wrong with another file', async () => {
  await expect(read('<html>')).rejects.toMatchObject({ message: expect.stringContaining('"<html>"') });
  await expect(read('')).rejects.toMatchObject({ message: expect.stringContaining('empty') });
  const hosts = HEAD.replace('\t#n_hosts', '');
  await expect(read(hosts)).rejects.toMatchObject({ message: expect.stringContaining('hosts file') });
  await expect(read(HEAD, { location: '/tmp/ranks.txt' })).rejects.toMatchObject({
    fix: expect.stringContaining('--release'),
  });
});
