import { agree, joinWords } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { tokenize } from '../../../web/words.ts';
import { type ActionType, type ChosenAction, isOfUnknownSubject, pointsToOwn } from './actions.ts';
import { type MatchedAsset, nameAsset } from './assets.ts';
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

/** A broken link to somebody else's page takes persuasion; one to a page of the caller takes a redirect. */
export function rateEffort(action: ChosenAction, site: Site, ownSites: ReadonlySet<string>): Level {
  if (action.channel !== 'editor') return 'low';
  if (action.type === 'repair' && !pointsToOwn(site, ownSites)) return 'medium';
  return EFFORT[action.type];
}

/** What to say to the people behind the site: made of the row and the asset alone. */
export function writePitch(
  action: ChosenAction,
  site: Site,
  asset: MatchedAsset | null,
  ownSites: ReadonlySet<string>,
): string {
  const pitch: Pitch = {
    site,
    asset,
    page: site.title === '' ? (site.url ?? site.site) : `“${site.title}”`,
    offer: asset === null ? 'one of your pages on its topic' : nameAsset(asset),
    topics: asset === null ? '' : joinWords(listSharedTopics(site, asset)),
    to_own: pointsToOwn(site, ownSites),
  };
  if (action.channel === 'business_listing') return writeListingPitch(pitch);
  const because = quoteReason(asset);
  if (action.channel === 'forum') return writeForumPitch(pitch) + because;
  const text = PITCHES[action.type](pitch);
  return action.type === 'skip' || action.type === 'reclaim' || (action.type === 'repair' && pitch.to_own)
    ? text
    : text + because;
}

function quoteReason(asset: MatchedAsset | null): string {
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
    `${page} used to link to ${site.lost_url ?? 'you'}: ask them to restore the link${asset === null ? '' : `, now to ${offer}`}.`,
  repair: writeRepairPitch,
  resource_page: ({ page, offer, topics }) =>
    `${page} curates links for its readers: suggest ${offer}.${topics === '' ? '' : ` Both are about ${topics}.`}`,
  digital_pr: ({ site, offer, topics }) =>
    `Pitch the editors of ${site.site} a story${topics === '' ? '' : ` about ${topics}`} based on ${offer}.`,
  guest_contribution: ({ site, offer, topics }) =>
    `${site.site} accepts contributions: pitch an article${topics === '' ? '' : ` about ${topics}`} that draws on ${offer}.`,
  outreach: ({ page, site, offer, topics }) =>
    site.competitors_count === 0
      ? `${page} is ${topics === '' ? 'close to your topic' : `about ${topics}`}: show its editor what ${offer} adds to it.`
      : `${page} links to ${nameCompetitors(site)}: show its editor what ${offer} adds${topics === '' ? '' : ` on ${topics}`}.`,
  skip: () => 'Nothing to pitch in this campaign.',
};

/** The topics of the prospect that hold what it shares with the asset, as they were written; else the shared words. */
function listSharedTopics(site: Site, asset: MatchedAsset): readonly string[] {
  const written = site.topics.filter((topic) => {
    const words = tokenize(topic);
    return asset.shared_topics.some((shared) => words.includes(shared));
  });
  return written.length > 0 ? written.slice(0, SUBJECTS_MAX) : asset.shared_topics;
}

const SUBJECTS_MAX = 3;

function writeListingPitch({ site }: Pitch): string {
  return `${site.site} lists businesses: claim or add your listing, with the same name, address and phone number as on your site. There is no editor to pitch.`;
}

function writeForumPitch({ page, site, offer, topics }: Pitch): string {
  const about = topics === '' ? '' : ` about ${topics}`;
  return `${page} is a discussion${about} on ${site.site}: answer under your own name, and mention ${offer} only where it helps. There is no editor to pitch.`;
}

function writeRepairPitch({ page, site, asset, offer, to_own }: Pitch): string {
  const dead = site.broken_url === null ? '' : ` (${site.broken_url})`;
  if (!to_own) return `${page} has a broken link${dead}: tell the editor and offer ${offer} as a replacement.`;
  const target = asset === null ? '' : ` to ${offer}`;
  return `${page} links to a broken URL of yours${dead}: redirect it${target}; no outreach needed.`;
}

function nameCompetitors(site: Site): string {
  const { competitors, competitors_count: count } = site;
  if (competitors.length === 0) return agree(count, 'a competitor', `${count} competitors`);
  const more = count - Math.min(3, competitors.length);
  return joinWords([...competitors.slice(0, 3), ...(more > 0 ? [`${more} more`] : [])]);
}

/** What can go wrong with this prospect, or is unknown about it. */
export function listRisks(site: Site, asset: MatchedAsset | null, hasAssets: boolean, action: ActionType): string[] {
  const nofollow = site.dofollow === false ? ['Its links are nofollow: expect referral traffic, not authority.'] : [];
  return [
    ...nofollow,
    ...listSpamRisks(site),
    ...listAuthorityRisks(site),
    ...(asset === null ? listUnmatchedRisks(site, hasAssets, action) : listAssetRisks(asset, action)),
    ...(site.url === null ? ['No page is given: find the right page or contact first.'] : []),
  ];
}

/** From this spam score on it is worth a look, also below the limit. */
const SPAM_WORTH_A_LOOK = 20;
const AUTHORITY_LOW = 10;
const RELEVANCE_LOOSE = 0.35;

function listSpamRisks({ spam_score: spam, rows, rows_over_spam: over }: Site): string[] {
  const risks: string[] = [];
  if (spam === null) risks.push('Its spam score is unknown: check the site before you reach out.');
  else if (spam > SPAM_WORTH_A_LOOK) risks.push(`Its spam score is ${spam} out of 100.`);
  if (over > 0) risks.push(`${over} of its ${rows} rows ${agree(over, 'is')} over the spam limit.`);
  return risks;
}

function listAuthorityRisks({ domain_rank: domain, page_rank: page }: Site): string[] {
  const rank = domain ?? page;
  if (rank === null) return ['Its authority is unknown.'];
  return rank < AUTHORITY_LOW ? [`Its authority is very low: ${Math.round(rank)} out of 100.`] : [];
}

function listUnmatchedRisks(site: Site, hasAssets: boolean, action: ActionType): string[] {
  // A lost link is restored as it was.
  if (action === 'reclaim' || !hasAssets) return [];
  return isOfUnknownSubject(site)
    ? ['Words alone do not show whether one of your assets fits: check what the page links to first.']
    : ['None of your assets covers its topic: find or create one first.'];
}

function listAssetRisks(asset: MatchedAsset, action: ActionType): string[] {
  const risks: string[] = [];
  if (asset.relevance < RELEVANCE_LOOSE) risks.push('The asset is only loosely related to its topic.');
  if (action === 'digital_pr' && !asset.newsworthy)
    risks.push('The asset is not newsworthy: newsrooms need data, a study or a story, so offer one of those.');
  if (asset.url === null) risks.push('The matched asset has no URL to link to.');
  return risks;
}
