import type { PageElement } from '../tree/element.ts';
import { meaningfulNames } from '../tree/names.ts';

/**
 * What authors reveal about a part of a page by its tag, role, class and id, as bits.
 *
 * Names are read as English web developers use them everywhere; each group is one feature of the text model.
 */
const NAME_GROUPS: readonly (readonly [string, RegExp])[] = [
  ['nav', /nav(?!y)|menu|(?:^|[^a-z])links(?:[^a-z]|$)/],
  ['breadcrumb', /bread-?crumb|crumbs/],
  ['footer', /foot(?!ball|age|wear|note)|colophon|(?:^|[^a-z])bottom/],
  ['header', /header|masthead|top-?bar|heading/],
  ['sidebar', /side-?bar|(?:^|[^a-z])(?:aside|rail|side|secondary)(?:[^a-z]|$)|widget/],
  [
    'related',
    /relat|recommend|similar|also|up-?sell|cross-?sell|you-?may|more-?from|suggest|popular|trending|recent|next/,
  ],
  ['share', /shar(?:e|ing)|social|follow|facebook|twitter|linkedin|pinterest/],
  ['comment', /comment|repl(?:y|ies)|disqus|discuss/],
  ['post', /post|message|thread|topic|answer|question|bbp|ipscomment|cpost/],
  ['newsletter', /newsletter|subscri|sign-?up|opt-?in|mailing/],
  ['cookie', /cookie|consent|gdpr|privacy|onetrust|ccpa/],
  ['advert', /(?:^|[^a-z])ads?(?:[^a-z]|$)|advert|sponsor|promo|dfp|banner|announcement/],
  ['author', /author|by-?line|(?:^|[^a-z])bio(?:[^a-z]|$)|profile|avatar|user/],
  ['meta', /meta|date|time|publish/],
  ['tags', /(?:^|[^a-z])tags?(?:[^a-z]|$)|categor|label|badge/],
  ['paging', /pagin|pager|paging|page-?num|load-?more|show-?more/],
  ['filter', /filter|facet|sort|refine|toolbar|swatch|variant|option|select/],
  ['price', /price|pricing|amount|discount/],
  ['cart', /cart|checkout|basket|wish-?list|buy|add-?to|qty|quantity|purchase|shipping|delivery/],
  ['review', /review|rating|stars?(?:[^a-z]|$)|testimonial|feedback/],
  ['card', /card|tile|teaser|grid|list-?item|(?:^|[^a-z])item/],
  ['product', /product|(?:^|[^a-z])pdp/],
  ['toc', /(?:^|[^a-z])toc(?:[^a-z]|$)|table-?of-?contents|on-?this-?page|jump/],
  ['modal', /modal|popup|pop-up|overlay|dialog|drawer|off-?canvas|tooltip|dropdown|flyout|lightbox|toast|notice|alert/],
  ['action', /(?:^|[^a-z])cta|btn|button|call-to/],
  ['hero', /hero|jumbotron|lead|intro|headline/],
  ['content', /content|article|entry|story|(?:^|[^a-z])main|body|prose|markdown|post-text|rich/],
  ['text', /text|desc|copy(?!right)|summary|excerpt|paragraph/],
  ['detail', /detail|spec|feature|about|overview|attribute|information|ingredient/],
  ['folding', /(?:^|[^a-z])tabs?(?:[^a-z]|$)|accordion|faq|collaps|expand|panel/],
  ['slider', /slid|carousel|swiper|slick|gallery|media|image|video|thumb/],
];

const LABEL_GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['nav', ['nav', 'navigation', 'menu', 'menubar', 'menuitem', 'tree']],
  ['header', ['header', 'banner']],
  ['footer', ['footer', 'contentinfo']],
  ['aside', ['aside', 'complementary']],
  ['main', ['main']],
  ['article', ['article']],
  ['form', ['form', 'fieldset', 'search', 'label', 'legend', 'select', 'option', 'textarea', 'input']],
  ['button', ['button', 'tab', 'tablist', 'toolbar', 'listbox', 'combobox']],
  ['dialog', ['dialog', 'alertdialog', 'alert', 'status', 'tooltip']],
  ['list', ['ul', 'ol', 'menu']],
  ['item', ['li', 'listitem']],
  ['definitions', ['dl', 'dt', 'dd']],
  ['table', ['table']],
  ['cell', ['td', 'th']],
  ['head_cell', ['th', 'dt']],
  ['figure', ['figure', 'figcaption', 'picture']],
  ['h1', ['h1']],
  ['h2', ['h2']],
  ['h3', ['h3']],
  ['h4', ['h4', 'h5', 'h6']],
  ['p', ['p']],
  ['pre', ['pre', 'code']],
  ['quote', ['blockquote']],
  ['section', ['section']],
  ['details', ['details', 'summary', 'tabpanel']],
  ['link', ['a']],
  ['time', ['time', 'address']],
  ['strong', ['strong', 'b']],
];

export const NAME_FLAGS: readonly string[] = NAME_GROUPS.map(([name]) => name);
export const LABEL_FLAGS: readonly string[] = LABEL_GROUPS.map(([name]) => name);

const LABEL_BITS: ReadonlyMap<string, number> = labelBits();

function labelBits(): Map<string, number> {
  const bits = new Map<string, number>();
  for (const [at, [, labels]] of LABEL_GROUPS.entries()) {
    for (const label of labels) bits.set(label, (bits.get(label) ?? 0) | (1 << at));
  }
  return bits;
}

/** Bits of the element's tag and role, in the order of `LABEL_FLAGS`. */
export function labelsOf(element: PageElement): number {
  const role = element.attributes.get('role');
  return (LABEL_BITS.get(element.tag) ?? 0) | (role === undefined ? 0 : (LABEL_BITS.get(role) ?? 0));
}

/** Bits of class and id, in the order of `NAME_FLAGS`. Pages repeat their names, so each is read once. */
export function namesReader(): (element: PageElement) => number {
  const known = new Map<string, number>();
  return ({ names }) => {
    if (names === '') return 0;
    let bits = known.get(names);
    if (bits !== undefined) return bits;
    bits = 0;
    const meaningful = meaningfulNames(names);
    for (const [at, [, pattern]] of NAME_GROUPS.entries()) if (pattern.test(meaningful)) bits |= 1 << at;
    known.set(names, bits);
    return bits;
  };
}
