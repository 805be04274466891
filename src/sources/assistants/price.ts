/** What an answer took, as far as the vendor tells. */
export interface Usage {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly searches: number;
  /** What the vendor says that it charged. */
  readonly charged_usd: number | null;
}

/** What the operator pays, in USD as settings write it; '' where it is not set. */
export interface AssistantPrices {
  readonly per_1000_prompts: string;
  readonly per_million_input_tokens?: string;
  readonly per_million_output_tokens?: string;
  readonly per_1000_searches?: string;
}

/** What a prompt is taken to cost before it is asked. */
export function pricePrompt({ per_1000_prompts }: AssistantPrices): number {
  return Number(per_1000_prompts) / 1000;
}

/** The vendor's own word, else tokens and searches where their prices are set, else the price of a prompt. */
export function priceAnswer(usage: Usage, prices: AssistantPrices): number {
  if (usage.charged_usd !== null) return usage.charged_usd;
  const { per_million_input_tokens: input = '', per_million_output_tokens: output = '' } = prices;
  const { input_tokens, output_tokens, searches } = usage;
  if (input === '' || output === '' || input_tokens === null || output_tokens === null) return pricePrompt(prices);
  const tokens = input_tokens * Number(input) + output_tokens * Number(output);
  return tokens / 1_000_000 + (searches * Number(prices.per_1000_searches ?? 0)) / 1000;
}
