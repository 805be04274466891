import { tokenize } from '../../web/words.ts';
import { classifyIntent, type IntentContext } from '../intent.ts';
import { type KeywordReading, readKeyword } from '../keyword.ts';
import { cleanText, compareText, foldPhrase, stripAccents } from '../normalize.ts';
import { findSignals } from '../phrases.ts';
import { PAGE_TYPES, type PageType } from '../page-types.ts';
import { SIGNALS } from '../signals.ts';
import { roundToHundredths, type Verdict } from '../verdict.ts';

/** What is known of a page. */
export interface SuppliedFacts {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly keyword?: string | undefined;
  readonly language?: string | undefined;
}

/** Which type of page a search should be answered with. */
export function recommendPageType(keyword: string | KeywordReading, context: IntentContext = {}): Verdict<PageType> {
  const reading = typeof keyword === 'string' ? readKeyword(keyword, context.language ?? '') : keyword;
  const intent = classifyIntent(reading, context);
  const tally = createTally();
  for (const { kind, phrase } of reading.signals) {
    const signal = SIGNALS[kind];
    // A page serves the intent that won; other signals only colour it.
    const gain = signal.intent === intent.value ? signal.points : signal.points * 0.4;
    tally.add(signal.page === 'glossary' ? 'guide' : signal.page, gain, `“${phrase}”`);
  }
  if (intent.value === 'local')
    tally.add('local_landing_page', (intent.scores.local ?? 0) - nearPoints(reading), intent.evidence.join(', '));
  const [best] = tally.ranked().filter(({ points }) => points > 0);
  if (best === undefined) return { value: FALLBACK[intent.value], confidence: 0.3, evidence: intent.evidence };
  const specific = best.type === 'category_page' && reading.numbers.length > 0 ? 'product' : best.type;
  const share = best.points / tally.total();
  const confidence = roundToHundredths(Math.min(0.95, share * (0.5 + best.points * 0.15)));
  return { value: specific, confidence, evidence: best.evidence };
}

/** What `near me` has given already. */
function nearPoints({ signals }: KeywordReading): number {
  return signals.reduce((sum, { kind }) => sum + (kind === 'near' ? SIGNALS.near.points : 0), 0);
}

interface Tallied {
  readonly type: PageType;
  readonly points: number;
  readonly evidence: readonly string[];
}

interface Tally {
  add(type: PageType, points: number, why: string): void;
  ranked(): Tallied[];
  total(): number;
}

const EVIDENCE_MAX = 5;

function createTally(): Tally {
  const rows = new Map<PageType, Tallied>();
  return {
    add(type, points, why) {
      const row = rows.get(type);
      rows.set(type, {
        type,
        points: (row?.points ?? 0) + points,
        evidence: [...(row?.evidence ?? []), why].slice(0, EVIDENCE_MAX),
      });
    },
    ranked: () =>
      [...rows.values()].sort((one, other) => other.points - one.points || compareText(one.type, other.type)),
    total: () => [...rows.values()].reduce((sum, { points }) => sum + points, 0),
  };
}

const FALLBACK = {
  informational: 'blog_post',
  commercial: 'category_page',
  transactional: 'landing_page',
  local: 'local_landing_page',
  navigational: 'homepage',
} as const satisfies Record<string, PageType>;

/**
 * Which type a page is: its address speaks loudest (3), then its title (2 and less), then its keyword.
 * A page of which nothing tells the type is a landing page with little confidence.
 */
export function classifyPageType(page: SuppliedFacts): Verdict<PageType> {
  const language = page.language ?? '';
  const tally = createTally();
  for (const [type, gain, why] of byAddress(page.url ?? '')) tally.add(type, gain, why);
  for (const [type, gain, why] of byTitle(page.title ?? '', language)) tally.add(type, gain, why);
  const keyword = cleanText(page.keyword ?? '', 300);
  if (keyword !== '') {
    const found = recommendPageType(keyword, { language });
    tally.add(found.value, found.confidence, `keyword: ${found.evidence.join(', ')}`);
  }
  const [best, second] = tally.ranked();
  if (best === undefined) return { value: 'landing_page', confidence: 0.15, evidence: [] };
  const lead = best.points - (second?.points ?? 0);
  const confidence = roundToHundredths(Math.min(0.97, 0.25 + 0.12 * best.points + 0.1 * lead));
  return { value: best.type, confidence, evidence: best.evidence };
}

type PageVote = readonly [PageType, number, string];

/** Words of a path's parts, folded and without accents, in the order they are tried. */
const BY_PART: readonly (readonly [PageType, string])[] = [
  ['login', 'login signin sign-in log-in anmelden einloggen connexion iniciar-sesion acceder accedi account auth'],
  [
    'legal',
    'privacy terms imprint impressum datenschutz agb legal cookies cookie-policy privacy-policy terms-of-service aviso-legal mentions-legales',
  ],
  ['careers', 'careers jobs karriere stellenangebote empleo'],
  ['contact', 'contact contact-us kontakt contacto contatti contato'],
  ['about', 'about about-us ueber-uns uber-uns team company sobre-nosotros nosotros qui-sommes-nous'],
  ['pricing', 'pricing prices plans preise precios tarifs prezzi precos tarife'],
  [
    'docs',
    'docs documentation doc developer developers api reference manual handbuch doku dokumentation documentacion',
  ],
  ['support', 'support help help-center helpcenter kb knowledge-base hilfe ayuda aide faq-support'],
  ['faq', 'faq faqs haeufige-fragen preguntas-frecuentes'],
  ['glossary', 'glossary glossar lexikon dictionary wiki glosario lexique'],
  ['case_study', 'case-studies case-study customers success-stories referenzen casos-de-exito customer-stories'],
  ['comparison_page', 'compare comparison alternatives alternative vs vergleich comparar comparatif'],
  ['tool_page', 'tools tool calculator calculators generator converter checker rechner calculadora'],
  ['how_to', 'how-to howto'],
  ['guide', 'guides guide tutorials tutorial learn academy ratgeber guias guia anleitung'],
  ['article', 'news articles article press magazine magazin noticias actualites nachrichten'],
  ['blog_post', 'blog weblog posts post journal insights'],
  ['category_page', 'category categories collections collection c kategorie kategorien categoria categorie shop store'],
  ['product', 'product products p item produkt produkte producto productos produit produits dp'],
  ['local_landing_page', 'locations location stores branches filialen standorte standort sucursales near-me'],
  ['feature', 'features feature funktionen caracteristicas fonctionnalites use-cases solutions integrations'],
  ['landing_page', 'lp landing services service leistungen servicios'],
];

const PART_TYPES: ReadonlyMap<string, PageType> = new Map(
  BY_PART.flatMap(([type, list]) => list.split(' ').map((part) => [part, type] as const)),
);
const HOST_TYPES: ReadonlyMap<string, PageType> = new Map([
  ['docs', 'docs'],
  ['developer', 'docs'],
  ['developers', 'docs'],
  ['api', 'docs'],
  ['help', 'support'],
  ['support', 'support'],
  ['blog', 'blog_post'],
  ['news', 'article'],
  ['shop', 'category_page'],
  ['store', 'category_page'],
  ['login', 'login'],
  ['app', 'login'],
  ['accounts', 'login'],
  ['careers', 'careers'],
  ['jobs', 'careers'],
]);
/** Parts that are a hub when they stand last: `/blog/` lists posts, `/products/` lists products. */
const HUBS: Readonly<Partial<Record<PageType, PageType>>> = { product: 'category_page', blog_post: 'landing_page' };

function byAddress(url: string): PageVote[] {
  const bounded = url.slice(0, 2048);
  const parsed = URL.parse(bounded) ?? URL.parse(bounded, 'https://page.invalid/');
  if (parsed === null || url === '') return [];
  const parts = parsed.pathname.split('/').slice(0, 40).map(readPart).filter(isTelling);
  const labels = parsed.hostname.split('.');
  const host = labels.length > 2 ? HOST_TYPES.get(labels[0] ?? '') : undefined;
  const votes: PageVote[] = host === undefined ? [] : [[host, 2, `host ${parsed.hostname.slice(0, 80)}`]];
  if (parts.length === 0) return host === undefined ? [['homepage', 4, 'the address is the root of the site']] : votes;
  votes.push(...parts.flatMap((_, at) => byPart(parts, at)), ...bySlug(parts.at(-1) ?? ''));
  return votes;
}

/** Languages and names of index files say nothing of the type. */
function isTelling(part: string): boolean {
  return part !== '' && !LANGUAGE_PART.test(part) && !INDEX_PART.test(part);
}

function byPart(parts: readonly string[], at: number): PageVote[] {
  const part = parts[at] ?? '';
  const type = PART_TYPES.get(part);
  if (type === undefined) return [];
  const last = at === parts.length - 1;
  const hub = last && parts.length === 1 ? HUBS[type] : undefined;
  // The first part names the section of a site; a later one may be chance.
  return [[hub ?? type, at === 0 || last ? 3 : 2, `/${part.slice(0, 80)}/ in the address`]];
}

const LANGUAGE_PART = /^[a-z]{2}(?:-[a-z]{2})?$/;
const INDEX_PART = /^(?:index|home|default)(?:\.[a-z]{3,5})?$/;

function readPart(part: string): string {
  let plain = part.slice(0, 200);
  try {
    plain = decodeURIComponent(plain);
  } catch {
    // Broken percent signs are kept as they stand.
  }
  return stripAccents(foldPhrase(plain, 200))
    .replace(/\.(?:html?|php|aspx?|jsp)$/, '')
    .replaceAll('_', '-');
}

function bySlug(slug: string): PageVote[] {
  const why = `“${slug.slice(0, 60)}” in the address`;
  if (/(?:^|-)vs-/.test(slug) || /-alternatives?$/.test(slug)) return [['comparison_page', 3, why]];
  if (/^best-|^top-\d+-|^(?:beste|mejores|meilleurs?)-/.test(slug)) return [['comparison_page', 2, why]];
  if (/^how-to-|^(?:wie-|como-hacer|comment-)/.test(slug)) return [['guide', 2, why]];
  if (/^what-(?:is|are)-|^(?:was-ist|que-es)-/.test(slug)) return [['guide', 1.5, why]];
  if (/-(?:calculator|generator|converter|checker|rechner|calculadora)$/.test(slug)) return [['tool_page', 3, why]];
  if (/-(?:pricing|preise|precios)$/.test(slug)) return [['pricing', 2, why]];
  return [];
}

function byTitle(title: string, language: string): PageVote[] {
  const folded = foldPhrase(title, 300);
  if (folded === '') return [];
  return findSignals(tokenize(folded), language).map(({ kind, phrase }): PageVote => {
    const { page, points } = SIGNALS[kind];
    return [page, Math.min(2, points * 0.6), `“${phrase}” in the title`];
  });
}

const KNOWN: ReadonlySet<string> = new Set(PAGE_TYPES);

/** How people name page types, beside the names of the interface. */
const ALIASES: Readonly<Record<string, PageType>> = {
  home: 'homepage',
  home_page: 'homepage',
  landing: 'landing_page',
  lp: 'landing_page',
  service: 'landing_page',
  service_page: 'landing_page',
  services: 'landing_page',
  solution: 'landing_page',
  software: 'landing_page',
  local: 'local_landing_page',
  local_business: 'local_landing_page',
  location: 'local_landing_page',
  category: 'category_page',
  collection: 'category_page',
  listing: 'category_page',
  hub: 'category_page',
  shop: 'category_page',
  product_page: 'product',
  products: 'product',
  pdp: 'product',
  plp: 'category_page',
  pricing_page: 'pricing',
  prices: 'pricing',
  features: 'feature',
  feature_page: 'feature',
  comparison: 'comparison_page',
  compare: 'comparison_page',
  alternatives: 'comparison_page',
  alternative: 'comparison_page',
  versus: 'comparison_page',
  vs: 'comparison_page',
  listicle: 'comparison_page',
  review: 'comparison_page',
  guides: 'guide',
  tutorial: 'how_to',
  howto: 'how_to',
  blog: 'blog_post',
  post: 'blog_post',
  blogpost: 'blog_post',
  blog_article: 'blog_post',
  news: 'article',
  glossary_page: 'glossary',
  documentation: 'docs',
  doc: 'docs',
  tool: 'tool_page',
  calculator: 'tool_page',
  case_studies: 'case_study',
  sign_in: 'login',
  signin: 'login',
  help: 'support',
  about_us: 'about',
  contact_us: 'contact',
};

/** The page type that a caller's own word names; undefined when it names none. */
function findNamedPageType(written: string | null | undefined): PageType | undefined {
  const name = foldPhrase(written ?? '', 60).replaceAll(/[\s/-]+/g, '_');
  if (isPageType(name)) return name;
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
}

function isPageType(name: string): name is PageType {
  return KNOWN.has(name);
}

/** What a page is: as the caller says, else by its address and title. */
export function judgeSuppliedPage(page: {
  readonly url: string;
  readonly title: string;
  readonly page_type: string | null | undefined;
  readonly language: string;
}): Verdict<PageType> {
  const named = findNamedPageType(page.page_type);
  if (named !== undefined) return { value: named, confidence: 1, evidence: ['page_type of the request'] };
  return classifyPageType({ url: page.url, title: page.title, language: page.language });
}
