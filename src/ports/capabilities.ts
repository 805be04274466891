// Written by `npm run gen`. Do not edit.
import { capability as assistants, type AssistantsSource } from './assistants.ts';
import { capability as browser, type BrowserSource } from './browser.ts';
import { capability as discussions, type DiscussionsSource } from './discussions.ts';
import { capability as embeddings, type EmbeddingsSource } from './embeddings.ts';
import { capability as fetch, type FetchSource } from './fetch.ts';
import { capability as keywords, type KeywordsSource } from './keywords.ts';
import { capability as links, type LinksSource } from './links.ts';
import { capability as pages, type PagesSource } from './pages.ts';
import { capability as places, type PlacesSource } from './places.ts';
import { capability as rankings, type RankingsSource } from './rankings.ts';
import { capability as serp, type SerpSource } from './serp.ts';
import { capability as sites, type SitesSource } from './sites.ts';

/** What a source of each capability has to offer. */
export interface Sources {
  readonly assistants: AssistantsSource;
  readonly browser: BrowserSource;
  readonly discussions: DiscussionsSource;
  readonly embeddings: EmbeddingsSource;
  readonly fetch: FetchSource;
  readonly keywords: KeywordsSource;
  readonly links: LinksSource;
  readonly pages: PagesSource;
  readonly places: PlacesSource;
  readonly rankings: RankingsSource;
  readonly serp: SerpSource;
  readonly sites: SitesSource;
}

export type Capability = keyof Sources;

export { CAPABILITY_NAMES } from './capability-names.ts';

export const capabilities = {
  assistants,
  browser,
  discussions,
  embeddings,
  fetch,
  keywords,
  links,
  pages,
  places,
  rankings,
  serp,
  sites,
} as const;
