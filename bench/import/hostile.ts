import { createWriteStream } from 'node:fs';
import { copyFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';

import { record } from './files.ts';

export interface Hostile {
  readonly name: string;
  readonly file: string;
}

const HTML = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Sound</title><a href="https://other.example/">other</a>',
);
const SOUND = record('response', 'https://sound.example/', 'application/http; msgtype=response', HTML);
const LINE_MB = 100;
const BOMB_MB = 1000;

/** Files that reading has to survive, each with sound records before and behind what is wrong. */
export async function makeHostile(folder: string, warc: string, wat: string): Promise<Hostile[]> {
  const cut = join(folder, 'cut.warc.gz');
  await copyFile(warc, cut);
  await truncate(cut, Math.floor((await stat(warc)).size * 0.4));
  const cutWat = join(folder, 'cut.wat.gz');
  await copyFile(wat, cutWat);
  await truncate(cutWat, Math.floor((await stat(wat)).size * 0.4));
  const lie = record('response', 'https://lie.example/', 'application/http; msgtype=response', HTML, 900_000_000);
  const lies = [
    gzipSync(SOUND),
    gzipSync(lie),
    gzipSync(SOUND),
    gzipSync(record('response', 'https://lie.example/', 'application/http; msgtype=response', HTML, 60)),
    gzipSync(SOUND),
  ];
  const lying = join(folder, 'lie.warc.gz');
  await writeFile(lying, Buffer.concat(lies));
  const lyingPlain = join(folder, 'lie.warc');
  await writeFile(lyingPlain, Buffer.concat([SOUND, lie, SOUND]));
  return [
    { name: 'WARC cut in the middle', file: cut },
    { name: 'WAT cut in the middle', file: cutWat },
    { name: `a member of ${BOMB_MB} MB of zeros`, file: await bomb(join(folder, 'bomb.warc.gz'), Buffer.alloc(0)) },
    { name: `a page of ${BOMB_MB} MB of zeros`, file: await bomb(join(folder, 'page-bomb.warc.gz'), pageHead()) },
    { name: 'lengths that lie, packed', file: lying },
    { name: 'a length that lies, plain', file: lyingPlain },
    { name: `${LINE_MB} MB of one line, plain`, file: await line(join(folder, 'line.warc'), false) },
    { name: `${LINE_MB} MB of one line in a record of WAT`, file: await line(join(folder, 'line.wat.gz'), true) },
  ];
}

function pageHead(): Buffer {
  const whole = record(
    'response',
    'https://bomb.example/',
    'application/http; msgtype=response',
    Buffer.alloc(0),
    BOMB_MB * 1_000_000,
  );
  return Buffer.concat([whole.subarray(0, -4), Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n')]);
}

async function bomb(file: string, head: Buffer): Promise<string> {
  const zeros = Buffer.alloc(1_000_000);
  await writeFile(file, gzipSync(SOUND));
  const content = Readable.from([head, ...Array.from({ length: BOMB_MB }, () => zeros)]);
  await pipeline(content, createGzip({ level: 9 }), createWriteStream(file, { flags: 'a' }));
  await pipeline(Readable.from([gzipSync(SOUND)]), createWriteStream(file, { flags: 'a' }));
  return file;
}

async function line(file: string, isWat: boolean): Promise<string> {
  const megabyte = Buffer.alloc(1_000_000, '"HTTP-Response-Metadata"');
  const long = Array.from({ length: LINE_MB }, () => megabyte);
  if (!isWat) {
    await pipeline(Readable.from([SOUND, ...long, Buffer.from('\n'), SOUND]), createWriteStream(file));
    return file;
  }
  const head = record(
    'metadata',
    'https://line.example/',
    'application/json',
    Buffer.alloc(0),
    LINE_MB * 1_000_000,
  ).subarray(0, -4);
  await writeFile(file, gzipSync(SOUND));
  await pipeline(
    Readable.from([head, ...long, Buffer.from('\r\n\r\n')]),
    createGzip({ level: 1 }),
    createWriteStream(file, { flags: 'a' }),
  );
  return file;
}
