/**
 * What other tools say of pages and domains, by their own word: never mixed with what was measured here.
 */

/** Whom a figure is about: the page that links, its registrable domain, or the page that is linked. */
export type FactSubject = 'page' | 'domain' | 'target_page';

export interface ToolMetric {
  readonly tool: string;
  /** Such as `domain_rating`. */
  readonly metric: string;
  /** Text for a title alone. */
  readonly value: number | string;
}

/** A figure with the day for which the tool told it. */
export interface DatedToolMetric extends ToolMetric {
  readonly about: 'page' | 'domain';
  readonly observed_at: string;
}

/** A figure of a page or a domain. */
export interface ToolFact extends ToolMetric {
  readonly about: 'page' | 'domain';
  /** A URL, or the name of a domain or host. */
  readonly of: string;
}

/** A domain that links to a target, as a report counts it: without a word about where the links are. Unknown is null. */
export interface ReportedDomain {
  readonly domain: string;
  readonly backlinks: number | null;
  readonly dofollow_backlinks: number | null;
  readonly referring_pages: number | null;
  readonly target_pages: number | null;
  readonly first_seen: Date | null;
  readonly last_seen: Date | null;
  readonly lost_at: Date | null;
}

/** What a part of one table says beside its links. */
export interface ToldFacts {
  readonly tool: string;
  /** When the table was written. */
  readonly observed_at: Date;
  /** URLs of the pages that its links lead to. */
  readonly targets: readonly string[];
  readonly facts: readonly ToolFact[];
  /** The target of a report of domains, and what it says of them. */
  readonly report: { readonly target: string; readonly domains: readonly ReportedDomain[] } | undefined;
}

export interface ToolFactWriter {
  /** Durable when it resolves. Writing the same again changes nothing; of figures of one name the newest stands. */
  tell(told: ToldFacts): Promise<void>;
}
