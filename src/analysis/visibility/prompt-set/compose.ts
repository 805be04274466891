import { tokenize } from '../../../kernel/text.ts';
import { jaccard } from '../../text/similarity.ts';
import { type Bucket, BUCKETS } from './buckets.ts';
import type { Frames, WrittenIn } from './frame.ts';
import { ENGLISH } from './frames-english.ts';
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

export interface Draft {
  readonly text: string;
  readonly bucket: Bucket;
  /** The topic that the text speaks of; undefined where it speaks of none. */
  readonly topic: Topic | undefined;
  readonly competitor: string | undefined;
  readonly persona: string | undefined;
}

const FRAMES: Readonly<Record<WrittenIn, Frames>> = { en: ENGLISH, de: GERMAN, es: SPANISH, ja: JAPANESE };

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
  for (const [at, frame] of LAST_FRAMES[material.language].entries()) {
    if (drafts.length >= count) break;
    const draft = dealer.last(frame, BUCKETS[at % BUCKETS.length] ?? 'category_discovery');
    if (draft !== undefined) drafts.push(draft);
  }
  return drafts;
}

const KIND_SLOTS: readonly (readonly [string, readonly TopicKind[]])[] = [
  ['{T}', ['theme']],
  ['{X}', ['action']],
  ['{G}', ['group']],
  ['{W}', ['thing']],
  ['{Q}', ['question']],
];

/** `@software ` before a text keeps it to that trade. */
const TAGGED = /^(?:@(\w+) )?(.*)$/s;

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
    this.#frames = FRAMES[material.language];
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
    const fill = this.#fillFor(frame, bucket, round);
    if (fill === undefined) return undefined;
    return {
      text: this.#write(frame, fill),
      bucket,
      topic: fill.topic,
      competitor: frame.includes('{K}') ? fill.competitors[0] : undefined,
      persona: frame.includes('{U}') ? fill.user : undefined,
    };
  }

  #fillFor(frame: string, bucket: Bucket, round: number): Fill | undefined {
    const { topics, competitors, personas } = this.#material;
    const slot = KIND_SLOTS.find(([name]) => frame.includes(name));
    const fitting = topics.filter((topic) =>
      slot === undefined ? isJoined(frame, topic, bucket) : slot[1].includes(topic.kind),
    );
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
      const [, tag, bare = ''] = TAGGED.exec(text) ?? [];
      return tag === undefined || tag === this.#material.trade ? [bare] : [];
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
    const { brand, category } = this.#material;
    const [first = '', second = ''] = competitors;
    const { subject, purpose, phrase } = topic ?? { subject: category, purpose: '', phrase: '' };
    const names = { B: brand, C: category, S: subject, F: purpose, K: first, L: second, U: user, P: circumstance };
    const values = new Map([
      ...Object.entries(names),
      ...['T', 'X', 'G', 'W', 'Q'].map((slot): [string, string] => [slot, phrase]),
    ]);
    const text = frame.replaceAll(/\{([A-Z])\}/g, (_slot, name: string) => values.get(name) ?? '').trim();
    // Searches are typed in small letters, and names keep theirs; other sentences begin with a capital.
    return /[.?!。]/u.test(frame) && !/^\{[BK]\}/.test(frame) ? capitalised(text) : text;
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

/** Buckets in which a side of the offer, such as its security, makes a sentence. */
const OF_ASPECTS: readonly Bucket[] = ['category_discovery', 'comparison', 'alternatives', 'brand_trust'];

/** Whether the topic shows in a frame that has no place for topics of its kind alone. */
function isJoined(frame: string, topic: Topic, bucket: Bucket): boolean {
  // Two kinds of users in one sentence are one too many.
  if (topic.names_users && frame.includes('{U}')) return false;
  if (topic.kind === 'aspect' && !OF_ASPECTS.includes(bucket)) return false;
  return topic.kind === 'thing' ? frame.includes('{S}') : topic.purpose !== '' && frame.includes('{F}');
}
