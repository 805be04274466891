import { createHash } from 'node:crypto';

import { readDataRows } from '../../src/kernel/data.ts';

/** One thread, post or comment of the made-up web. What its platform does not show is null. */
export interface WrittenThread {
  readonly platform: string;
  /** `r/diyuk`, a host, an account on X, or a number on Hacker News. */
  readonly place: string;
  readonly url: string;
  /** On Hacker News: the number of the story that it answers. */
  readonly answers: string | null;
  readonly day: string;
  readonly author: string | null;
  readonly score: number | null;
  readonly replies: number | null;
  readonly title: string;
  readonly text: string;
  /** What it is about, as a person labelled it. */
  readonly about: readonly string[];
}

const THREADS = readDataRows(import.meta.url, './threads.tsv').map((row) => ({
  subject: row[0] ?? '',
  thread: readThread(row),
}));

/** Threads about what is asked, those first that hold most of its words; none for a subject that nobody wrote about. */
export function findThreads(query: string): readonly WrittenThread[] {
  const asked = query.toLowerCase().replaceAll('ae', 'ä');
  const words = asked.split(/[^\p{L}\p{N}]+/u).filter(({ length }) => length > 2);
  const count = ({ title, text }: WrittenThread): number => {
    const written = `${title} ${text}`.toLowerCase();
    return words.filter((word) => written.includes(word)).length;
  };
  return THREADS.filter(({ subject }) => asked.includes(subject))
    .map(({ thread }) => thread)
    .toSorted((one, other) => count(other) - count(one));
}

function readThread(row: readonly string[]): WrittenThread {
  const cell = (at: number): string => row[at] ?? '';
  const known = (at: number): string | null => (cell(at) === '' ? null : cell(at));
  const figure = (at: number): number | null => (cell(at) === '' ? null : Number(cell(at)));
  const [place = '', answers] = cell(2).split('>');
  return {
    platform: cell(1),
    place,
    url: addressOf(cell(1), place, cell(7) + cell(8)),
    answers: answers ?? null,
    day: cell(3),
    author: known(4),
    score: figure(5),
    replies: figure(6),
    title: cell(7),
    text: cell(8),
    about: cell(9)
      .split(', ')
      .filter((each) => each !== ''),
  };
}

function addressOf(platform: string, place: string, words: string): string {
  const digest = createHash('sha256').update(words).digest();
  const number = 1_000_000 + (digest.readUInt32BE(0) % 900_000_000);
  const slug = words
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .slice(0, 40);
  if (platform === 'reddit') return `https://www.reddit.com/${place}/comments/${number.toString(36)}/${slug}/`;
  if (platform === 'x') return `https://x.com/${place}/status/19${number}0000000`;
  if (platform === 'hacker_news') return `https://news.ycombinator.com/item?id=${place}`;
  if (platform === 'stack_exchange') return `https://${place}/questions/${number}/${slug}`;
  return `https://${place}/threads/${slug.replaceAll('_', '-')}.${number}/`;
}

/** As result pages write it: the name of the platform behind the title, and both cut. */
export function showOnResultPage(thread: WrittenThread): { readonly title: string; readonly description: string } {
  const { platform, place, title, text } = thread;
  if (platform === 'x') return { title: cut(`${place} on X: "${title}" / X`, 120), description: cut(title, 155) };
  return { title: `${cut(title, 70)} : ${place}`, description: cut(text, 155) };
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\s\S*$/, '')} ...`;
}
