import { termOf } from '../text/keyword.ts';

/**
 * Words of which a search holds one or another: with another one it wants another page, however much else is the same.
 * Each row is one choice. Rows are short on purpose: what is not sure to part (colours, materials) is left to the list.
 */
const CHOICES: Readonly<Record<string, string>> = {
  en:
    'man woman child boy girl baby teen,buy rent sell,new used,wired wireless,manual automatic,indoor outdoor,front rear,left right,' +
    'before after,inner outer,import export,android ios windows mac linux,upload download,increase decrease,gain lose,open close,' +
    'install uninstall,enable disable,hot cold,gas electric,diesel electric hybrid,summer winter spring autumn,left right,' +
    'python java javascript php ruby golang rust kotlin swift typescript,mysql postgres mongodb sqlite redis,react angular vue svelte,' +
    'excel word powerpoint,azure aws gcp,dog cat horse rabbit hamster fish bird,monday tuesday wednesday thursday friday saturday sunday,' +
    'january february march april june july august september october november december,array object string tuple dictionary set,' +
    'breakfast lunch dinner,husband wife,mother father,son daughter,king queen,acoustic bass,first second third',
  de: 'mann frau kind junge mädchen baby herren damen,kaufen mieten verkaufen,neu gebraucht,sommer winter,hund katze pferd,vor nach,links rechts,vorne hinten,diesel elektro benzin',
  es: 'hombre mujer niño niña bebé,comprar alquilar vender,nuevo usado,verano invierno,perro gato,antes después,interior exterior',
  fr: 'homme femme enfant garçon fille bébé,acheter louer vendre,neuf occasion,été hiver,chien chat,avant après',
  it: 'uomo donna bambino bambina,comprare affittare vendere,nuovo usato,estate inverno,cane gatto',
  pt: 'homem mulher menino menina,comprar alugar vender,novo usado,verão inverno,cão gato',
  nl: 'heren dames kinderen jongen meisje,kopen huren verkopen,nieuw gebruikt,zomer winter,hond kat',
  ja: 'メンズ レディース キッズ,購入 賃貸,新品 中古,夏 冬,犬 猫',
};

/** The row of brands stands beside those of a language. */
const BRAND_ROW = -1;
/** Makers and services that many searches name: a search for one is no search for another. */
const BRANDS =
  'nike adidas puma reebok asics brooks hoka saucony mizuno skechers vans converse fila salomon merrell timberland crocs birkenstock ' +
  'iphone ipad macbook apple samsung galaxy xiaomi huawei oneplus nokia motorola sony lg panasonic philips bosch siemens miele dyson ' +
  'shark roomba irobot lenovo dell hp asus acer msi razer logitech intel amd nvidia canon nikon gopro garmin fitbit bose sennheiser jbl ' +
  'xbox playstation nintendo google bing yahoo microsoft amazon ebay etsy walmart costco ikea aldi lidl netflix hulu disney spotify ' +
  'youtube tiktok instagram facebook twitter linkedin pinterest snapchat whatsapp telegram discord slack zoom notion asana trello jira ' +
  'monday clickup airtable hubspot salesforce pipedrive zoho mailchimp klaviyo brevo shopify woocommerce magento bigcommerce wix ' +
  'squarespace wordpress webflow stripe paypal klarna quickbooks xero freshbooks semrush ahrefs moz canva figma photoshop gimp dropbox ' +
  'toyota honda ford bmw mercedes audi volkswagen vw skoda seat opel renault peugeot citroen fiat volvo tesla hyundai kia nissan mazda ' +
  'subaru jeep porsche harley yamaha kawasaki makita dewalt milwaukee ryobi stihl husqvarna weber delonghi nespresso lavazza jura ' +
  'starbucks mcdonalds kfc subway uber lyft airbnb booking expedia ryanair easyjet lufthansa emirates delta ups fedex dhl vodafone ' +
  'verizon telekom loreal nivea maybelline olay cerave neutrogena gucci prada chanel hermes rolex omega zara uniqlo levis patagonia ' +
  'columbia lego barbie pampers huggies chase barclays hsbc visa mastercard amex geico allianz axa nordvpn expressvpn surfshark godaddy ' +
  'bluehost hostinger siteground cloudflare digitalocean heroku vercel netlify github gitlab bitbucket docker kubernetes terraform ansible';

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

function choicesOf(language: string): ReadonlyMap<string, readonly number[]> {
  const known = Object.hasOwn(CHOICES, language) ? language : 'en';
  let table = tables.get(known);
  if (table === undefined) {
    const rows = new Map<string, number[]>();
    for (const [row, list] of (CHOICES[known] ?? '').split(',').entries()) {
      for (const word of list.split(' ')) {
        const term = termOf(word, known);
        rows.set(term, [...(rows.get(term) ?? []), row]);
      }
    }
    for (const word of BRANDS.split(' ')) {
      const term = termOf(word, known);
      rows.set(term, [...(rows.get(term) ?? []), BRAND_ROW]);
    }
    table = rows;
    tables.set(known, table);
  }
  return table;
}

/** What of each choice a search holds. */
export type Choices = ReadonlyMap<number, ReadonlySet<string>>;

export function choicesIn(words: readonly string[], language: string): Choices {
  const table = choicesOf(language);
  const found = new Map<number, Set<string>>();
  for (const word of words) {
    const term = termOf(word, language);
    for (const row of table.get(term) ?? []) found.set(row, (found.get(row) ?? new Set()).add(term));
  }
  return found;
}

/** Whether two searches chose differently: one for men and one for women, one to rent and one to buy. */
export function chooseDifferently(one: Choices, other: Choices): boolean {
  for (const [row, chosen] of one) {
    const there = other.get(row);
    if (there !== undefined && there.isDisjointFrom(chosen)) return true;
  }
  return false;
}
