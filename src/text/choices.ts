import { stemTerm } from './keyword.ts';
import { stripAccents } from './normalize.ts';
import { findPlaces, findRoute } from './places.ts';

/**
 * Words of which a search holds one or another: with another one it wants another page, however much else is the same.
 * Each row is one choice, `/` parts words that choose the same. Rows are short on purpose: what is not sure to part
 * (colours, materials) is left to the list. The first row of a language is for whom a thing is.
 */
const CHOICES: Readonly<Record<string, string>> = {
  en:
    'man/gentleman woman/lady child/kid/pediatric boy girl baby teen,buy rent/hire sell,new used/secondhand/preowned,wired wireless,manual automatic,indoor outdoor,front rear,' +
    'left right,before after,inner outer,import export,android ios windows mac linux,upload download,increase decrease,gain lose,open close,' +
    'install uninstall,enable disable,hot cold,gas electric,diesel electric hybrid,summer winter spring autumn,' +
    'python java javascript php ruby golang rust kotlin swift typescript,mysql postgres mongodb sqlite redis,react angular vue svelte,' +
    'excel word powerpoint,azure aws gcp,dog cat horse rabbit hamster fish bird,monday tuesday wednesday thursday friday saturday sunday,' +
    'january february march april june july august september october november december,array object string tuple dictionary set,' +
    'breakfast lunch dinner,husband wife,mother father,son daughter,king queen,acoustic bass,first second third',
  de: 'mann/herren frau/damen kind/kinder junge/jungen mädchen baby,kaufen mieten verkaufen,neu gebraucht,sommer winter,hund katze pferd,vor nach,links rechts,vorne hinten,diesel elektro benzin',
  es: 'hombre mujer niño niña bebé,comprar alquilar vender,nuevo usado,verano invierno,perro gato,antes después,interior exterior',
  fr: 'homme femme enfant garçon fille bébé,acheter louer vendre,neuf occasion,été hiver,chien chat,avant après',
  it: 'uomo donna bambino bambina,comprare affittare vendere,nuovo usato,estate inverno,cane gatto',
  pt: 'homem mulher menino menina,comprar alugar vender,novo usado,verão inverno,cão gato',
  nl: 'heren dames kinderen jongen meisje,kopen huren verkopen,nieuw gebruikt,zomer winter,hond kat',
  ja: 'メンズ レディース キッズ,購入 賃貸,新品 中古,夏 冬,犬 猫',
};

/** What is done with a thing: one row, since who wants a bike mended does not want one hired, nor the shop that sells them. */
const SERVICES: Readonly<Record<string, string>> = {
  en: 'shop/store/dealer/dealership repair/fix/mend service/servicing/maintenance hire/rent/rental insurance storage used/secondhand/preowned lesson/course/class/training job/vacancy cleaning/clean/cleaner emergency/urgent',
  de: 'laden/geschäft/händler reparatur/reparieren wartung/inspektion verleih/vermietung/mieten versicherung gebraucht kurs/unterricht job/stelle reinigung/reinigen notdienst/notfall',
  es: 'tienda reparación/reparar/taller mantenimiento/revisión alquiler/alquilar seguro usado curso/clase empleo limpieza/limpiar urgencia/urgente',
  fr: 'magasin/boutique réparation/réparer/réparateur entretien/révision location/louer assurance occasion cours/formation emploi nettoyage/nettoyer urgence/urgent',
  it: 'negozio riparazione/riparare manutenzione noleggio/affitto assicurazione usato corso/lezione lavoro pulizia',
  pt: 'loja conserto/reparo manutenção/revisão aluguel/alugar seguro usado curso/aula emprego limpeza',
  nl: 'winkel reparatie/repareren onderhoud/beurt verhuur/huren verzekering gebruikt cursus/les vacature',
};

/** Rows that stand beside those of a language. */
const FOR_WHOM_ROW = 0;
const BRAND_ROW = -1;
const SERVICE_ROW = -2;
const PLACE_ROW = -3;

/** Makers and services that many searches name: a search for one is no search for another. */
const BRANDS =
  'nike adidas puma reebok asics brooks hoka saucony mizuno skechers vans converse fila salomon merrell timberland crocs birkenstock ' +
  'iphone ipad macbook apple samsung/galaxy xiaomi huawei oneplus nokia motorola sony lg panasonic philips bosch siemens miele dyson ' +
  'shark roomba irobot lenovo dell hp asus acer msi razer logitech intel amd nvidia canon nikon gopro garmin fitbit bose sennheiser jbl ' +
  'xbox playstation nintendo google bing yahoo microsoft amazon ebay etsy walmart costco ikea aldi lidl netflix hulu disney spotify ' +
  'youtube tiktok instagram facebook twitter linkedin pinterest snapchat whatsapp telegram discord slack zoom notion asana trello jira ' +
  'monday clickup airtable hubspot salesforce pipedrive zoho mailchimp klaviyo brevo shopify woocommerce magento bigcommerce wix ' +
  'squarespace wordpress webflow stripe paypal klarna quickbooks xero freshbooks semrush ahrefs moz canva figma photoshop gimp dropbox ' +
  'toyota honda ford bmw mercedes audi volkswagen/vw skoda seat opel renault peugeot citroen fiat volvo tesla hyundai kia nissan mazda ' +
  'subaru jeep porsche harley yamaha kawasaki makita dewalt milwaukee ryobi stihl husqvarna weber delonghi nespresso lavazza jura ' +
  'starbucks mcdonalds kfc subway uber lyft airbnb booking expedia ryanair easyjet lufthansa emirates delta ups fedex dhl vodafone ' +
  'verizon telekom loreal nivea maybelline olay cerave neutrogena gucci prada chanel hermes rolex omega zara uniqlo levis patagonia ' +
  'columbia lego barbie pampers huggies chase barclays hsbc visa mastercard amex geico allianz axa nordvpn expressvpn surfshark godaddy ' +
  'bluehost hostinger siteground cloudflare digitalocean heroku vercel netlify github gitlab bitbucket docker kubernetes terraform ansible ' +
  'brompton trek specialized cannondale giant raleigh cube canyon decathlon shimano sram campagnolo';

/** Names that are words or parts of larger names as well: beside a search without any brand they prove nothing. */
const UNSURE_BRANDS =
  'vans converse apple shark canon seat visa booking stripe omega monday delta chase weber columbia subway olay jura puma notion slack zoom ' +
  'google youtube giant cube canyon trek specialized amazon wordpress docker kubernetes terraform ups milwaukee shimano sram';

const MODELS = new Set(['pro', 'max', 'plus', 'mini', 'ultra', 'lite', 'air', 'se', 'fe', 'xl']);
/** Names after which such a word says which model, where no number stands before it. */
const LINES =
  /\p{N}|^(?:iphone|ipad|macbook|airpods|galaxy|pixel|watch|surface|switch|kindle|echo|gopro|hero|playstation|chatgpt|redmi|note|imac)$/u;

const NEGATIONS = new Set('without no ohne sin sans senza sem zonder utan uden uten bez'.split(' '));
/** `without`: what it does away with is told by the word behind it. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word);
}

/** `gluten free` is what a thing is, `free software` what it costs. */
const FREE_OF =
  /^(?:gluten|sugar|dairy|lactose|nut|fat|grain|oil|wheat|soy|alcohol|caffeine|smoke|fragrance|cruelty|duty|tax|hand|hands|paraben|sulfate|interest|debt|ad|plastic|bpa|latex|meat)$/;

export function isFreeOf(word: string): boolean {
  return FREE_OF.test(word);
}

type Table = ReadonlyMap<string, readonly (readonly [row: number, choice: string])[]>;
const tables = new Map<string, Table>();

function tableOf(language: string): Table {
  const known = Object.hasOwn(CHOICES, language) ? language : 'en';
  let table = tables.get(known);
  if (table === undefined) {
    const rows = new Map<string, (readonly [number, string])[]>();
    const add = (written: string, row: number): void => {
      for (const [at, word] of written.split('/').entries()) {
        const term = stemTerm(word, known);
        const choice = at === 0 ? term : stemTerm(written.split('/')[0] ?? '', known);
        rows.set(term, [...(rows.get(term) ?? []), [row, choice]]);
      }
    };
    for (const [row, list] of (CHOICES[known] ?? '').split(',').entries())
      for (const word of list.split(' ')) add(word, row);
    for (const word of (SERVICES[known] ?? '').split(' ')) if (word !== '') add(word, SERVICE_ROW);
    for (const word of BRANDS.split(' ')) add(word, BRAND_ROW);
    table = rows;
    tables.set(known, table);
  }
  return table;
}

/** What of each choice a search holds. */
export interface Choices {
  readonly rows: ReadonlyMap<number, ReadonlySet<string>>;
  /** `pro max` of a phone: with and without it are two products. */
  readonly model: string;
  /** Terms that the search does without. */
  readonly negated: ReadonlySet<string>;
  readonly terms: ReadonlySet<string>;
  /** `london→paris`, or ''. */
  readonly route: string;
  /** Brands that are nothing else. */
  readonly branded: boolean;
}

export const NO_CHOICES: Choices = {
  rows: new Map(),
  model: '',
  negated: new Set(),
  terms: new Set(),
  route: '',
  branded: false,
};

/** `known` are places that the list at hand tells beside those of the gazetteer. */
export function readChoices(
  words: readonly string[],
  language: string,
  known: ReadonlySet<string> = new Set(),
): Choices {
  const table = tableOf(language);
  const rows = new Map<number, Set<string>>();
  const add = (row: number, choice: string): void => {
    rows.set(row, (rows.get(row) ?? new Set()).add(choice));
  };
  const terms = words.map((word) => stemTerm(word, language));
  for (const term of terms) for (const [row, choice] of table.get(term) ?? []) add(row, choice);
  for (const { name } of findPlaces(words)) add(PLACE_ROW, name);
  for (const word of words) if (known.has(word)) add(PLACE_ROW, stripAccents(word));
  const brands = [...(rows.get(BRAND_ROW) ?? [])];
  return {
    rows,
    model: modelIn(words),
    negated: new Set(words.flatMap((word, at) => negatedAt(words, word, at)).map((word) => stemTerm(word, language))),
    terms: new Set(terms),
    route: findRoute(words),
    branded: brands.some((brand) => !UNSURE.has(brand)),
  };
}

const UNSURE: ReadonlySet<string> = new Set(UNSURE_BRANDS.split(' ').map((word) => stemTerm(word, 'en')));

function modelIn(words: readonly string[]): string {
  const found = words.filter((word, at) => {
    const before = words[at - 1] ?? '';
    if (!MODELS.has(word) || words[at + 1] === 'size') return false;
    return LINES.test(before) || (MODELS.has(before) && LINES.test(words[at - 2] ?? ''));
  });
  return found.join(' ');
}

function negatedAt(words: readonly string[], word: string, at: number): string[] {
  const next = words[at + 1];
  if (NEGATIONS.has(word) && next !== undefined) return [next];
  return next === 'free' && isFreeOf(word) ? [word] : [];
}

/** Whether two searches chose differently: one for men and one for women, one to hire and one to mend, one with and one without. */
export function chooseDifferently(one: Choices, other: Choices): boolean {
  if (one.model !== other.model || hired(one) !== hired(other)) return true;
  return PARTINGS.some((parted) => parted(one, other) || parted(other, one));
}

const PARTINGS: readonly ((one: Choices, other: Choices) => boolean)[] = [
  chooseAnother,
  goElsewhere,
  oneBranded,
  oneForSome,
  oneOpenEach,
  doesWithout,
];

function chooseAnother(one: Choices, other: Choices): boolean {
  for (const [row, chosen] of one.rows) {
    const there = other.rows.get(row);
    if (there !== undefined && there.isDisjointFrom(chosen)) return true;
  }
  return false;
}

/** Who names no brand wants to see several. */
function oneBranded(one: Choices, other: Choices): boolean {
  return one.branded && !other.rows.has(BRAND_ROW);
}

function goElsewhere(one: Choices, other: Choices): boolean {
  if (one.route === other.route) return false;
  return (one.route !== '' || other.route !== '') && one.rows.has(PLACE_ROW) && other.rows.has(PLACE_ROW);
}

function doesWithout(one: Choices, other: Choices): boolean {
  return [...one.negated].some((term) => other.terms.has(term) && !other.negated.has(term));
}

/** Whether one says for whom it is and the other does not. */
export function differInAudience(one: Choices, other: Choices): boolean {
  return one.rows.has(FOR_WHOM_ROW) !== other.rows.has(FOR_WHOM_ROW);
}

/** One page may show the things for everybody and link to those for men; it is not the page that `mens running shoes` wants. */
function oneForSome(one: Choices, other: Choices): boolean {
  const [here, there] = [one.rows.get(FOR_WHOM_ROW), other.rows.get(FOR_WHOM_ROW)];
  return (here === undefined) !== (there === undefined) && [...(here ?? there ?? [])].some((whom) => ADULTS.has(whom));
}

const ADULTS: ReadonlySet<string> = new Set(
  'man/woman/en mann/frau/de hombre/mujer/es homme/femme/fr uomo/donna/it homem/mulher/pt'.split(' ').flatMap((row) => {
    const [man = '', woman = '', language = ''] = row.split('/');
    return [stemTerm(man, language), stemTerm(woman, language)];
  }),
);

/** Whether one wants something done that has a page of its own (mended, hired, insured) and the other does not. */
export function differInService(one: Choices, other: Choices): boolean {
  return served(one) !== served(other);
}

/** The words that stand for hire, insurance and work in the rows of each language. */
const APART = termsOf({
  en: 'hire insurance job',
  de: 'verleih versicherung job',
  es: 'alquiler seguro empleo',
  fr: 'location assurance emploi',
  it: 'noleggio assicurazione lavoro',
  pt: 'aluguel seguro emprego',
  nl: 'verhuur verzekering vacature',
});
/** With those for mending, and for help at once. */
const OWN_PAGE: ReadonlySet<string> = new Set([
  ...APART,
  ...termsOf({
    en: 'repair emergency',
    de: 'reparatur notdienst',
    es: 'reparación urgencia',
    fr: 'réparation urgence',
    it: 'riparazione',
    pt: 'conserto',
    nl: 'reparatie',
  }),
]);

function termsOf(words: Readonly<Record<string, string>>): ReadonlySet<string> {
  return new Set(
    Object.entries(words).flatMap(([language, list]) => list.split(' ').map((word) => stemTerm(word, language))),
  );
}

/** Whether one names a place and the other none. */
export function namesPlaceAlone(one: Choices, other: Choices): boolean {
  return one.rows.has(PLACE_ROW) && !other.rows.has(PLACE_ROW);
}

/** One says for whom and the other what is to be done: `kids bikes` and `used bikes`. */
function oneOpenEach({ rows: one }: Choices, { rows: other }: Choices): boolean {
  return one.has(FOR_WHOM_ROW) && !one.has(SERVICE_ROW) && other.has(SERVICE_ROW) && !other.has(FOR_WHOM_ROW);
}

/** A thing and its hire or insurance never share a page. */
function hired({ rows }: Choices): boolean {
  return [...(rows.get(SERVICE_ROW) ?? [])].some((choice) => APART.has(choice));
}

function served({ rows }: Choices): boolean {
  return [...(rows.get(SERVICE_ROW) ?? [])].some((choice) => OWN_PAGE.has(choice));
}
