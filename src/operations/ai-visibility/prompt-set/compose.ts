import { tokenize } from '../../../web/words.ts';
import { jaccard } from '../../../text/similarity.ts';
import { type Bucket, BUCKETS } from './buckets.ts';
import { type Frame, FRAMES, type Frames, type WrittenIn } from './frames.ts';
import { formSubject } from './nouns.ts';
import type { Topic } from './topics.ts';
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

/** Kinds of topics that more than one prompt can name. */
const NAMED: ReadonlySet<Topic['kind']> = new Set<Topic['kind']>([
  'theme',
  'place',
  'aspect',
  'group',
  'thing',
  'action',
]);

/** So many prompts a topic may be ahead before others come first, which are about none. */
const LEAD_MAX = 1;

/** Below the promised bound (0.8), since others may split words a little differently. */
const LIKENESS_MAX = 0.72;
/** Rounds through the frames of a bucket, each with other topics, competitors and users. */
const ROUNDS_MAX = 12;

/**
 * Deals out prompts, one bucket after the other, until there are `count`.
 *
 * Each takes a frame of its bucket with the topic, the competitor and the user that were named least so far. A
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
    const draft = dealer.fill(frame, 'brand_trust');
    if (draft !== undefined) drafts.push(draft);
  }
  return drafts;
}

/** The slots that name a topic, and so fit topics of one kind alone. */
const TOPIC_SLOTS: readonly string[] = ['T', 'N', 'X', 'J', 'G', 'A', 'O', 'Z', 'Q'];

interface Fill {
  readonly topic: Topic | undefined;
  readonly competitors: readonly string[];
  readonly user: string;
}

class Dealer {
  readonly #material: Material;
  readonly #frames: Frames;
  readonly #category: ReadonlyMap<string, string>;
  readonly #taken = new Map<Bucket, { round: number; frames: Set<Frame> }>();
  readonly #uses = new Map<string, number>();
  readonly #words: ReadonlySet<string>[] = [];
  readonly #spaced: ReadonlySet<string>[] = [];

  constructor(material: Material) {
    this.#material = material;
    const frames = FRAMES[material.language];
    this.#category = formSubject(material.category, material.language);
    this.#frames = material.personas.length === 0 ? frames : putPersonasFirst(frames);
  }

  /** The next prompt of a bucket: of the frames left in this round, the one that names most that no prompt names yet. */
  deal(bucket: Bucket): Draft | undefined {
    const frames = this.#listFitting(bucket);
    const taken = this.#taken.get(bucket) ?? { round: 0, frames: new Set() };
    this.#taken.set(bucket, taken);
    while (taken.round < ROUNDS_MAX) {
      const left = frames.filter((frame) => !taken.frames.has(frame));
      const drafts = left.flatMap((frame) => this.#draft(frame, bucket, taken.round) ?? []);
      const best = this.#chooseBest(drafts);
      if (best === undefined) {
        taken.round += 1;
        taken.frames.clear();
        continue;
      }
      const draft = this.#accept(best);
      if (!best.frame.text.includes('{Q}') || draft === undefined) taken.frames.add(best.frame);
      if (draft !== undefined) return draft;
    }
    return undefined;
  }

  /**
   * The draft with most that is new; of those the first, unless its topic was named more often than that of another. Where
   * a topic is far ahead of all others, one without a topic comes first.
   */
  #chooseBest(drafts: readonly Draft[]): Draft | undefined {
    const most = Math.max(...drafts.map((draft) => this.#countNew(draft)));
    const open = drafts.filter((draft) => this.#countNew(draft) === most);
    const [first] = open;
    const lead = first === undefined ? 0 : this.#measureLead(first);
    if (lead === 0) return first;
    const other = open.find((draft) => draft.topic !== undefined && this.#measureLead(draft) < lead);
    return other ?? (lead > LEAD_MAX ? open.find(({ topic }) => topic === undefined) : undefined) ?? first;
  }

  /** A prompt from the frame; undefined where names are missing or the prompt is like an earlier one. */
  fill(frame: Frame, bucket: Bucket): Draft | undefined {
    const draft = this.#draft(frame, bucket, 0);
    return draft && this.#accept(draft);
  }

  #listFitting(bucket: Bucket): readonly Frame[] {
    return (this.#frames.by_bucket.get(bucket) ?? []).filter((frame) => this.#fitsTrade(frame));
  }

  #fitsTrade({ trades }: Frame): boolean {
    return trades.length === 0 || trades.includes(this.#material.trade);
  }

  #draft(frame: Frame, bucket: Bucket, round: number): Draft | undefined {
    const fill = this.#chooseNames(frame, bucket, round);
    const text = fill && this.#write(frame.text, fill);
    if (fill === undefined || text === undefined) return undefined;
    return {
      text,
      frame,
      bucket,
      topic: fill.topic,
      competitor: frame.text.includes('{K}') ? fill.competitors[0] : undefined,
      persona: frame.text.includes('{U}') ? fill.user : undefined,
    };
  }

  /** Topics count twice: a set is about them first. */
  #countNew({ topic, competitor, persona }: Draft): number {
    const isNew = (name: string | undefined): boolean => name !== undefined && this.#countUses(name) === 0;
    const isOwn = isNew(persona) && this.#material.personas.length > 0;
    return (isNew(topic?.given) ? 2 : 0) + (isNew(competitor) ? 1 : 0) + (isOwn ? 1 : 0);
  }

  /** How far a topic is ahead of the one that was named least, beyond the one prompt that turns bring; 0 without a topic. */
  #measureLead({ topic }: Draft): number {
    if (topic === undefined) return 0;
    const uses = this.#material.topics.flatMap(({ given, kind }) => (NAMED.has(kind) ? [this.#countUses(given)] : []));
    return Math.max(0, this.#countUses(topic.given) - Math.min(...uses) - 1);
  }

  #chooseNames(frame: Frame, bucket: Bucket, round: number): Fill | undefined {
    const { topics, competitors, personas } = this.#material;
    const slot = TOPIC_SLOTS.find((name) => frame.text.includes(`{${name}}`));
    const fitting = topics.filter((topic) =>
      slot === undefined ? canJoin(topic, frame, bucket) : topic.slots.has(slot),
    );
    const topic = this.#pickLeastUsed(fitting, ({ given }) => given, round);
    if (slot !== undefined && topic === undefined) return undefined;
    // A question is asked once, whatever else there is to say.
    if (slot === 'Q' && this.#countUses(topic?.given ?? '') > 0) return undefined;
    const named = [...competitors].sort((one, other) => this.#countUses(one) - this.#countUses(other));
    const users = personas.length > 0 ? personas : this.#listUsers();
    const user = this.#pickLeastUsed(users, (each) => each, 0) ?? '';
    return { topic, competitors: named, user };
  }

  #listUsers(): readonly string[] {
    return this.#frames.users.filter((frame) => this.#fitsTrade(frame)).map(({ text }) => text);
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

  /** The sentence with its names; undefined where one of them has no form that the sentence can take. */
  #write(frame: string, { topic, competitors, user }: Fill): string | undefined {
    const { brand, category, language } = this.#material;
    const values = new Map<string, string | undefined>([
      ...this.#category,
      ...(topic?.slots ?? []),
      ['B', brand],
      ['C', category],
      ['F', topic?.purpose ?? ''],
      ['K', competitors[0]],
      ['L', competitors[1]],
      ['U', user],
    ]);
    // A product has no form of the category.
    if (topic?.kind === 'thing') for (const slot of ['E', 'W']) values.set(slot, topic.slots.get(slot));
    const slots = [...frame.matchAll(/\{([A-Z])\}/g)].map(([, slot = '']) => slot);
    if (slots.some((slot) => values.get(slot) === undefined)) return undefined;
    const named = frame.replaceAll(/\{([A-Z])\}/g, (_slot, name: string) => values.get(name) ?? '').trim();
    const filled = language === 'es' ? softenSpanish(named) : named;
    // A sentence begins with a capital, and so does the one after it; names keep their own.
    const written = /^\{[BK]\}/.test(frame) ? filled : capitalize(filled);
    return written.replaceAll(/(?<=[.?!] )\p{Ll}/gu, (letter, at: number) =>
      isNameAt(written, at, [brand, ...competitors]) ? letter : letter.toUpperCase(),
    );
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

/** "Emma u Omega", "Emma e Iris": the words for "or" and "and" before their own sound. */
function softenSpanish(text: string): string {
  return text.replaceAll(/ o (?=h?[oó])/giu, ' u ').replaceAll(/ y (?=h?[ií](?![aeo]))/giu, ' e ');
}

function isNameAt(text: string, at: number, names: readonly string[]): boolean {
  return names.some((name) => text.startsWith(name, at));
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

/** Whether the topic shows in a frame that has no slot for topics of its kind alone. */
function canJoin(topic: Topic, { text, asks }: Frame, bucket: Bucket): boolean {
  // What is near the sender needs no second place, and one does not set up a kind of people.
  if (asks === 'near' && topic.kind === 'place') return false;
  // Two kinds of users in one sentence are one too many.
  if (topic.names_users && text.includes('{U}')) return false;
  if (topic.kind === 'aspect' && !OF_ASPECTS.includes(bucket)) return false;
  if (topic.kind === 'thing') return /\{[SEW]\}/.test(text);
  return topic.purpose !== '' && text.includes('{F}');
}

/** Buckets in which an aspect of the offer, such as its security, makes a Japanese sentence. */
const OF_ASPECTS: readonly Bucket[] = ['category_discovery', 'comparison', 'alternatives', 'brand_trust'];
