/** What a call costs, from its checked input. Known before anything runs. */
export interface Price<Input> {
  /** The rule as a person reads it: `5 credits per 100 requested items, minimum 5`. */
  readonly rule: string;
  readonly credits: (input: Input) => number;
}

/** How many started blocks of `size` there are in `count`; at least one. */
export function blocks(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size));
}
