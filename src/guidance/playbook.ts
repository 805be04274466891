/** One call of a playbook. A step whose operation this service does not have is left out. */
export interface PlaybookStep {
  readonly operation: string;
  /** Fields of the call; `{name}` stands for an argument, `{sitemap}` for that of the domain, and what comes from an earlier step is said in `from`. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly from?: string;
  readonly why: string;
}

export interface Playbook {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PlaybookArgument[];
  readonly steps: readonly PlaybookStep[];
  /** What the work ends in. */
  readonly deliver: string;
}

export interface PlaybookArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}
