import { voteByAddress } from '../../../text/page-type/address.ts';
import { judgePageType } from '../../../text/page-type/page.ts';
import type { JudgedType } from '../../../text/page-types.ts';
import { isKind } from '../../../web/structured-data/vocabulary.ts';
import { ABOUT_ITSELF, type Candidate, POINTS_MIN } from './detect.ts';
import type { SchemaPageType } from './input.ts';
import { SECTION } from './names.ts';
import type { PageFacts } from './page-facts.ts';

/** What a page that was asked about by its type is described as. */
const ASKED: Readonly<Record<SchemaPageType, string>> = {
  article: 'Article',
  blog_post: 'BlogPosting',
  landing_page: 'WebPage',
  product: 'Product',
  software: 'SoftwareApplication',
  local_business: 'LocalBusiness',
  faq: 'FAQPage',
  how_to: 'HowTo',
};

export interface MainType {
  readonly type: string;
  readonly source: 'given' | 'detected';
  readonly why: readonly string[];
}

/** What a page of each type is described as. */
const DESCRIBED_AS: Readonly<Partial<Record<JudgedType, string>>> = {
  article: 'Article',
  blog_post: 'BlogPosting',
  product: 'Product',
  software: 'SoftwareApplication',
  local_landing_page: 'LocalBusiness',
  service: 'Service',
  guide: 'Article',
  docs: 'TechArticle',
  faq: 'FAQPage',
  how_to: 'HowTo',
  category_page: 'CollectionPage',
  listing: 'CollectionPage',
  ranking: 'ItemList',
  listicle: 'ItemList',
  forum_thread: 'DiscussionForumPosting',
  recipe: 'Recipe',
  event: 'Event',
  job: 'JobPosting',
  course: 'Course',
  dataset: 'Dataset',
  video: 'VideoObject',
  review: 'Review',
  profile: 'ProfilePage',
};

/** Pages of these lead to many things, and are never described as one of them. */
const LISTS: ReadonlySet<JudgedType> = new Set<JudgedType>(['category_page', 'listing', 'ranking', 'listicle']);
/** What the text of an article may show it to be more exactly. */
const NARROWER = new Set(['Recipe', 'JobPosting', 'Event', 'Course', 'Dataset', 'Review', 'ProfilePage']);

/** The page's main thing: what was asked for, else what the page is and what most speaks for; undefined where nothing does. */
export function findMainType(facts: PageFacts, found: readonly Candidate[]): MainType | undefined {
  const asked = facts.input.page_type;
  if (asked !== 'auto' && asked !== 'landing_page')
    return { type: ASKED[asked], source: 'given', why: ['as requested', ...whyOf(found, ASKED[asked])] };
  const open = found.filter((each) => each.points >= POINTS_MIN && mayBeMain(facts, found, each));
  if (asked === 'landing_page') {
    const [best] = open;
    return best !== undefined && LANDING.has(best.type) ? { ...best, source: 'given' } : undefined;
  }
  return findDetected(facts, open);
}

function findDetected(facts: PageFacts, open: readonly Candidate[]): MainType | undefined {
  const verdict = judgePageType(facts.page);
  const described = verdict === undefined ? undefined : DESCRIBED_AS[verdict.value];
  const type = described === 'FAQPage' && !isAnnounced(facts) ? undefined : described;
  const best =
    type === undefined ? open[0] : open.find((each) => isKind(type, each.type) || isNarrower(type, each.type));
  if (verdict === undefined || type === undefined) return best && { ...best, source: 'detected' };
  if (best === undefined || LISTS.has(verdict.value)) return { type, source: 'detected', why: verdict.evidence };
  return { type: isKind(type, best.type) ? type : best.type, source: 'detected', why: best.why };
}

function isNarrower(type: string, candidate: string): boolean {
  if (type === 'DiscussionForumPosting') return candidate === 'QAPage';
  return isKind(type, 'Article') && type !== 'TechArticle' && NARROWER.has(candidate);
}

function whyOf(found: readonly Candidate[], type: string): readonly string[] {
  return found.find((each) => isKind(type, each.type))?.why ?? [];
}

function mayBeMain(facts: PageFacts, found: readonly Candidate[], { type, why }: Candidate): boolean {
  if (BESIDE.has(type)) return false;
  if (type === 'FAQPage') return isAnnounced(facts);
  // Sites describe themselves on every page; that alone does not make a page one about them.
  if (type === 'Organization') return why.some((each) => ABOUT_ITSELF.has(each));
  if (type !== 'Product' || !found.some((each) => each.type === 'CollectionPage')) return true;
  // Prices and cart buttons of a collection are those of its products, and so is the data of several.
  return facts.existing.data.items.filter(({ types }) => types.some((each) => isKind(each, 'Product'))).length === 1;
}

/** A page about a treatment or a product is that, in however many questions it is told; one of questions says so. */
function isAnnounced({ page }: PageFacts): boolean {
  const titles = [page.headings.find(({ level }) => level === 1)?.text, page.head.titles[0]?.text];
  if (titles.some((title) => SECTION.faq.test(title?.trim() ?? '') || FAQ.test(title ?? ''))) return true;
  return voteByAddress(page.url ?? '').some(([type]) => type === 'faq');
}

const FAQ = /(?<!\p{L})FAQs?(?!\p{L})/u;

/** Stand beside the main thing and are never it, unless nothing else is there. */
const BESIDE = new Set(['BreadcrumbList']);
const LANDING = new Set(['Product', 'SoftwareApplication', 'LocalBusiness', 'Organization', 'Event', 'Course']);
