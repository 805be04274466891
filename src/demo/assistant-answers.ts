import { readDataRows } from '../kernel/data.ts';
import type { AssistantAnswer, AssistantCitation, AssistantQuery } from '../ports/assistants.ts';
import { type AssistantReach, honouredPlace } from '../sources/assistants/place.ts';
import { foldPhrase } from '../text/normalize.ts';
import { SHOP } from './read-sites.ts';
import { chance, FIRST_DAY } from './searches.ts';

/** Assistants that know the shops of the demo and nobody else. */

export const ASSISTANT_REACH: AssistantReach = {
  assistants: ['chatgpt', 'perplexity'],
  access: 'api',
  places: 'cities',
};

interface MadePrompt {
  readonly prompt: string;
  /** Share of answers that name the shop, 63 days ago and today. */
  readonly before: number;
  readonly now: number;
  readonly tone: string;
}

export const PROMPTS: readonly MadePrompt[] = readDataRows(import.meta.url, 'data/prompts.tsv').map(
  ([prompt = '', before, now, tone = 'fair']) => ({ prompt, before: Number(before), now: Number(now), tone }),
);

const SENTENCES = Map.groupBy(readDataRows(import.meta.url, 'data/answers.tsv'), ([kind = '']) => kind);
const RIVALS = [
  { name: 'Trailkit', domain: 'trailkit.example', share: 0.7 },
  { name: 'Summit Shop', domain: 'summitshop.example', share: 0.45 },
] as const;
const PRESS = ['campfirepost.example', 'gearbench.example'] as const;
/** Of prompts that the demo has not thought of. */
const SHARE_OTHERWISE = 0.4;

export function madeAnswer(
  query: AssistantQuery,
  { days_ago, asked_at }: { readonly days_ago: number; readonly asked_at: Date },
): AssistantAnswer {
  const seed = [query.prompt, query.assistant, query.run, days_ago] as const;
  const known = PROMPTS.find(({ prompt }) => foldPhrase(prompt) === foldPhrase(query.prompt));
  const passed = Math.min(1, Math.max(0, 1 - days_ago / FIRST_DAY));
  const share = known === undefined ? SHARE_OTHERWISE : known.before + (known.now - known.before) * passed;
  const named = [
    ...(chance(...seed, 'shop') < share ? [{ name: 'NorthGear', domain: SHOP, tone: known?.tone ?? 'fair' }] : []),
    ...RIVALS.filter(({ name, share: often }) => chance(...seed, name) < often).map((rival) => ({
      ...rival,
      tone: 'rival',
    })),
  ];
  const lines = named.map(({ name, tone }) => `- ${pick(tone, [...seed, name]).replaceAll('{brand}', name)}`);
  const text = [pick('open', seed), ...lines, pick('close', seed)].join('\n');
  const press = PRESS.filter((domain) => chance(...seed, domain) < 0.5);
  return {
    assistant: query.assistant,
    access: ASSISTANT_REACH.access,
    source: 'demo',
    requested_model: 'demo',
    served_model: 'demo',
    prompt: query.prompt,
    location: honouredPlace(query),
    language: query.language,
    asked_at: asked_at.toISOString(),
    run: query.run,
    sampling: query.sampling,
    status: 'answered',
    searched: true,
    queries: [query.prompt],
    text,
    cited: [...named.map(({ domain }) => domain), ...press].map(citationOf),
    retrieved: null,
    cost_usd: 0,
  };
}

function citationOf(domain: string): AssistantCitation {
  return { url: `https://${domain}/`, domain, title: null, span: null };
}

function pick(kind: string, seed: readonly (string | number)[]): string {
  const sentences = SENTENCES.get(kind) ?? [];
  return sentences[Math.floor(chance(kind, ...seed) * sentences.length)]?.[1] ?? '';
}
