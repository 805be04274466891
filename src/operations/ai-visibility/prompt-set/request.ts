import { AppError } from '../../../kernel/errors.ts';
import { parseTarget } from '../../../web/target.ts';
import { hasKnownSuffix, isWithin, publicSuffix } from '../../../web/url.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { readTerms } from '../../../text/keyword.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import { BUCKET_FACTS, type Platform } from './buckets.ts';
import type { Draft } from './compose.ts';
import { judgeSuppliedPage } from '../../../text/page-type/supplied.ts';

export interface PromptSetInput {
  readonly target: string;
  /** Of the project that the call belongs to. */
  readonly own_brand: BrandNames | null;
  readonly category: string;
  readonly topics: readonly string[];
  readonly platforms: readonly Platform[];
  readonly owned_assets: readonly GivenAsset[];
  readonly competitors: readonly string[];
  readonly personas: readonly string[];
  readonly prompt_count: number;
  /** What an n-gram model takes category and topics for; '' where their words reveal it or the model does not know. */
  readonly likely_language: string;
}

export interface Brand {
  /** As prompts name it. */
  readonly name: string;
  /** Its registrable domain, where it was given as one. */
  readonly domain: string | null;
}

const NAME_CHARACTERS_MAX = 60;
const NAME_WORDS_MAX = 6;

/** A brand, product or domain: `harbour-bikes.com` is asked about as "Harbour Bikes", and a domain of the project by its brand. */
export function readBrand(given: string, own: BrandNames | null = null): Brand {
  const target = given.includes('.') ? parseDomain(given) : undefined;
  if (target === undefined || !isAddress(given, target.host)) return { name: cleanName(given), domain: null };
  if (own?.domains.some((domain) => isWithin(target.host, domain)) === true) {
    return { name: cleanName(own.name), domain: target.domain };
  }
  const suffix = publicSuffix(target.host);
  const label = suffix === '' ? target.domain : target.domain.slice(0, -suffix.length - 1);
  const words = label.split(/[-_]/).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return { name: cleanName(name === '' ? target.domain : name), domain: target.domain };
}

/** Names of no site that are written like one in examples and tests (RFC 2606). */
const RESERVED = /\.(?:example|test|invalid|localhost)$/;

/** `d.velop` is a name: no suffix ends in `velop`. */
function isAddress(given: string, host: string): boolean {
  return hasKnownSuffix(host) || RESERVED.test(host) || /[/:]/.test(given);
}

function cleanName(given: string): string {
  const plain = cleanText(given, 400)
    .replaceAll(/["“”„«»<>{}[\]|\\`]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.split(' ').slice(0, NAME_WORDS_MAX).join(' ').slice(0, NAME_CHARACTERS_MAX).toWellFormed().trim();
}

function parseDomain(given: string): ReturnType<typeof parseTarget> | undefined {
  try {
    return parseTarget(cleanText(given, 2048));
  } catch (thrown) {
    // A brand with a dot in its name, such as "Dr. Martens".
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}

/** Competitors as they are named, each once and never the brand itself. */
export function readCompetitors(given: readonly string[], brand: Brand): Brand[] {
  return keepDistinct([brand, ...given.map((name) => readBrand(name))], ({ name }) => name).slice(1);
}

/** Personas in any form that callers send: a list, a text with commas, or objects with a name. */
export function readPersonas(given: string | readonly (string | { readonly name: string })[] = []): string[] {
  const list =
    typeof given === 'string'
      ? given.split(/[,;\n]/)
      : given.map((each) => (typeof each === 'string' ? each : each.name));
  return list.filter((text) => /[\p{L}\p{N}]/u.test(text)).slice(0, 50);
}

/** The items without those whose text says the same as that of an earlier one, and without empty ones. */
export function keepDistinct<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  const seen = new Set(['']);
  return items.filter((item) => {
    const key = foldPhrase(textOf(item), 400);
    return !seen.has(key) && seen.add(key).has(key);
  });
}

export interface GivenAsset {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly page_type?: string | undefined;
  readonly topics?: readonly string[] | undefined;
}

export interface Asset {
  /** Its address, or its title where none was given. */
  readonly name: string;
  readonly page_type: string;
  readonly terms: ReadonlySet<string>;
}

/** At least half of a topic’s words have to be in the asset; fewer are chance. */
const SHARED_MIN = 0.5;

export function readAssets(given: readonly GivenAsset[], language: string): Asset[] {
  return given.flatMap((asset) => {
    const name = cleanText(asset.url ?? asset.title ?? '', 500);
    if (name === '') return [];
    const text = [asset.title ?? '', ...(asset.topics ?? [])].join(' ');
    return [
      {
        name,
        page_type: readType(asset, language),
        terms: new Set(readTerms(text, language)),
      },
    ];
  });
}

/** Below this, neither address nor title says what type of page it is. */
const SURE = 0.4;

/** As the caller says, else as its address and title show: a page called Pricing answers what something costs. */
function readType({ url, title, page_type }: GivenAsset, language: string): string {
  const written = cleanText(page_type ?? '', 60);
  if (written !== '') return written.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const { value, confidence } = judgeSuppliedPage({ url, title, language });
  return confidence < SURE ? '' : value;
}

function shareTerms(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  return [...part].filter((term) => whole.has(term)).length / part.size;
}

/** The owned page that should answer a prompt: by its topic first, by the type of page where the prompt has none. */
export function findAsset(draft: Draft, assets: readonly Asset[], language: string): Asset | undefined {
  const wanted = BUCKET_FACTS[draft.bucket].assets;
  const topic = draft.topic === undefined ? undefined : new Set(readTerms(draft.topic.given, language));
  let best: Asset | undefined;
  let most = 0;
  for (const asset of assets) {
    const typed = wanted.includes(asset.page_type) ? 1 : 0;
    const shared = topic === undefined || topic.size === 0 ? 0 : shareTerms(topic, asset.terms);
    const points = topic === undefined ? typed : shared >= SHARED_MIN ? 2 * shared + typed : 0;
    if (points <= most) continue;
    best = asset;
    most = points;
  }
  return best;
}
