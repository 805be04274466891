import { tokenize } from '../../../web/words.ts';
import { jaccard } from '../../../text/similarity.ts';
import { type Bucket, BUCKETS } from './buckets.ts';
import type { Frames, WrittenIn } from './frame.ts';
import { ENGLISH } from './frames-english.ts';
import { FRENCH } from './frames-french.ts';
import { GERMAN } from './frames-german.ts';
import { JAPANESE } from './frames-japanese.ts';
import { SPANISH } from './frames-spanish.ts';
import { LAST_FRAMES } from './last-frames.ts';
import type { Topic, TopicKind } from './subject.ts';
import type { Trade } from './words.ts';

/** What prompts are made from. Lists are in the order of the request. */
export interface Material {
  readonly language: WrittenIn;
  readonly brand: string;
  readonly category: string;
  readonly trade: Trade;
  readonly topics: readonly Topic[];
  readonly competitors: readonly string[];
  /** Personas of the caller; without them the usual kinds of users stand in. */
  readonly personas: readonly string[];
}

/** What a frame asks beside what its bucket does. */
type Tag = 'decision' | 'near' | 'case';

export interface Draft {
  readonly text: string;
  /** The sentence before names were put in, which tells what it asks about. */
  readonly frame: string;
  readonly tag: Tag | undefined;
  readonly bucket: Bucket;
  /** The topic that the text speaks of; undefined where it speaks of none. */
  readonly topic: Topic | undefined;
  readonly competitor: string | undefined;
  readonly persona: string | undefined;
}

const FRAMES: Readonly<Record<WrittenIn, Frames>> = { en: ENGLISH, de: GERMAN, es: SPANISH, fr: FRENCH, ja: JAPANESE };

/** Below the bound that is promised (0.8), since others may cut words a little differently. */
const LIKENESS_MAX = 0.72;
/** Rounds through the frames of a bucket, each with other topics, competitors, users and circumstances. */
const ROUNDS_MAX = 12;

/**
 * Deals out prompts, one bucket after the other, until there are `count`.
 *
 * Each takes the next frame of its bucket with the topic, the competitor and the user that were named least so far. A
 * prompt that says nearly the same as an earlier one is passed over. Nothing depends on `count` but where it stops, so
 * that a larger set begins with the smaller one and figures over time stay comparable.
 */
export function composePrompts(material: Material, count: number): Draft[] {
  const dealer = new Dealer(material);
  const drafts: Draft[] = [];
  const empty = new Set<Bucket>();
  for (let turn = 0; drafts.length < count && empty.size < BUCKETS.length; turn += 1) {
    const bucket = BUCKETS[turn % BUCKETS.length] ?? 'category_discovery';
    const draft = empty.has(bucket) ? undefined : dealer.deal(bucket);
    if (draft === undefined) empty.add(bucket);
    else drafts.push(draft);
  }
  for (const frame of LAST_FRAMES[material.language]) {
    if (drafts.length >= count) break;
    // They all name the brand, so that none of them tells whether it is found unasked.
    const draft = dealer.last(frame, 'brand_trust');
    if (draft !== undefined) drafts.push(draft);
  }
  return drafts;
}

const KIND_SLOTS: readonly (readonly [string, readonly TopicKind[]])[] = [
  ['{T}', ['theme']],
  ['{H}', ['theme']],
  ['{X}', ['action']],
  ['{G}', ['group']],
  ['{W}', ['thing']],
  ['{Q}', ['question']],
];

/** `@software `, `@goods+local `, `#near ` or `@local#near ` before a text. */
const TAGGED = /^(?:(?=[@#])(?:@([\w+]+))?(?:#(\w+))? )?(.*)$/s;
const TAGS: readonly Tag[] = ['decision', 'near', 'case'];

interface Fill {
  readonly topic: Topic | undefined;
  readonly competitors: readonly string[];
  readonly user: string;
  readonly circumstance: string;
}

class Dealer {
  readonly #material: Material;
  readonly #frames: Frames;
  readonly #cursors = new Map<Bucket, number>();
  readonly #uses = new Map<string, number>();
  readonly #words: ReadonlySet<string>[] = [];
  readonly #spaced: ReadonlySet<string>[] = [];

  constructor(material: Material) {
    this.#material = material;
    const frames = FRAMES[material.language];
    this.#frames = material.personas.length === 0 ? frames : personasFirst(frames);
  }

  deal(bucket: Bucket): Draft | undefined {
    const frames = this.#frames.by_bucket[bucket];
    for (;;) {
      const cursor = this.#cursors.get(bucket) ?? 0;
      if (cursor >= frames.length * ROUNDS_MAX) return undefined;
      this.#cursors.set(bucket, cursor + 1);
      const draft = this.#draftOf(frames[cursor % frames.length] ?? '', bucket, Math.floor(cursor / frames.length));
      if (draft !== undefined && this.#isNew(draft.text)) return this.#accept(draft);
    }
  }

  /** A frame for when all others are used up. */
  last(frame: string, bucket: Bucket): Draft | undefined {
    const draft = this.#draftOf(frame, bucket, 0);
    return draft !== undefined && this.#isNew(draft.text) ? this.#accept(draft) : undefined;
  }

  #draftOf(tagged: string, bucket: Bucket, round: number): Draft | undefined {
    const [frame] = this.#fitting([tagged]);
    if (frame === undefined) return undefined;
    const tag = TAGS.find((each) => each === TAGGED.exec(tagged)?.[2]);
    const fill = this.#fillFor(frame, { bucket, tag }, round);
    if (fill === undefined) return undefined;
    return {
      text: this.#write(frame, fill),
      frame,
      tag,
      bucket,
      topic: fill.topic,
      competitor: frame.includes('{K}') ? fill.competitors[0] : undefined,
      persona: frame.includes('{U}') ? fill.user : undefined,
    };
  }

  #fillFor(frame: string, asked: Asked, round: number): Fill | undefined {
    const { topics, competitors, personas, language } = this.#material;
    const slot = KIND_SLOTS.find(([name]) => frame.includes(name));
    const fitting = topics.filter((topic) => {
      if (slot === undefined) return isJoined(frame, topic, asked);
      return slot[1].includes(topic.kind) && (slot[0] !== '{T}' || topic.inline || language === 'de');
    });
    const topic = this.#leastUsed(fitting, ({ given }) => given, round);
    if (slot !== undefined && topic === undefined) return undefined;
    const named = [...competitors].sort((one, other) => this.#used(one) - this.#used(other));
    if (frame.includes('{K}') && named.length === 0) return undefined;
    if (frame.includes('{L}') && named.length < 2) return undefined;
    const users = personas.length > 0 ? personas : this.#fitting(this.#frames.users);
    const circumstances = this.#fitting(this.#frames.circumstances);
    return {
      topic,
      competitors: named,
      user: this.#leastUsed(users, (user) => user, 0) ?? '',
      circumstance: circumstances[round % circumstances.length] ?? '',
    };
  }

  /** Texts without a tag, and those with the tag of the trade. */
  #fitting(tagged: readonly string[]): readonly string[] {
    return tagged.flatMap((text) => {
      const [, trades, , bare = ''] = TAGGED.exec(text) ?? [];
      return trades === undefined || trades.split('+').includes(this.#material.trade) ? [bare] : [];
    });
  }

  /** The item that was named least; the first of equal ones, counted on by the round so that rounds differ. */
  #leastUsed<Item>(items: readonly Item[], name: (item: Item) => string, round: number): Item | undefined {
    let best: Item | undefined;
    let least = Infinity;
    for (let at = 0; at < items.length; at += 1) {
      const item = items[(at + round) % items.length];
      if (item === undefined || this.#used(name(item)) >= least) continue;
      best = item;
      least = this.#used(name(item));
    }
    return best;
  }

  #used(name: string): number {
    return this.#uses.get(name) ?? 0;
  }

  #write(frame: string, { topic, competitors, user, circumstance }: Fill): string {
    const { brand, category, language } = this.#material;
    const [first = '', second = ''] = competitors;
    const { subject, phrase } = topic ?? { subject: category, phrase: '' };
    const { purpose, heading } = placeOf(frame, topic, language);
    const names = { B: brand, C: category, S: subject, F: purpose, K: first, L: second, U: user, P: circumstance };
    const values = new Map([
      ...Object.entries(names),
      ['H', capitalised(phrase)] as const,
      ...['T', 'X', 'G', 'W', 'Q'].map((slot): [string, string] => [slot, phrase]),
    ]);
    const filled = frame.replaceAll(/\{([A-Z])\}/g, (_slot, name: string) => values.get(name) ?? '').trim();
    // Searches are typed in small letters, and names keep theirs; other sentences begin with a capital.
    const text = isSentence(frame) && !/^\{[BK]\}/.test(frame) ? capitalised(filled) : filled;
    return heading === '' ? text : heading + afterHeading(text, frame, language);
  }

  #isNew(text: string): boolean {
    const words = new Set(tokenize(text));
    const spaced = new Set(text.toLowerCase().split(/\s+/));
    return (
      words.size > 0 &&
      this.#words.every((other) => jaccard(words, other) < LIKENESS_MAX) &&
      this.#spaced.every((other) => jaccard(spaced, other) < LIKENESS_MAX)
    );
  }

  #accept(draft: Draft): Draft {
    this.#words.push(new Set(tokenize(draft.text)));
    this.#spaced.push(new Set(draft.text.toLowerCase().split(/\s+/)));
    for (const name of [draft.topic?.given, draft.competitor, draft.persona]) {
      if (name !== undefined) this.#uses.set(name, this.#used(name) + 1);
    }
    return draft;
  }
}

function capitalised(text: string): string {
  return text.replace(/^(¿?)(\p{Ll})/u, (_start, mark: string, letter: string) => mark + letter.toUpperCase());
}

function isSentence(frame: string): boolean {
  return /[.?!。]/u.test(frame);
}

/**
 * Where the purpose stands: behind what it belongs to, or as a heading before the sentence.
 *
 * Whether "cycle to work scheme" needs an article, and "Wartung" a case, cannot be told from the words alone; a
 * heading needs neither. Nor do searches, and the headings of the frames themselves, which are short like headlines.
 */
function placeOf(
  frame: string,
  topic: Topic | undefined,
  language: WrittenIn,
): { readonly purpose: string; readonly heading: string } {
  if (topic === undefined || topic.purpose === '' || !frame.includes('{F}')) return { purpose: '', heading: '' };
  const isHeadline = language !== 'en' && frame.includes('{S}{F}');
  if (topic.inline || isHeadline) return { purpose: topic.purpose, heading: '' };
  if (!isSentence(frame)) return { purpose: language === 'en' ? ` ${topic.phrase}` : topic.purpose, heading: '' };
  return { purpose: '', heading: `${capitalised(topic.phrase)}${language === 'fr' ? ' : ' : ': '}` };
}

/** A question goes on in small letters behind a colon, but in German, and but for "I" and names. */
function afterHeading(text: string, frame: string, language: WrittenIn): string {
  if (language === 'de' || /^(?:I\b|¿?\{)/.test(frame)) return text;
  return text.replace(/^(¿?)(\p{Lu})/u, (_start, mark: string, letter: string) => mark + letter.toLowerCase());
}

/** Frames that name a user earlier, where the caller says who the users are. */
function personasFirst(frames: Frames): Frames {
  const ordered = BUCKETS.map((bucket) => {
    const all = frames.by_bucket[bucket];
    const naming = all.filter((frame) => frame.includes('{U}'));
    const others = all.filter((frame) => !frame.includes('{U}'));
    return [bucket, [...others.slice(0, 1), ...naming, ...others.slice(1)]] as const;
  });
  return { ...frames, by_bucket: { ...frames.by_bucket, ...Object.fromEntries(ordered) } };
}

interface Asked {
  readonly bucket: Bucket;
  readonly tag: Tag | undefined;
}

/** Buckets in which a side of the offer, such as its security, makes a sentence. */
const OF_ASPECTS: readonly Bucket[] = ['category_discovery', 'comparison', 'alternatives', 'brand_trust'];

const NOT_OF_PLACES: readonly Bucket[] = ['problem_solution', 'implementation'];

/** Whether the topic shows in a frame that has no place for topics of its kind alone. */
function isJoined(frame: string, topic: Topic, { bucket, tag }: Asked): boolean {
  // A place of its own contradicts "near me", and one does not set up or approach a place.
  if (topic.kind === 'place' && (tag === 'near' || NOT_OF_PLACES.includes(bucket))) return false;
  // Two kinds of users in one sentence are one too many.
  if (topic.names_users && frame.includes('{U}')) return false;
  if (topic.kind === 'aspect' && !OF_ASPECTS.includes(bucket)) return false;
  return topic.kind === 'thing' ? frame.includes('{S}') : topic.purpose !== '' && frame.includes('{F}');
}
