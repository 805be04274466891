import type { Level } from '../../../kernel/level.ts';
import { type ActionType, type ChosenAction, pointsToOwn } from './actions.ts';
import { type MatchedAsset, nameOf } from './assets.ts';
import type { Site } from './prospects.ts';

/** What an action asks of the people who do it, before anything about the site is known. */
const EFFORT: Readonly<Record<ActionType, Level>> = {
  reclaim: 'low',
  repair: 'low',
  resource_page: 'medium',
  outreach: 'medium',
  guest_contribution: 'high',
  digital_pr: 'high',
  skip: 'low',
};

/** A dead link to somebody else's page has to be argued for; one to an own address is a redirect. */
export function effortOf(action: ChosenAction, site: Site, ownSites: ReadonlySet<string>): Level {
  if (action.type === 'repair' && !pointsToOwn(site, ownSites)) return 'medium';
  return EFFORT[action.type];
}

/** What to say to the people behind the site: made of the row and the asset alone. */
export function pitchOf(
  action: ChosenAction,
  site: Site,
  asset: MatchedAsset | null,
  ownSites: ReadonlySet<string>,
): string {
  const pitch: Pitch = {
    site,
    asset,
    page: site.title === '' ? (site.url ?? site.site) : `"${site.title}"`,
    offer: asset === null ? 'a page of yours on its subject' : nameOf(asset),
    topics: asset === null ? '' : ` on ${asset.shared_topics.join(', ')}`,
    to_own: pointsToOwn(site, ownSites),
  };
  const because = asset === null || asset.linkable_reason === null ? '' : ` Reason to link: ${asset.linkable_reason}.`;
  const text = PITCHES[action.type](pitch);
  return action.type === 'skip' || action.type === 'reclaim' || (action.type === 'repair' && pitch.to_own)
    ? text
    : text + because;
}

interface Pitch {
  readonly site: Site;
  readonly asset: MatchedAsset | null;
  readonly page: string;
  readonly offer: string;
  /** ` on bikes, repair`, or nothing. */
  readonly topics: string;
  readonly to_own: boolean;
}

const PITCHES: Readonly<Record<ActionType, (pitch: Pitch) => string>> = {
  reclaim: ({ page, site, asset, offer }) =>
    `${page} linked to ${site.lost_url ?? 'you'} before: ask for the link back${asset === null ? '' : `, now to ${offer}`}.`,
  repair: repairPitch,
  resource_page: ({ page, offer, topics }) => `${page} lists pages for its readers: suggest ${offer}${topics}.`,
  digital_pr: ({ site, offer, topics }) => `Give the editors of ${site.site} a story${topics} from ${offer}.`,
  guest_contribution: ({ site, offer, topics }) =>
    `${site.site} takes contributions: offer an article${topics} that draws on ${offer}.`,
  outreach: ({ page, site, offer, topics }) =>
    site.competitors_count === 0
      ? `${page} is${topics === '' ? ' near your subject' : topics}: show what ${offer} adds to it.`
      : `${page} links to ${competitorsOf(site)}: show what ${offer} adds${topics}.`,
  skip: () => 'Nothing to write about in this campaign.',
};

function repairPitch({ page, site, asset, offer, to_own }: Pitch): string {
  const dead = site.broken_url === null ? '' : ` (${site.broken_url})`;
  if (!to_own) return `${page} has a dead link${dead}: tell the editor and offer ${offer} in its place.`;
  const target = asset === null ? '' : ` to ${offer}`;
  return `${page} links to a dead address of yours${dead}: redirect it${target}; nobody has to be written to.`;
}

function competitorsOf(site: Site): string {
  const { competitors, competitors_count: count } = site;
  if (competitors.length === 0) return count === 1 ? 'a competitor' : `${count} competitors`;
  const more = count - Math.min(3, competitors.length);
  return competitors.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** What can go wrong with this prospect, or is not known of it. */
export function risksOf(site: Site, asset: MatchedAsset | null, hasAssets: boolean): string[] {
  const nofollow = site.dofollow === false ? ['Its links are nofollow: expect visitors, not authority.'] : [];
  return [
    ...nofollow,
    ...spamRisks(site),
    ...authorityRisks(site),
    ...assetRisks(asset, hasAssets),
    ...pageRisks(site),
  ];
}

/** From this spam score on it is worth a look, also below the limit. */
const SPAM_WORTH_A_LOOK = 20;
const AUTHORITY_LOW = 10;
const RELEVANCE_LOOSE = 0.35;

function spamRisks({ spam_score: spam, rows, rows_over_spam: over }: Site): string[] {
  const risks: string[] = [];
  if (spam === null) risks.push('Its spam score is not known: look at the site before you write.');
  else if (spam > SPAM_WORTH_A_LOOK) risks.push(`Its spam score is ${spam} of 100.`);
  if (over > 0) risks.push(`${over} of its ${rows} rows ${over === 1 ? 'is' : 'are'} over the spam limit.`);
  return risks;
}

function authorityRisks({ domain_rank: domain, page_rank: page }: Site): string[] {
  const rank = domain ?? page;
  if (rank === null) return ['Its authority is not known.'];
  return rank < AUTHORITY_LOW ? [`Its authority is very low: ${Math.round(rank)} of 100.`] : [];
}

function assetRisks(asset: MatchedAsset | null, hasAssets: boolean): string[] {
  if (asset === null) return hasAssets ? ['None of your assets is about its subject: find or make one first.'] : [];
  const risks: string[] = [];
  if (asset.relevance < RELEVANCE_LOOSE) risks.push('The asset is only loosely about its subject.');
  if (asset.url === null) risks.push('The matched asset has no URL to link to.');
  return risks;
}

function pageRisks(site: Site): string[] {
  return site.url === null ? ['No page is given: find the page or the person first.'] : [];
}
