import { number } from './web.ts';

/**
 * What made-up assistants answer. Everything follows from hashes of assistant, prompt and how often it was asked: the same
 * calls in the same order have the same answers in every run, and a brand is named about as often as its percentage says.
 */

export interface Brand {
  readonly name: string;
  readonly domain: string;
  /** In so many of a hundred answers it is named. */
  readonly percent: number;
}

export const BRANDS = [
  { name: 'Acme CRM', domain: 'acme-crm.example', percent: 80 },
  { name: 'Brightledger', domain: 'brightledger.example', percent: 50 },
  { name: 'Open Harbor', domain: 'openharbor.example', percent: 35 },
  { name: 'Clever Signal', domain: 'cleversignal.example', percent: 10 },
] as const satisfies readonly Brand[];

/** Prompts to which assistants answer in a way of their own; all others have a plain answer with a search. */
export const PROMPTS = {
  plain: 'best crm for a small business',
  refused: 'how do I break into a crm account',
  truncated: 'list every crm there is',
  unsearched: 'what does crm stand for',
  tool_error: 'crm prices right now',
  /** One search fails, and the answer cites what another found. */
  tool_error_cited: 'crm prices this year',
  /** The assistant pauses on its way. */
  paused: 'compare every crm in depth',
  /** Some pages cannot be found behind their redirects. */
  unresolved: 'crm with the oldest website',
  /** Letters of two bytes and signs of two units stand before each citation. */
  umlaut: 'beste CRM für Käufer in Köln',
} as const;

export interface MadePage {
  readonly url: string;
  readonly host: string;
  readonly title: string;
}

/** A piece of the answer; what is cited stands for the whole piece. */
export interface Piece {
  readonly text: string;
  readonly cited: readonly MadePage[];
}

export interface Thought {
  readonly shape: keyof typeof PROMPTS;
  readonly preamble: string;
  readonly queries: readonly string[];
  readonly retrieved: readonly MadePage[];
  /** Follow one another without a gap. */
  readonly pieces: readonly Piece[];
  readonly brands: readonly Brand[];
}

const REFUSAL = 'I can’t help with that.';
const PICKS = ['is the usual pick', 'is a solid choice', 'is worth a look', 'is cheaper than most'];
const ENDS = [' for small teams. ', ', if you sell a lot. ', ', say its users. '];

/** @param nth how often the same was asked before */
export function thinkOf(assistant: string, prompt: string, nth: number): Thought {
  const shape = shapeOf(prompt);
  const hasSearched = shape !== 'unsearched' && shape !== 'refused';
  const brands = BRANDS.filter(
    ({ name, percent }) => number('brand', assistant, prompt, nth, name, 100) < percent,
  ).toSorted((one, other) => place(one) - place(other));
  function place({ name }: Brand): number {
    return number('place', assistant, prompt, nth, name, 1000);
  }
  const pieces = piecesOf(brands, { assistant, prompt, nth, hasSearched });
  return {
    shape,
    preamble: 'Let me look that up. ',
    queries: hasSearched ? [prompt.toLowerCase(), `${prompt.toLowerCase()} 2026`] : [],
    retrieved: hasSearched ? [review(prompt, 0), ...BRANDS.map(homeOf), review(prompt, 1)] : [],
    pieces: shape === 'refused' ? [{ text: REFUSAL, cited: [] }] : shape === 'umlaut' ? [UMLAUT, ...pieces] : pieces,
    brands: shape === 'refused' ? [] : brands,
  };
}

const UMLAUT: Piece = { text: 'Für Käufer in Köln 🙂: ', cited: [] };

function piecesOf(
  brands: readonly Brand[],
  { assistant, prompt, nth, hasSearched }: { assistant: string; prompt: string; nth: number; hasSearched: boolean },
): Piece[] {
  const pick = (what: string, { name }: Brand, from: readonly string[]): string =>
    from[number(what, assistant, prompt, nth, name, from.length)] ?? '';
  const pieces = brands.flatMap((brand, at): Piece[] => {
    const cited = hasSearched ? [at === 0 ? review(prompt, 0) : homeOf(brand)] : [];
    return [
      { text: `${brand.name} ${pick('pick', brand, PICKS)}`, cited },
      { text: pick('end', brand, ENDS), cited: [] },
    ];
  });
  const depends = { text: 'It depends on the size of your team', cited: hasSearched ? [review(prompt, 1)] : [] };
  return [...pieces, depends, { text: '.', cited: [] }];
}

function homeOf({ name, domain }: Brand): MadePage {
  return { url: `https://www.${domain}/pricing?plan=team`, host: `www.${domain}`, title: `${name}: pricing` };
}

function review(prompt: string, at: number): MadePage {
  const host = `${['reviews', 'forum'][at]}.example`;
  return {
    url: `https://${host}/crm/${number('review', prompt, at, 1000)}`,
    host,
    title: `What people say, ${at + 1}`,
  };
}

function shapeOf(prompt: string): keyof typeof PROMPTS {
  const shapes: readonly (readonly [string, string])[] = Object.entries(PROMPTS);
  const shape = shapes.find(([, known]) => known === prompt)?.[0];
  return isShape(shape) ? shape : 'plain';
}

function isShape(name: string | undefined): name is keyof typeof PROMPTS {
  return name !== undefined && name in PROMPTS;
}

export function textOf({ pieces }: Pick<Thought, 'pieces'>): string {
  return pieces.map(({ text }) => text).join('');
}

/** Answers that are cut off end in the middle. */
export function cutPieces({ pieces }: Thought): readonly Piece[] {
  return pieces.slice(0, Math.max(1, pieces.length - 2));
}
