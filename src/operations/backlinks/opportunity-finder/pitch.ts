import type { Level } from '../../../kernel/level.ts';
import { tokenize } from '../../../web/words.ts';
import { type ActionType, type ChosenAction, pointsToOwn, wordList } from './actions.ts';
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
  if (action.channel !== 'editor') return 'low';
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
    topics: asset === null ? '' : wordList(sharedSubjects(site, asset)),
    to_own: pointsToOwn(site, ownSites),
  };
  if (action.channel === 'business_listing') return listingPitch(pitch);
  const because = reasonOf(asset);
  if (action.channel === 'forum') return forumPitch(pitch) + because;
  const text = PITCHES[action.type](pitch);
  return action.type === 'skip' || action.type === 'reclaim' || (action.type === 'repair' && pitch.to_own)
    ? text
    : text + because;
}

function reasonOf(asset: MatchedAsset | null): string {
  return asset === null || asset.linkable_reason === null ? '' : ` Reason to link: ${asset.linkable_reason}.`;
}

interface Pitch {
  readonly site: Site;
  readonly asset: MatchedAsset | null;
  readonly page: string;
  readonly offer: string;
  /** `bikes and repair`, or nothing. */
  readonly topics: string;
  readonly to_own: boolean;
}

const PITCHES: Readonly<Record<ActionType, (pitch: Pitch) => string>> = {
  reclaim: ({ page, site, asset, offer }) =>
    `${page} linked to ${site.lost_url ?? 'you'} before: ask for the link back${asset === null ? '' : `, now to ${offer}`}.`,
  repair: repairPitch,
  resource_page: ({ page, offer, topics }) =>
    `${page} lists pages for its readers: suggest ${offer}.${topics === '' ? '' : ` Both are about ${topics}.`}`,
  digital_pr: ({ site, offer, topics }) =>
    `Offer the editors of ${site.site} a story${topics === '' ? '' : ` about ${topics}`}, drawn from ${offer}.`,
  guest_contribution: ({ site, offer, topics }) =>
    `${site.site} takes contributions: offer an article${topics === '' ? '' : ` about ${topics}`} that draws on ${offer}.`,
  outreach: ({ page, site, offer, topics }) =>
    site.competitors_count === 0
      ? `${page} is ${topics === '' ? 'near your subject' : `about ${topics}`}: show its editor what ${offer} adds to it.`
      : `${page} links to ${competitorsOf(site)}: show its editor what ${offer} adds${topics === '' ? '' : ` on ${topics}`}.`,
  skip: () => 'Nothing to write about in this campaign.',
};

/** The topics of the prospect that hold what it shares with the asset, as they were written; else the shared words. */
function sharedSubjects(site: Site, asset: MatchedAsset): readonly string[] {
  const written = site.topics.filter((topic) => {
    const words = tokenize(topic);
    return asset.shared_topics.some((shared) => words.includes(shared));
  });
  return written.length > 0 ? written.slice(0, SUBJECTS_MAX) : asset.shared_topics;
}

const SUBJECTS_MAX = 3;

function listingPitch({ site }: Pitch): string {
  return `${site.site} lists businesses: claim or add your own entry there, with the same name, address and phone number as on your site. There is no editor to write to.`;
}

function forumPitch({ page, site, offer, topics }: Pitch): string {
  const about = topics === '' ? '' : ` about ${topics}`;
  return `${page} is a discussion${about} on ${site.site}: answer in your own name, and name ${offer} only where it helps. There is no editor to write to.`;
}

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
