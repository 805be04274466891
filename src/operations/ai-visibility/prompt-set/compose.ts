import { tokenize } from '../../../web/words.ts';
import { jaccard } from '../../../text/similarity.ts';
import { type Bucket, BUCKETS } from './buckets.ts';
import { type Frame, FRAMES, type Frames, type WrittenIn } from './frames.ts';
import type { Topic, TopicKind } from './topics.ts';
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

export interface Draft {
  readonly text: string;
  /** The sentence before names were filled in, which shows what it asks. */
  readonly frame: Frame;
  readonly bucket: Bucket;
  /** The topic that the text is about; undefined if it is about none. */
  readonly topic: Topic | undefined;
  readonly competitor: string | undefined;
  readonly persona: string | undefined;
}

/** Below the promised bound (0.8), since others may split words a little differently. */
const LIKENESS_MAX = 0.72;
/** Rounds through the frames of a bucket, each with other topics, competitors, users and circumstances. */
const ROUNDS_MAX = 12;

/**
 * Deals out prompts, one bucket after the other, until there are `count`.
 *
 * Each takes the next frame of its bucket with the topic, the competitor and the user that were named least so far. A
 * prompt that says nearly the same as an earlier one is passed over. `count` only decides where it stops, so a larger
 * set begins with the smaller one and figures stay comparable over time.
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
  for (const frame of FRAMES[material.language].last) {
    if (drafts.length >= count) break;
    // They all name the brand, so none of them tells whether it is found unasked.
    const draft = dealer.fill(frame, 'brand_trust', 0);
    if (draft !== undefined) drafts.push(draft);
  }
  return drafts;
}

const KIND_SLOTS: readonly (readonly [slot: string, kind: TopicKind])[] = [
  ['{T}', 'theme'],
  ['{H}', 'theme'],
  ['{X}', 'action'],
  ['{G}', 'group'],
  ['{W}', 'thing'],
  ['{Q}', 'question'],
];

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
    this.#frames = material.personas.length === 0 ? frames : putPersonasFirst(frames);
  }

  deal(bucket: Bucket): Draft | undefined {
    const frames = this.#frames.by_bucket.get(bucket) ?? [];
    for (;;) {
      const cursor = this.#cursors.get(bucket) ?? 0;
      const frame = frames[cursor % frames.length];
      if (frame === undefined || cursor >= frames.length * ROUNDS_MAX) return undefined;
      this.#cursors.set(bucket, cursor + 1);
      const draft = this.fill(frame, bucket, Math.floor(cursor / frames.length));
      if (draft !== undefined) return draft;
    }
  }

  /** A prompt from the frame; undefined where names are missing or the prompt is like an earlier one. */
  fill(frame: Frame, bucket: Bucket, round: number): Draft | undefined {
    const [fitting] = this.#textsOf([frame]);
    const fill = fitting === undefined ? undefined : this.#chooseNames(frame, bucket, round);
    if (fill === undefined) return undefined;
    return this.#accept({
      text: this.#write(frame.text, fill),
      frame,
      bucket,
      topic: fill.topic,
      competitor: frame.text.includes('{K}') ? fill.competitors[0] : undefined,
      persona: frame.text.includes('{U}') ? fill.user : undefined,
    });
  }

  #chooseNames(frame: Frame, bucket: Bucket, round: number): Fill | undefined {
    const { topics, competitors, personas, language } = this.#material;
    const slot = KIND_SLOTS.find(([name]) => frame.text.includes(name));
    const fitting = topics.filter((topic) => {
      if (slot === undefined) return canJoin(topic, frame, bucket);
      return slot[1] === topic.kind && (slot[0] !== '{T}' || topic.inline || language === 'de');
    });
    const topic = this.#pickLeastUsed(fitting, ({ given }) => given, round);
    if (slot !== undefined && topic === undefined) return undefined;
    const named = [...competitors].sort((one, other) => this.#countUses(one) - this.#countUses(other));
    if (frame.text.includes('{K}') && named.length === 0) return undefined;
    if (frame.text.includes('{L}') && named.length < 2) return undefined;
    const users = personas.length > 0 ? personas : this.#textsOf(this.#frames.users);
    const circumstances = this.#textsOf(this.#frames.circumstances);
    return {
      topic,
      competitors: named,
      user: this.#pickLeastUsed(users, (user) => user, 0) ?? '',
      circumstance: circumstances[round % circumstances.length] ?? '',
    };
  }

  /** The texts that fit the trade. */
  #textsOf(frames: readonly Frame[]): readonly string[] {
    return frames
      .filter(({ trades }) => trades.length === 0 || trades.includes(this.#material.trade))
      .map(({ text }) => text);
  }

  /** The item that was named least; of equals the first, counting from the round so that rounds differ. */
  #pickLeastUsed<Item>(items: readonly Item[], name: (item: Item) => string, round: number): Item | undefined {
    let best: Item | undefined;
    let least = Infinity;
    for (let at = 0; at < items.length; at += 1) {
      const item = items[(at + round) % items.length];
      if (item === undefined || this.#countUses(name(item)) >= least) continue;
      best = item;
      least = this.#countUses(name(item));
    }
    return best;
  }

  #countUses(name: string): number {
    return this.#uses.get(name) ?? 0;
  }

  #write(frame: string, { topic, competitors, user, circumstance }: Fill): string {
    const { brand, category, language } = this.#material;
    const [first = '', second = ''] = competitors;
    const { subject, phrase } = topic ?? { subject: category, phrase: '' };
    const { purpose, heading } = placePurpose(frame, topic, language);
    const names = { B: brand, C: category, S: subject, F: purpose, K: first, L: second, U: user, P: circumstance };
    const values = new Map([
      ...Object.entries(names),
      ['H', capitalize(phrase)] as const,
      ...['T', 'X', 'G', 'W', 'Q'].map((slot): [string, string] => [slot, phrase]),
    ]);
    const filled = frame.replaceAll(/\{([A-Z])\}/g, (_slot, name: string) => values.get(name) ?? '').trim();
    // Searches are typed in lower case, and names keep theirs; other sentences begin with a capital.
    const text = isSentence(frame) && !/^\{[BK]\}/.test(frame) ? capitalize(filled) : filled;
    return heading === '' ? text : heading + continueAfterHeading(text, frame, language);
  }

  /** Keeps the draft, unless an earlier one says nearly the same. */
  #accept(draft: Draft): Draft | undefined {
    const words = new Set(tokenize(draft.text));
    const spaced = new Set(draft.text.toLowerCase().split(/\s+/));
    const isNew =
      words.size > 0 &&
      this.#words.every((other) => jaccard(words, other) < LIKENESS_MAX) &&
      this.#spaced.every((other) => jaccard(spaced, other) < LIKENESS_MAX);
    if (!isNew) return undefined;
    this.#words.push(words);
    this.#spaced.push(spaced);
    for (const name of [draft.topic?.given, draft.competitor, draft.persona]) {
      if (name !== undefined) this.#uses.set(name, this.#countUses(name) + 1);
    }
    return draft;
  }
}

function capitalize(text: string): string {
  return text.replace(/^(¿?)(\p{Ll})/u, (_start, mark: string, letter: string) => mark + letter.toUpperCase());
}

function isSentence(frame: string): boolean {
  return /[.?!。]/u.test(frame);
}

/**
 * Where the purpose goes: after what it belongs to, or as a heading before the sentence.
 *
 * Whether "cycle to work scheme" needs an article, and "Wartung" a case, cannot be told from the words alone; a
 * heading needs neither. Nor do searches, and the headings of the frames themselves, which are short like headlines.
 */
function placePurpose(
  frame: string,
  topic: Topic | undefined,
  language: WrittenIn,
): { readonly purpose: string; readonly heading: string } {
  if (topic === undefined || topic.purpose === '' || !frame.includes('{F}')) return { purpose: '', heading: '' };
  const isHeadline = language !== 'en' && frame.includes('{S}{F}');
  if (topic.inline || isHeadline) return { purpose: topic.purpose, heading: '' };
  if (!isSentence(frame)) return { purpose: language === 'en' ? ` ${topic.phrase}` : topic.purpose, heading: '' };
  return { purpose: '', heading: `${capitalize(topic.phrase)}${language === 'fr' ? ' : ' : ': '}` };
}

/** After a colon a question goes on in lower case, except in German, and except for "I" and names. */
function continueAfterHeading(text: string, frame: string, language: WrittenIn): string {
  if (language === 'de' || /^(?:I\b|¿?\{)/.test(frame)) return text;
  return text.replace(/^(¿?)(\p{Lu})/u, (_start, mark: string, letter: string) => mark + letter.toLowerCase());
}

/** Where the caller says who the users are, frames that name one come earlier. */
function putPersonasFirst(frames: Frames): Frames {
  const ordered = [...frames.by_bucket].map(([bucket, all]) => {
    const naming = all.filter(({ text }) => text.includes('{U}'));
    const others = all.filter(({ text }) => !text.includes('{U}'));
    return [bucket, [...others.slice(0, 1), ...naming, ...others.slice(1)]] as const;
  });
  return { ...frames, by_bucket: new Map(ordered) };
}

/** Buckets in which an aspect of the offer, such as its security, makes a sentence. */
const OF_ASPECTS: readonly Bucket[] = ['category_discovery', 'comparison', 'alternatives', 'brand_trust'];

const NOT_OF_PLACES: readonly Bucket[] = ['problem_solution', 'implementation'];

/** Whether the topic shows in a frame that has no slot for topics of its kind alone. */
function canJoin(topic: Topic, { text, asks }: Frame, bucket: Bucket): boolean {
  // A place of its own contradicts "near me", and one does not set up or approach a place.
  if (topic.kind === 'place' && (asks === 'near' || NOT_OF_PLACES.includes(bucket))) return false;
  // Two kinds of users in one sentence are one too many.
  if (topic.names_users && text.includes('{U}')) return false;
  if (topic.kind === 'aspect' && !OF_ASPECTS.includes(bucket)) return false;
  return topic.kind === 'thing' ? text.includes('{S}') : topic.purpose !== '' && text.includes('{F}');
}
