import type { Page } from '../../../web/page/page.ts';
import { cleanText } from '../../../text/normalize.ts';
import { findFirst, type PageElement, descendants, rawText } from '../../../web/tree/element.ts';
import { addStated, beginDraft } from './begin.ts';
import { Draft, thing } from './draft.ts';
import type { Json, JsonObject } from '../../../web/structured-data/json.ts';
import { isObject } from '../../../web/structured-data/json.ts';
import { labelledDuration } from './labels.ts';
import { LABEL } from './names.ts';
import { absolute, labelledDate, metaOf, type PageFacts } from './page-facts.ts';

export type Role = 'main' | 'beside' | 'page';

export function webPage(facts: PageFacts): Draft {
  const draft = addStated(new Draft(['WebPage']), facts, 'name', 'description', 'url', 'inLanguage');
  const { image } = facts;
  draft.set('primaryImageOfPage', thing('ImageObject', { url: image?.value }), image?.evidence ?? '');
  return addStated(draft, facts, 'datePublished', 'dateModified');
}

/** Beside another thing the page’s own text speaks of that thing, not of the organisation. */
export function organization(facts: PageFacts, role: Role): Draft {
  const draft = beginDraft(facts, 'Organization');
  const { publisher } = facts;
  if (publisher !== undefined && isObject(publisher.value)) {
    for (const [property, value] of Object.entries(publisher.value))
      if (property !== '@type') draft.set(property, value, publisher.evidence);
  }
  if (role === 'main') addStated(draft, facts, 'description');
  draft.set('sameAs', profiles(facts, 'site'), 'links to profiles');
  draft.set('telephone', linkTo(facts, 'tel:'), 'telephone link');
  draft.set('email', linkTo(facts, 'mailto:'), 'e-mail link');
  return draft;
}

const PROFILE_HOSTS =
  /^(?:www\.)?(?:facebook|instagram|linkedin|youtube|twitter|x|tiktok|github|gitlab|xing|pinterest|mastodon|orcid|threads|bsky)\.(?:com|org|social|app|net)$/;

/** Profiles of the site stand in its header and footer, those of a person in the text about them. */
export function profiles(facts: PageFacts, whose: 'site' | 'person'): Json[] {
  const links = facts.page.links.filter(({ region }) => (region === 'content') === (whose === 'person'));
  const found = links.flatMap((link) => {
    const url = URL.parse(link.url ?? '');
    const isProfile =
      url !== null &&
      PROFILE_HOSTS.test(url.hostname) &&
      url.pathname.length > 1 &&
      !/share|intent|sharer/.test(url.pathname);
    return isProfile ? [url.href] : [];
  });
  return [...new Set(found)].slice(0, 10);
}

/** The number or address that a `tel:` or `mailto:` link has. */
export function linkTo(facts: PageFacts, scheme: 'tel:' | 'mailto:'): string | undefined {
  const link = facts.page.links.find(({ href }) => href?.toLowerCase().startsWith(scheme) === true);
  const written = link?.href?.slice(scheme.length).split('?', 1)[0]?.trim() ?? '';
  const isRight =
    scheme === 'tel:' ? /^\+?[\d ()/.-]{6,25}$/.test(written) : /^[\w.+-]{1,64}@[\w.-]{3,100}$/.test(written);
  return isRight ? written : undefined;
}

interface Crumb {
  readonly name: string;
  readonly url: string | undefined;
}

export function breadcrumb(facts: PageFacts): Draft {
  const draft = beginDraft(facts, 'BreadcrumbList');
  const crumbs = crumbsIn(facts);
  const complete = crumbs.length >= 2 && crumbs.slice(0, -1).every(({ url }) => url !== undefined);
  if (!complete) return draft;
  const items = crumbs.flatMap(({ name, url }, at): JsonObject[] => {
    const item = thing('ListItem', { position: at + 1, name, item: url });
    return item === undefined ? [] : [item];
  });
  return draft.set('itemListElement', items, 'breadcrumb navigation');
}

const CRUMBS_MAX = 12;

function crumbsIn(facts: PageFacts): Crumb[] {
  const container = findFirst(facts.body, isBreadcrumb);
  return container === undefined ? lineOfLinks(facts) : inContainer(container, facts);
}

function isBreadcrumb(element: PageElement): boolean {
  if (element.tag === 'a' || element.tag === 'li' || element.tag === 'span') return false;
  const label = element.attributes.get('aria-label') ?? '';
  return /breadcrumb|brotkrumen|migas|ariane/i.test(label) || /[\s_-]breadcrumbs?[\s_-]/.test(element.names);
}

function inContainer(container: PageElement, facts: PageFacts): Crumb[] {
  const links = descendants(container)
    .filter((element) => element.tag === 'a')
    .slice(0, CRUMBS_MAX);
  const crumbs = links.flatMap((link): Crumb[] => {
    const name = cleanText(rawText(link), 120);
    return name === '' ? [] : [{ name, url: absolute(link.attributes.get('href'), facts.page) }];
  });
  const last = descendants(container).findLast((element) => element.tag === 'li' || element.tag === 'span');
  const name = last === undefined ? '' : cleanText(rawText(last), 200).replace(/^[>›»/\s]+/, '');
  const isNew = name !== '' && crumbs.every((crumb) => !name.includes(crumb.name) || crumb.name.length < 2);
  return isNew ? [...crumbs, { name, url: undefined }] : crumbs;
}

/** `Home > Bikes > City bike` in the first lines, as Markdown has it. */
function lineOfLinks({ page }: PageFacts): Crumb[] {
  const block = page.blocks
    .slice(0, 5)
    .find(({ text, kind }) => kind !== 'heading' && text.length < 300 && text.split(CRUMB_MARK).length >= 2);
  const names = block?.text.split(CRUMB_MARK).map((name) => cleanText(name, 120)) ?? [];
  const crumbs = names.map((name): Crumb => ({
    name,
    url: page.links.slice(0, 30).find((link) => link.text === name)?.url,
  }));
  return crumbs.filter(({ url }) => url !== undefined).length >= 1 ? crumbs.slice(0, CRUMBS_MAX) : [];
}

const CRUMB_MARK = /\s*[>›»→]\s*/;

/** Beside another thing the video has to be named and dated itself: heading and day of the page are not its own. */
export function video(facts: PageFacts, role: Role): Draft {
  const draft = beginDraft(facts, 'VideoObject');
  const { page } = facts;
  const frame = page.resources.find(({ kind, url }) => kind === 'frame' && VIDEO_HOST.test(url));
  const media = page.resources.find(({ kind, url }) => kind === 'media' && /\.(?:mp4|webm|m4v|mov)(?:$|\?)/i.test(url));
  const stated = absolute(metaOf(page, 'og:video:url') ?? metaOf(page, 'og:video'), page);
  draft.set('embedUrl', frame?.url ?? (VIDEO_HOST.test(stated ?? '') ? stated : undefined), 'embedded player');
  draft.set('contentUrl', media?.url, 'video element');
  const label = cleanText(attributeIn(page, frame?.place.start, '<iframe', 'title') ?? '', 200);
  const isNamed = !/^(?:youtube|vimeo)?\s?(?:video)?\s?(?:player)?$/i.test(label);
  draft.set('name', isNamed ? label : undefined, 'title of the player');
  const poster = attributeIn(page, media?.place.start, '<video', 'poster');
  draft.set('thumbnailUrl', absolute(poster, page), 'poster of the video');
  if (role !== 'main') return draft.take('uploadDate', labelledDate(facts.labels, LABEL.uploaded));
  addStated(draft, facts, 'name', 'description');
  draft.take('thumbnailUrl', facts.image);
  draft.take('uploadDate', labelledDate(facts.labels, LABEL.uploaded), facts.published);
  return draft.set('duration', labelledDuration(facts.labels, LABEL.total), 'running time');
}

const TAG_CHARACTERS_MAX = 4000;

/** An attribute of the tag that stands at a place of the source, or that last began before it. */
function attributeIn(page: Page, at: number | undefined, tag: string, name: string): string | undefined {
  const start = at === undefined ? -1 : page.source.lastIndexOf(tag, at);
  if (at === undefined || start < 0 || at - start > TAG_CHARACTERS_MAX) return undefined;
  const written = page.source.slice(start, start + TAG_CHARACTERS_MAX).split('>', 1)[0] ?? '';
  const value = new RegExp(`\\s${name}\\s?=\\s?(?:"([^"]{1,2000})"|'([^']{1,2000})')`, 'i').exec(written);
  return value?.[1] ?? value?.[2];
}

export const VIDEO_HOST =
  /^https?:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed\/|player\.vimeo\.com\/video\/|www\.dailymotion\.com\/embed|fast\.wistia|[\w.-]*loom\.com\/embed)/;
