import type { Coverage } from './report.ts';
import type { Topic } from './topics.ts';

/** Why prompts name some of what was sent and not the rest. */
export function explainMissing(
  { topics: missing, competitors, personas, assets }: Coverage['not_covered'],
  topics: readonly Topic[],
  count: number,
): Coverage['why_not_covered'] {
  const unclear = new Set(topics.flatMap(({ given, kind }) => (kind === 'unclear' ? [given] : [])));
  const isFull = `The set has room for ${count} prompts only. Raise prompt_count, or send fewer topics.`;
  return [
    ...missing.map((name) => ({
      part: 'topics' as const,
      name,
      why: unclear.has(name)
        ? 'No natural sentence can take these words as they are. Send a noun with its capitals, something to do, or a whole question.'
        : isFull,
    })),
    ...competitors.map((name) => ({ part: 'competitors' as const, name, why: isFull })),
    ...personas.map((name) => ({ part: 'personas' as const, name, why: isFull })),
    ...assets.map((name) => ({
      part: 'assets' as const,
      name,
      why: 'No prompt has a topic that the title or the topics of this page share, or a kind that its page_type answers.',
    })),
  ];
}
