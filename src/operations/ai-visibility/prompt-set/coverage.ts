import { z } from 'zod';

import type { Prompt } from './report.ts';

const Counted = z.array(z.object({ name: z.string(), prompts: z.int() }));

export const Coverage = z.object({
  topics: Counted,
  platforms: Counted,
  competitors: Counted,
  assets: Counted,
  personas: Counted,
  not_covered: z
    .object({
      topics: z.array(z.string()),
      platforms: z.array(z.string()),
      competitors: z.array(z.string()),
      assets: z.array(z.string()),
      personas: z.array(z.string()),
    })
    .describe('What was sent and is in no prompt.'),
});
export type Coverage = z.infer<typeof Coverage>;

interface Wanted {
  readonly topics: readonly string[];
  readonly platforms: readonly string[];
  readonly competitors: readonly string[];
  readonly assets: readonly string[];
  readonly personas: readonly string[];
}

export function coverageOf(prompts: readonly Prompt[], wanted: Wanted): Coverage {
  const count = (names: readonly string[], has: (prompt: Prompt, name: string) => boolean): z.infer<typeof Counted> =>
    [...new Set(names)].map((name) => ({ name, prompts: prompts.filter((prompt) => has(prompt, name)).length }));
  const topics = count(wanted.topics, ({ topic }, name) => topic === name);
  const platforms = count(wanted.platforms, ({ platform_fit }, name) => platform_fit.some((each) => each === name));
  const competitors = count(
    wanted.competitors,
    ({ competitor, text }, name) => competitor === name || text.includes(name),
  );
  const assets = count(wanted.assets, ({ owned_asset }, name) => owned_asset === name);
  const personas = count(wanted.personas, ({ persona }, name) => persona === name);
  const missing = (rows: z.infer<typeof Counted>): string[] =>
    rows.filter(({ prompts: found }) => found === 0).map(({ name }) => name);
  return {
    topics,
    platforms,
    competitors,
    assets,
    personas,
    not_covered: {
      topics: missing(topics),
      platforms: missing(platforms),
      competitors: missing(competitors),
      assets: missing(assets),
      personas: missing(personas),
    },
  };
}
