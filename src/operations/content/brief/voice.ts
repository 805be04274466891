import { readDataRows } from '../../../kernel/data.ts';

export const VOICES = ['neutral', 'expert', 'friendly', 'bold', 'technical'] as const;
export type Voice = (typeof VOICES)[number];

export interface VoiceRule {
  readonly rule: string;
  readonly do: string;
  readonly dont: string;
}

const RULES = readDataRows(import.meta.url, 'data/voices.tsv');

/** A voice as rules, each with an example and its opposite. */
export function listVoiceRules(voice: Voice): VoiceRule[] {
  return RULES.filter(([name]) => name === voice).map(([, rule = '', example = '', opposite = '']) => ({
    rule,
    do: example,
    dont: opposite,
  }));
}
