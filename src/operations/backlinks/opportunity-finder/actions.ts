import { agree, quoteWords } from '../../../kernel/grammar.ts';
import { readTexts } from '../../../links/tables.ts';
import { foldText } from '../../../web/words.ts';
import type { MatchedAsset } from './assets.ts';
import { CAMPAIGN_GOALS, type CampaignGoal } from './input.ts';
import type { Site } from './prospects.ts';
import { findSite } from './site.ts';

export const ACTION_TYPES = [
  'reclaim',
  'repair',
  'resource_page',
  'digital_pr',
  'guest_contribution',
  'outreach',
  'skip',
] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

export const CHANNELS = ['editor', 'business_listing', 'forum'] as const;
/** Who decides about a link: an editor, the owner of an entry, or whoever takes part in a discussion. */
type Channel = (typeof CHANNELS)[number];

/**
 * How well an action serves a campaign goal, 0–1. Our own figures, pinned by the tests.
 *
 * With the goal `mixed` a link that existed or is broken comes before cold outreach, since asking has better odds.
 * Zero means that the action is no part of the campaign.
 */
const FIT: Readonly<Record<CampaignGoal, Partial<Record<ActionType, number>>>> = {
  mixed: { reclaim: 1, repair: 0.95, resource_page: 0.8, digital_pr: 0.7, guest_contribution: 0.6, outreach: 0.5 },
  link_gap: { resource_page: 1, digital_pr: 1, guest_contribution: 1, outreach: 0.9, repair: 0.8, reclaim: 0.6 },
  broken_link_building: { repair: 1, reclaim: 0.4 },
  digital_pr: { digital_pr: 1, guest_contribution: 0.5, outreach: 0.3, resource_page: 0.2, reclaim: 0.2, repair: 0.2 },
  resource_page: {
    resource_page: 1,
    repair: 0.5,
    reclaim: 0.4,
    outreach: 0.3,
    guest_contribution: 0.2,
    digital_pr: 0.1,
  },
  reclaim_lost_links: { reclaim: 1, repair: 0.6 },
  protect_authority: { reclaim: 1, repair: 0.9 },
};

/** What a directory entry or a post of one's own is worth beside a link that an editor gave. */
const OPEN_CHANNEL = 0.35;

/** What the goal link_gap is about is a site that links to competitors; others are worth little to it. */
const NO_GAP = 0.25;

const GOALS = readTexts(import.meta.url, 'data/goals.tsv', CAMPAIGN_GOALS);

export interface ChosenAction {
  readonly type: ActionType;
  readonly fit: number;
  /** What about the prospect suggests the action, as evidence. */
  readonly sign: string;
  readonly channel: Channel;
}

/** The action that fits the goal best among those that the prospect's own signs allow. */
export function chooseAction(
  site: Site,
  asset: MatchedAsset | null,
  goal: CampaignGoal,
  ownSites: ReadonlySet<string>,
): ChosenAction {
  let best: ChosenAction = { type: 'skip', fit: 0, sign: GOALS[goal][1] ?? '', channel: 'editor' };
  for (const { type, sign, channel } of listActions(site, asset, goal, ownSites)) {
    const gap = goal === 'link_gap' && site.competitors_count === 0 ? NO_GAP : 1;
    const fit = rateFit(goal, type) * gap * (channel === 'editor' ? 1 : OPEN_CHANNEL);
    if (fit > best.fit) best = { type, fit, sign, channel };
  }
  return best;
}

/** How well an action serves a goal, 0–1: also the order of the waves of a campaign. */
export function rateFit(goal: CampaignGoal, type: ActionType): number {
  return FIT[goal][type] ?? 0;
}

type Sign = Omit<ChosenAction, 'fit'>;

function listActions(
  site: Site,
  asset: MatchedAsset | null,
  goal: CampaignGoal,
  ownSites: ReadonlySet<string>,
): Sign[] {
  const own = pointsToOwn(site, ownSites);
  // Only a broken link to a page of the caller is part of getting lost links back.
  const repairs = site.broken && (own || (goal !== 'reclaim_lost_links' && goal !== 'protect_authority'));
  const open = findOpenChannel(site);
  const editorial = (sign: string | undefined): string | undefined => (open === undefined ? sign : undefined);
  const signs: readonly (readonly [ActionType, string | undefined])[] = [
    ['reclaim', site.lost ? 'it linked to you before' : undefined],
    ['repair', repairs ? `it has a broken link${own ? ' to one of your URLs' : ''}` : undefined],
    ['resource_page', editorial(findResourceSign(site))],
    ['digital_pr', editorial(findPressSign(site) ?? findNewsSign(site, asset))],
    ['guest_contribution', editorial(findGuestSign(site))],
    ['outreach', open?.sign ?? findOutreachSign(site, asset)],
  ];
  return signs.flatMap(([type, sign]) =>
    sign === undefined ? [] : [{ type, sign, channel: type === 'outreach' ? (open?.channel ?? 'editor') : 'editor' }],
  );
}

const LISTING_TYPE =
  /\b(?:director(?:y|ies)|business listing|listings?|yellow pages|citation|branchenbuch|branchenverzeichnis|verzeichnis|directorio|annuaire)\b|電話帳/;
/** Directories of businesses, whatever an export calls them. */
const LISTING_SITE =
  /^(?:yell|yelp|thomsonlocal|192|freeindex|cylex|hotfrog|yellowpages|gelbeseiten|11880|dasoertliche|paginasamarillas|pagesjaunes|paginegialle|tripadvisor|trustpilot|checkatrade|foursquare|brownbook|bbb|manta)\./;
const FORUM_TYPE = /\b(?:forums?|community|communities|message board|discussion|q ?& ?a|foro|foros)\b|掲示板/;
const FORUM_SITE = /^(?:mumsnet|netmums|stackexchange|stackoverflow|gutefrage|boards|singletracks|forum|forums)\./;
const FORUM_PATH = /\/(?:forums?|threads?|viewtopic(?:\.php)?|talk|t)\//;

/** A site where whoever owns a listing or writes a post adds the link, so that there is no editor to pitch. */
function findOpenChannel(site: Site): { readonly channel: Channel; readonly sign: string } | undefined {
  const listing =
    matchField('type', site.source_type, LISTING_TYPE) ?? matchName(site.site, LISTING_SITE, 'lists businesses');
  if (listing !== undefined) return { channel: 'business_listing', sign: listing };
  const forum =
    matchField('type', site.source_type, FORUM_TYPE) ??
    matchName(site.site, FORUM_SITE, 'is a forum') ??
    (site.source_type === '' ? matchField('address', site.url ?? '', FORUM_PATH) : undefined);
  return forum === undefined ? undefined : { channel: 'forum', sign: forum };
}

function matchName(domain: string, pattern: RegExp, what: string): string | undefined {
  return pattern.test(domain) ? `${domain} ${what}` : undefined;
}

function findOutreachSign({ competitors_count: count }: Site, asset: MatchedAsset | null): string | undefined {
  if (count > 0) return `it links to ${agree(count, 'a competitor', `${count} competitors`)}`;
  if (asset === null) return undefined;
  const words = asset.shared_topics;
  return `it shares the ${agree(words.length, 'word', 'words')} ${quoteWords(words)} with your asset`;
}

/** Whether the broken link of the prospect points to a page of the caller. */
export function pointsToOwn(site: Site, ownSites: ReadonlySet<string>): boolean {
  const dead = site.broken_url === null ? undefined : findSite(site.broken_url);
  return dead !== undefined && ownSites.has(dead);
}

const RESOURCE_TYPE = /\b(?:resources?|links?|list|curated|linkliste|recursos|ressources)\b|リンク集/;
const RESOURCE_TITLE =
  /\bresources\b|\b(?:useful|recommended|helpful|handy) (?:links|sites|websites|resources|tools|reading)\b|\blink ?(?:liste|sammlung|tipps)\b|\bnützliche links\b|\b(?:enlaces|recursos) (?:útiles|recomendados|de interés)\b|\bliens utiles\b|リンク集|お役立ちリンク/;
const RESOURCE_PATH =
  /\/(?:resources?|links?|useful-links|linkliste|linksammlung|recursos|enlaces|ressources|liens)(?:[/.?#-]|$)/;

function findResourceSign(site: Site): string | undefined {
  return (
    matchField('type', site.source_type, RESOURCE_TYPE) ??
    matchField('title', site.title, RESOURCE_TITLE) ??
    matchField('address', site.url ?? '', RESOURCE_PATH)
  );
}

/** Topics of a page of links from which on they say what it is about, and not only what its owner does. */
const TELLING_TOPICS_MIN = 2;

/**
 * A page of links with one topic or none: the links of a beekeepers’ club may be about any part of beekeeping, which no
 * comparison of words shows.
 */
export function isOfUnknownSubject(site: Site): boolean {
  return site.topics.length < TELLING_TOPICS_MIN && findResourceSign(site) !== undefined;
}

const GUEST =
  /\bguest(?: |-)?(?:post|author|article|blog|contribution)|\bwrite for us\b|\bcontribut(?:e|or)\b|\bgast(?:beitrag|artikel|autor)|\bescribe (?:para|con) nosotros\b|\bartículos? invitados?\b|\bautor invitado\b|寄稿/;
const GUEST_PATH = /\/(?:write-for-us|guest-posts?|contribute|gastbeitrag)(?:[/.?#-]|$)/;

function findGuestSign(site: Site): string | undefined {
  return (
    matchField('type', site.source_type, GUEST) ??
    matchField('title', site.title, GUEST) ??
    matchField('address', site.url ?? '', GUEST_PATH)
  );
}

const PRESS_TYPE =
  /\b(?:news|newspaper|press|media|magazine|journalist|journalism|broadcaster|podcast|zeitung|zeitschrift|presse|magazin|prensa|periódico|revista|noticias|journal|diario)\b|新聞|ニュース|雑誌|メディア/;
const PRESS_NAME =
  /(?:^|[.-])(?:news|times|herald|gazette|tribune|zeitung|noticias|diario|shimbun)|(?:news|times|herald|gazette|tribune|zeitung|shimbun)\./;

function findPressSign(site: Site): string | undefined {
  return matchField('type', site.source_type, PRESS_TYPE) ?? matchField('domain', site.site, PRESS_NAME);
}

/** From this authority on, on 0–100, editors of a site pick stories rather than link on request. */
const PRESS_RANK_MIN = 60;

function findNewsSign(site: Site, asset: MatchedAsset | null): string | undefined {
  const rank = site.domain_rank ?? site.page_rank ?? 0;
  if (asset === null || !asset.newsworthy || rank < PRESS_RANK_MIN) return undefined;
  return `its authority is ${Math.round(rank)} and the asset is newsworthy`;
}

function matchField(field: string, text: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(foldText(text))?.[0];
  return found === undefined ? undefined : `its ${field} says “${found.replaceAll(/^[/.-]+|[/.?#-]+$/g, '')}”`;
}
