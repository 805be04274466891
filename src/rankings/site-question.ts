import type { BrandNames } from '../text/branded.ts';
import type { Target } from '../web/target.ts';
import type { OwnSite } from './own-site.ts';

/** What was asked about a site, as far as the plan for it needs to know. */
export interface SiteQuestion {
  readonly target: Target;
  readonly brand: BrandNames | null;
  readonly language: string;
  /** Where the caller's console data know the site, but not what was asked. */
  readonly own: OwnSite | null;
}
