import type { Target } from '../web/target.ts';

export interface LinkingSitesQuery {
  readonly target: Target;
  /** Registrable domains, at most 1,000. */
  readonly domains: readonly string[];
}

export interface LinkingSitesRecord {
  /** Those that have a live link to the target, indirect ones included; null while no page was read that could have shown one. */
  readonly sites: readonly LinkingSite[] | null;
}

/** A site with the best of its links: a direct one that is followed, on the strongest page. */
export interface LinkingSite {
  /** As it was asked. */
  readonly domain: string;
  readonly backlinks: number;
  readonly url_from: string;
  readonly url_to: string;
  readonly dofollow: boolean;
  /** It reaches the target through a redirect or a canonical. */
  readonly is_indirect_link: boolean;
  readonly first_seen: string;
  readonly last_seen: string;
}
