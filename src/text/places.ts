import { stripAccents } from './normalize.ts';

/** Where a search names a place. */
export interface FoundPlace {
  /** The name that stands for all ways to write it: `london` for `londres`. */
  readonly name: string;
  readonly at: number;
  readonly size: number;
  /** Cities have shops and services; a country or a part of one does not make a search local. */
  readonly city: boolean;
}

/**
 * Large cities, each with its names in other languages. Names that are words as well (`Nice`, `Reading`, `Essen`, `Bath`)
 * are left out: a city missed costs less than a word misread.
 */
const CITIES =
  'london/londres/londra/londen/ロンドン,paris/parigi/parijs/パリ,berlin/berlino/berlijn,madrid,rome/roma/rom,vienna/wien/vienne/viena,' +
  'munich/münchen/munchen/muenchen/monaco di baviera,hamburg,cologne/köln/koln/koeln/colonia,frankfurt,stuttgart,düsseldorf/dusseldorf/duesseldorf,' +
  'dortmund,leipzig,dresden,hannover/hanover,nürnberg/nuremberg/nuernberg,bremen,bonn,münster,mannheim,karlsruhe,augsburg,freiburg,' +
  'zurich/zürich/zuerich,geneva/genf/genève/ginebra,basel,bern,lausanne,salzburg,graz,linz,innsbruck,barcelona/barcelone,valencia,' +
  'seville/sevilla/séville,zaragoza,málaga,bilbao,granada,murcia,alicante,palma,lisbon/lisboa/lissabon/lisbonne,porto,braga,coimbra,' +
  'marseille/marsella,lyon,toulouse,bordeaux,lille,nantes,strasbourg/straßburg,montpellier,rennes,grenoble,dijon,reims,angers,' +
  'brussels/bruxelles/brüssel/brussel/bruselas,antwerp/antwerpen/anvers,ghent/gent/gand,bruges/brugge,amsterdam,rotterdam,utrecht,eindhoven,' +
  'den haag/the hague,groningen,milan/milano/mailand/milán,naples/napoli/neapel/nápoles,turin/torino,florence/firenze/florenz/florencia,' +
  'venice/venezia/venedig/venise/venecia,bologna,genoa/genova/genua,palermo,verona,bari,catania,athens/athen/atenas/athènes,' +
  'copenhagen/københavn/kopenhagen/copenhague,stockholm/estocolmo,oslo,bergen,helsinki,gothenburg/göteborg,malmö,aarhus,reykjavik,' +
  'warsaw/warszawa/warschau/varsovia,krakow/kraków/krakau,wroclaw/wrocław,gdansk/gdańsk,poznan/poznań,prague/praha/prag/praga,' +
  'budapest,bucharest,sofia,zagreb,belgrade,dublin/dublín,belfast,galway,edinburgh/edimburgo,glasgow,cardiff,swansea,manchester,' +
  'birmingham,liverpool,leeds,sheffield,bristol,newcastle,nottingham,leicester,coventry,bradford,brighton,oxford,cambridge,southampton,' +
  'portsmouth,plymouth,norwich,exeter,york,aberdeen,dundee,milton keynes,cheltenham,bournemouth,swindon,' +
  'nyc/new york/nueva york,los angeles,chicago,houston,philadelphia,san antonio,san diego,san francisco,dallas,austin,seattle,denver,' +
  'boston,atlanta,miami,las vegas,detroit,portland,minneapolis,tampa,orlando,nashville,sacramento,charlotte,san jose,pittsburgh,' +
  'cincinnati,cleveland,baltimore,milwaukee,honolulu,salt lake city,new orleans,kansas city,washington dc,toronto,montreal/montréal,' +
  'vancouver,calgary,ottawa,edmonton,winnipeg,quebec/québec,sydney/sídney,melbourne,brisbane,perth,adelaide,canberra,auckland,wellington,' +
  'christchurch,mexico city/ciudad de méxico/cdmx,guadalajara,monterrey,bogotá,medellín,cali,lima,quito,santiago,buenos aires,montevideo,' +
  'caracas,são paulo,rio de janeiro,brasília,curitiba,porto alegre,salvador,tokyo/tokio/東京,osaka/大阪,kyoto/京都,nagoya/名古屋,' +
  'fukuoka/福岡,sapporo/札幌,yokohama/横浜,seoul/서울,busan/부산,beijing/pekín/北京,shanghai/上海,shenzhen/深圳,guangzhou/广州,hong kong/香港,' +
  'taipei/台北,singapore/singapur/singapour,bangkok,hanoi,jakarta,kuala lumpur,manila,mumbai,delhi/new delhi,bangalore/bengaluru,chennai,' +
  'kolkata,hyderabad,pune,karachi,lahore,dhaka,dubai,abu dhabi,doha,riyadh,tel aviv,istanbul/estambul,ankara,izmir,cairo/el cairo/kairo,' +
  'casablanca,marrakech/marrakesch,lagos,nairobi,accra,johannesburg,cape town/kapstadt,durban,moscow/moskau/москва,kyiv/kiev/киев/київ';

const LANDS =
  'uk/united kingdom/britain/england/great britain,scotland/schottland,wales,ireland/irland/irlanda/irlande,' +
  'usa/united states/america,canada/kanada/canadá,australia/australien,new zealand/neuseeland,germany/deutschland/alemania/allemagne/germania,' +
  'austria/österreich/autriche,switzerland/schweiz/suiza/suisse/svizzera,france/frankreich/francia,spain/españa/spanien/espagne/spagna,' +
  'italy/italia/italien/italie,portugal/portogallo,netherlands/holland/nederland/niederlande,belgium/belgien/belgique/bélgica,' +
  'denmark/dänemark/danmark,sweden/schweden/sverige,norway/norwegen/norge,finland/finnland,poland/polen/polska/polonia,greece/griechenland/grecia/grèce,' +
  'japan/japón/japon/日本,china/中国,india/indien,thailand,vietnam,indonesia,bali,mexico/méxico/mexiko,brazil/brasil/brasilien,argentina,chile,colombia,peru/perú,' +
  'egypt/ägypten/egipto,morocco/marokko/marruecos/maroc,south africa/südafrika,california/kalifornien,texas,florida,bavaria/bayern,mallorca,' +
  'tenerife/teneriffa,ibiza,cornwall,europe/europa';

interface Entry {
  readonly name: string;
  readonly words: readonly string[];
  readonly city: boolean;
}

const BY_FIRST: ReadonlyMap<string, readonly Entry[]> = tableOf();

function tableOf(): ReadonlyMap<string, readonly Entry[]> {
  const table = new Map<string, Entry[]>();
  for (const [list, city] of [
    [CITIES, true],
    [LANDS, false],
  ] as const) {
    for (const row of list.split(',')) {
      const names = row.split('/');
      for (const written of names) {
        const words = stripAccents(written).replaceAll('ß', 'ss').split(' ');
        const [first = ''] = words;
        table.set(first, [...(table.get(first) ?? []), { name: names[0] ?? '', words, city }]);
      }
    }
  }
  for (const entries of table.values()) entries.sort((one, other) => other.words.length - one.words.length);
  return table;
}

/** The places that folded words name, in their order, the longer name before the shorter. */
export function findPlaces(words: readonly string[]): FoundPlace[] {
  const bare = words.map(stripAccents);
  const found: FoundPlace[] = [];
  for (let at = 0; at < bare.length; at += 1) {
    const entry = BY_FIRST.get(bare[at] ?? '')?.find(({ words: wanted }) =>
      wanted.every((word, offset) => bare[at + offset] === word),
    );
    if (entry === undefined) continue;
    found.push({ name: entry.name, at, size: entry.words.length, city: entry.city });
    at += entry.words.length - 1;
  }
  return found;
}

/** Words between two places that say which way a journey goes; true where the second is where it begins. */
const WAYS: ReadonlyMap<string, boolean> = new Map([
  ...['to', 'into', 'nach', 'a', 'à', 'vers', 'para', 'naar', 'till', 'til', 'do'].map(
    (word) => [word, false] as const,
  ),
  ...['from', 'von', 'ab', 'desde', 'depuis', 'da', 'van', 'från', 'fra', 'z'].map((word) => [word, true] as const),
]);

/** `london→paris` where two cities follow one another as on a ticket; '' where none do. */
export function findRoute(words: readonly string[]): string {
  const places = findPlaces(words);
  for (const [index, from] of places.entries()) {
    const to = places[index + 1];
    if (to === undefined || to.name === from.name) continue;
    const between = words.slice(from.at + from.size, to.at);
    const [way] = between;
    if (way === undefined && from.city && to.city) return `${from.name}→${to.name}`;
    const back = between.length === 1 && way !== undefined ? WAYS.get(way) : undefined;
    if (back !== undefined) return back ? `${to.name}→${from.name}` : `${from.name}→${to.name}`;
  }
  return '';
}
