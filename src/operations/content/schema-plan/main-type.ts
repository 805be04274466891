import { classifyPageType } from '../../../text/page-type/supplied.ts';
import { detectPageType } from '../technical-qa/page-type.ts';
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

/** The page's main thing: what was asked for, else what most speaks for; undefined where nothing does. */
export function mainType(
  facts: PageFacts,
  found: readonly Candidate[],
): { type: string; source: 'given' | 'detected' } | undefined {
  const asked = facts.input.page_type;
  if (asked !== 'auto' && asked !== 'landing_page') return { type: ASKED[asked], source: 'given' };
  const [best] = found.filter((each) => each.points >= POINTS_MIN && mayBeMain(facts, found, each));
  if (asked === 'landing_page')
    return best !== undefined && LANDING.has(best.type) ? { ...best, source: 'given' } : undefined;
  if (best !== undefined) return { type: articleKind(facts, best.type), source: 'detected' };
  const byPage = detectPageType(facts.page, facts.page.url, 'auto').type;
  const known = byPage === null ? undefined : BY_PAGE_TYPE[byPage];
  if (known !== undefined) return { type: known, source: 'detected' };
  const guess = classifyPageType({
    url: facts.page.url,
    title: facts.page.headings[0]?.text,
    language: facts.language.code,
  });
  const guessed = guess.confidence >= GUESS_MIN ? BY_PAGE_TYPE[guess.value] : undefined;
  return guessed === undefined ? undefined : { type: guessed, source: 'detected' };
}

const GUESS_MIN = 0.6;

function mayBeMain(facts: PageFacts, found: readonly Candidate[], { type, why }: Candidate): boolean {
  if (BESIDE.has(type)) return false;
  if (type === 'FAQPage') return isAllQuestions(facts);
  // Sites describe themselves on every page; that alone does not make a page one about them.
  if (type === 'Organization') return why.some((each) => ABOUT_ITSELF.has(each));
  if (type !== 'Product' || !found.some((each) => each.type === 'CollectionPage')) return true;
  // Prices and cart buttons of a collection are those of its products, and so is the data of several.
  return facts.existing.data.items.filter(({ types }) => types.some((each) => isKind(each, 'Product'))).length === 1;
}

/** Questions at the end of a page about something else do not make it a page of questions. */
function isAllQuestions({ faq, page }: PageFacts): boolean {
  if (SECTION.faq.test(page.headings.find(({ level }) => level === 1)?.text ?? '')) return true;
  const sections = page.sections.filter(({ heading, level }) => heading !== undefined && level > 1);
  return faq.length >= 2 && faq.length >= sections.length * QUESTIONS_SHARE_MIN;
}

const QUESTIONS_SHARE_MIN = 0.6;

/** Stand beside the main thing and are never it, unless nothing else is there. */
const BESIDE = new Set(['BreadcrumbList']);
const LANDING = new Set(['Product', 'SoftwareApplication', 'LocalBusiness', 'Organization', 'Event', 'Course']);
const BY_PAGE_TYPE: Readonly<Record<string, string>> = {
  article: 'Article',
  blog_post: 'BlogPosting',
  product: 'Product',
  software: 'SoftwareApplication',
  local_business: 'LocalBusiness',
};

function articleKind(facts: PageFacts, type: string): string {
  const path = URL.parse(facts.url ?? '')?.pathname ?? '';
  return type === 'Article' && /\/(?:blog|weblog)\//i.test(path) ? 'BlogPosting' : type;
}
