import type { JudgedType } from '../../../text/page-types.ts';
import { listMainEntities } from '../../../web/structured-data/entity.ts';
import { isKind } from '../../../web/structured-data/vocabulary.ts';
import type { Page } from '../../../web/page/page.ts';
import type { ReadBlock } from './blocks.ts';
import { findPrice, isPriceLabel } from './answers.ts';
import { findList, hasPhrase, toPlainWords } from './phrases.ts';
import type { CroReport, Cta, OfferKind } from './report.ts';

/** What there is to tell an offer by. */
interface Signs {
  readonly page: Page;
  readonly page_type: CroReport['page_type'];
  /** What the page turned out to be, in the words of all operations. */
  readonly judged: JudgedType | undefined;
  readonly ctas: readonly Cta[];
  readonly blocks: readonly ReadBlock[];
  readonly language: string;
  readonly has_goal: boolean;
}

/** Pages that inform, list or talk, whatever buttons stand beside them. */
const OFFER_NOTHING: ReadonlySet<JudgedType> = new Set<JudgedType>([
  'article',
  'blog_post',
  'listicle',
  'guide',
  'how_to',
  'recipe',
  'glossary',
  'case_study',
  'docs',
  'ranking',
  'review',
  'listing',
  'forum_thread',
  'profile',
  'video',
  'dataset',
  'job',
  'legal',
  'login',
  'careers',
  'support',
]);

const OFFERED_BY_TYPE: Readonly<Partial<Record<JudgedType, OfferKind>>> = {
  software: 'software',
  service: 'service',
  local_landing_page: 'service',
  event: 'booking',
};

/**
 * What the page offers, and whether to businesses: it decides which proof and which answers are worth having. A face
 * oil needs no customer logos, and nobody asks a dentist for a return policy.
 */
export function readOffer(signs: Signs): CroReport['offer'] {
  const kind = readKind(signs);
  return { kind, for_business: kind !== 'none' && isForBusiness(signs) };
}

function readKind(signs: Signs): OfferKind {
  if (informs(signs)) return 'none';
  const asked = signs.ctas.filter(isAsking);
  if (asked.some((cta) => says(cta, 'action.donation'))) return 'donation';
  if (sellsGoods(signs, asked)) return 'goods';
  if (signs.judged === 'category_page') return 'none';
  const byType = signs.judged === undefined ? undefined : OFFERED_BY_TYPE[signs.judged];
  return byType ?? readKindByAction(asked) ?? (isMeantToSell(signs) ? 'service' : 'none');
}

function informs(signs: Signs): boolean {
  const { value, source } = signs.page_type;
  if (source === 'given') return value === 'blog_post' || value === 'docs';
  return signs.judged !== undefined && OFFER_NOTHING.has(signs.judged) && !isPitch(signs);
}

/** So few words around a button are there for the button, whatever the title sounds like. */
const PITCH_WORDS_MAX = 250;
const PITCHED: ReadonlySet<Cta['type']> = new Set<Cta['type']>([
  'trial',
  'demo',
  'purchase',
  'contact_sales',
  'signup',
]);

function isPitch({ blocks, ctas, judged }: Signs): boolean {
  const words = blocks.reduce((sum, each) => sum + each.words, 0);
  if (words > PITCH_WORDS_MAX || judged === 'forum_thread') return false;
  return ctas.some(({ type, region, element }) => region === 'content' && element !== 'link' && PITCHED.has(type));
}

function isMeantToSell(signs: Signs): boolean {
  return signs.page_type.source === 'given' || signs.has_goal || namesPrice(signs);
}

/** A link in a menu or footer is no offer, unless it is made to look like a button; nor is an address to write to. */
function isAsking({ region, element, url }: Cta): boolean {
  if (element === 'link' && url?.startsWith('mailto:') === true) return false;
  return region === 'content' || (element !== 'link' && region !== 'footer');
}

function readKindByAction(asked: readonly Cta[]): OfferKind | undefined {
  if (asked.some((cta) => says(cta, 'action.cart'))) return 'goods';
  const types = new Set(asked.map(({ type }) => type));
  if (types.has('trial') || types.has('demo') || asked.some((cta) => says(cta, 'action.app'))) return 'software';
  if (asked.some((cta) => cta.type === 'purchase' && says(cta, 'action.booking'))) return 'booking';
  if (types.has('purchase')) return 'goods';
  return types.has('contact_sales') || types.has('signup') ? 'service' : undefined;
}

function says({ text }: Cta, list: string): boolean {
  return hasPhrase(toPlainWords(text, 200), findList(list));
}

function sellsGoods({ page, page_type, judged, blocks }: Signs, asked: readonly Cta[]): boolean {
  if (page_type.value === 'product' || judged === 'product') return true;
  // Directories and job boards have categories too.
  if (judged === 'category_page')
    return asked.some((cta) => says(cta, 'action.cart')) || blocks.some(({ block }) => isPriceLabel(block.text));
  return listMainEntities(page).some(
    ({ types, properties }) =>
      properties.has('offers') && types.some((type) => isKind(type, 'Product') && !isKind(type, 'SoftwareApplication')),
  );
}

/** Advice names prices too; who sells says `we`. */
function namesPrice({ blocks, language }: Signs): boolean {
  const ours = findList('voice.we', language);
  return findPrice(blocks) !== undefined && blocks.some(({ plain }) => hasPhrase(plain, ours));
}

/** What a page says of whom it is for stands at its top and in its headings, more than once. */
const AUDIENCE_WORDS = 150;
const AUDIENCE_MIN = 2;

function isForBusiness({ page, blocks, ctas }: Signs): boolean {
  if (ctas.some(({ type }) => type === 'demo')) return true;
  const title = toPlainWords(page.head.titles[0]?.text ?? '', 300);
  const isNamed = (text: string): boolean => hasPhrase(text, findList('business'));
  const main = page.headings.find(({ level, hidden }) => level === 1 && !hidden)?.text ?? '';
  if (isNamed(title) || isNamed(toPlainWords(main, 300))) return true;
  const read = blocks.filter(({ block, words_before }) => block.kind === 'heading' || words_before < AUDIENCE_WORDS);
  return read.filter(({ plain }) => isNamed(plain)).length >= AUDIENCE_MIN;
}
