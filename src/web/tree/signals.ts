import { descendants, type PageElement } from './element.ts';

/** What a page says of itself as a whole, before its text is looked at. */
export interface PageSignals {
  readonly article: boolean;
  readonly product: boolean;
  readonly list: boolean;
  readonly discussion: boolean;
  readonly organisation: boolean;
  /** Made by a known forum program. */
  readonly forum_software: boolean;
  readonly url_article: boolean;
  readonly url_product: boolean;
  readonly url_list: boolean;
  readonly url_discussion: boolean;
  readonly url_documentation: boolean;
  readonly url_depth: number;
}

/** Its text is what its readers have written. */
export function isDiscussion(signals: PageSignals): boolean {
  return signals.discussion || signals.url_discussion || signals.forum_software;
}

const TYPE = /"@type"\s{0,20}:\s{0,20}\[?\s{0,20}"(?:https?:\/\/schema\.org\/)?([A-Za-z]{1,40})"/g;
const TYPES_READ_MAX = 300;
const ITEMTYPE = /schema\.org\/([A-Za-z]{1,40})/;

const ARTICLE = /^(?:\w*Article|BlogPosting|Report|Recipe|HowTo)$/;
const PRODUCT = /^(?:Product|ProductGroup|ProductModel|IndividualProduct|Vehicle)$/;
const LIST = /^(?:ItemList|CollectionPage|OfferCatalog|SearchResultsPage|Blog)$/;
const DISCUSSION = /^(?:DiscussionForumPosting|QAPage|Question|Answer)$/;
const ORGANISATION =
  /^(?:Service|LocalBusiness|ProfessionalService|Corporation|Organization|Course|EducationalOrganization)$/;

/** Generator and page ids stand near the beginning. */
const SOFTWARE_CHARACTERS_MAX = 200_000;
const FORUM_SOFTWARE =
  /content="(?:discourse|vbulletin|phpbb|mybb|simple machines|smf|xenforo|invision|flarum|nodebb|vanilla|punbb|fluxbb|woltlab|bbpress)|id="(?:XF|phpbb|fluxbb|ipsLayout_body|smf_|vbulletin)|ips4?_|data-template="thread_view|discourse-cdn|s-prose js-post-body/i;

export function pageSignals(html: string, body: PageElement, url: string): PageSignals {
  const { types, kind } = typesOf(html, body);
  const some = (pattern: RegExp): boolean => types.values().some((type) => pattern.test(type));
  const list = some(LIST);
  const article = some(ARTICLE) || kind === 'article';
  const address = addressSignals(url);
  return {
    article,
    product: (some(PRODUCT) && !list) || kind.includes('product'),
    list,
    discussion: some(DISCUSSION),
    organisation: some(ORGANISATION),
    forum_software: FORUM_SOFTWARE.test(html.slice(0, SOFTWARE_CHARACTERS_MAX)),
    ...address,
    // `/p/` is a product in one shop system and a post in one of newsletters.
    url_product: address.url_product && !article,
  };
}

/** Types are looked for in the raw text: broken JSON-LD still says what the page is about. */
function typesOf(html: string, body: PageElement): { types: Set<string>; kind: string } {
  const types = new Set<string>();
  for (const match of html.matchAll(TYPE).take(TYPES_READ_MAX)) types.add(match[1] ?? '');
  let kind = '';
  for (const { tag, attributes } of descendants(body)) {
    const itemType = attributes.get('itemtype');
    if (itemType !== undefined) types.add(ITEMTYPE.exec(itemType.slice(0, 200))?.[1] ?? '');
    if (tag === 'meta' && attributes.get('property') === 'og:type')
      kind = (attributes.get('content') ?? '').slice(0, 200);
  }
  return { types, kind };
}

function addressSignals(
  url: string,
): Pick<
  PageSignals,
  'url_article' | 'url_product' | 'url_list' | 'url_discussion' | 'url_documentation' | 'url_depth'
> {
  const parsed = URL.parse(url);
  const host = parsed?.hostname ?? '';
  const path = (parsed?.pathname ?? '').slice(0, 500).toLowerCase();
  return {
    url_article:
      /\/(?:blog|news|article|articles|post|posts|story|\d{4}\/\d\d)\//.test(path) || /^(?:blog|news)\./.test(host),
    url_product: /\/(?:products?|p|dp|item|itm|shop\/p|detail|app)\/[^/]+/.test(path),
    url_list:
      /\/(?:collections?|category|categories|c|cat|catalog|browse|topics?|tag|search|directory|list|shop|store)(?:\/|$)/.test(
        path,
      ) || path === '/',
    url_discussion:
      /^(?:forums?|boards?|community|discuss(?:ion)?s?|bbs|talk)\.|forums?\.[a-z]/.test(host) ||
      /\/(?:forums?|threads?|t|topic|questions|viewtopic|showthread|community|discussions?)[/.]/.test(path),
    url_documentation:
      /^(?:docs?|wiki|developers?|learn|help|support)\./.test(host) ||
      /\/(?:docs?|wiki|documentation|reference|guides?|manual|learn|tutorials?)(?:\/|$)/.test(path),
    url_depth: path.split('/').filter((part) => part !== '').length,
  };
}
