/**
 * Words that searches use for the same thing, so that `cv template` and `resume template` meet. Each row is one meaning
 * and its first word stands for it. Only words that can replace each other in most searches are here; words that
 * signal an intent (`buy`, `purchase`) meet by their kind of signal instead.
 */
const ROWS: Readonly<Record<string, string>> = {
  en:
    'dress gown,remodel renovation renovate refurbishment,cabinet cupboard,preparation prep,wedding bridal marriage,invitation invite,javascript js,typescript ts,resume cv,car auto automobile vehicle,' +
    'laptop notebook,photo picture image pic photograph,tv television,phone smartphone cellphone mobile cell,sneaker trainer,ebike ebicycle pedelec,' +
    'couch sofa settee,bike bicycle cycle,movie film,home house,kid child toddler,baby infant newborn,puppy pup,doctor physician,' +
    'attorney lawyer solicitor,apartment flat condo,vacation holiday,trash garbage rubbish,gas petrol,pants trousers,' +
    'convert change turn transform,delete remove erase,fast quick speedy rapid quickly,easy simple easily,big large huge,' +
    'small little tiny,begin start,make create build,fix repair resolve mend,used secondhand preowned preloved,improve increase boost,teach train,' +
    'ad advert advertisement advertising,mail email,website site webpage,internet web online,scheme palette,sample example,' +
    'gift present,vacuum hoover,diaper nappy,rug carpet,freezer refrigerator fridge,student pupil,college university uni,' +
    'job work employment,salary wage payroll paycheck pay earnings,rent rental lease hire,insurance cover,loan credit lending,' +
    'invoice bill billing,employee staff worker,computer pc desktop,cat kitten,dog canine,grow raise,treat cure remedy treatment,' +
    'pain ache sore,stomach tummy belly,earbud earphone,wifi wireless wlan,usa us america,uk britain,finance financial,' +
    'invest investment investing,market marketing,software tool app platform system program solution,' +
    'company agency firm service provider,cost price pricing fee rate,meaning definition,recipe cook,' +
    'cheap affordable inexpensive budget discount,lesson class course,sign symptom,hike walk trek,woman lady female womens,' +
    'man gentleman male mens,ship shipping delivery,learn study,tip advice hint,size dimension,kind type,benefit advantage,' +
    'exercise workout,drink beverage,medicine medication drug,tooth dental,eye vision,glasses eyeglasses spectacles,' +
    'purse handbag bag,jewelry jewellery,perfume fragrance cologne,makeup cosmetic,toilet bathroom restroom,sink basin,faucet tap,' +
    'oven stove cooker,garden yard backyard,lawn grass,fence fencing,roof roofing,floor flooring,paint painting,' +
    'replace replacement,password passcode,developer programmer coder,code coding programming,database db,function method,' +
    'folder directory,meeting conference,tax taxation,retire retirement,crypto cryptocurrency,bitcoin btc,ethereum eth,' +
    'artificial ai,kubernetes k8s,postgres postgresql,centre center middle,hotel accommodation lodging,flight airfare plane,' +
    'luggage suitcase baggage,two 2,three 3,four 4,five 5,six 6,seven 7,eight 8,nine 9,ten 10',
  de:
    'auto kfz pkw wagen,handy smartphone mobiltelefon,fernseher tv,fahrrad rad bike,elektrofahrrad elektrorad ebike pedelec,urlaub ferien reise,wohnung apartment,arzt doktor,' +
    'anwalt rechtsanwalt,kind baby,sofa couch,schnell rasch,einfach leicht,bild foto,kredit darlehen,lebenslauf cv,job arbeit stelle,haus eigenheim',
  es:
    'coche carro auto automóvil,móvil celular teléfono smartphone,ordenador computadora computador pc,piso apartamento departamento,' +
    'gafas lentes,foto imagen fotografía,zapatilla tenis,médico doctor,crédito préstamo,rápido veloz,fácil sencillo,línea online,correr running',
  fr: 'voiture auto automobile,portable smartphone téléphone mobile,ordinateur pc,appartement logement,photo image,médecin docteur,prêt crédit,facile simple,rapide vite,vélo bicyclette,vacances séjour',
  it: 'auto macchina automobile,cellulare smartphone telefono,foto immagine,prestito credito,facile semplice,veloce rapido',
  pt: 'carro automóvel auto,celular telemóvel smartphone,foto imagem,empréstimo crédito,fácil simples,rápido veloz',
  nl: 'auto wagen,mobiel smartphone telefoon,foto afbeelding,fiets rijwiel,lening krediet,huis woning',
};

const TABLES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(ROWS).map(([language, rows]) => [language, tableOf(rows)]),
);
const NONE: ReadonlyMap<string, string> = new Map();

function tableOf(rows: string): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const row of rows.split(',')) {
    const [first = '', ...others] = row.split(' ');
    const meaning = table.get(first) ?? first;
    for (const word of [first, ...others]) if (!table.has(word)) table.set(word, meaning);
  }
  return table;
}

/** The word that stands for what a folded singular word means; the word itself where no row has it. */
export function oneMeaning(word: string, language: string): string {
  return (TABLES.get(language === '' ? 'en' : language) ?? NONE).get(word) ?? word;
}

/** The words of a language that have a row, for building tables by stem. */
export function meanings(language: string): ReadonlyMap<string, string> {
  return TABLES.get(language === '' ? 'en' : language) ?? NONE;
}

/** Runs of words that stand for one word, by language; the word on the left replaces the run. */
const RUNS: Readonly<Record<string, string>> = {
  en:
    'ev=electric vehicle,ev=electric car,ebike=electric bike,ebike=electric bicycle,ebike=electric cycle,ebike=electrical bike,ebike=e bike,ebike=e bicycle,ebike=e cycle,escooter=electric scooter,escooter=e scooter,puncture=flat tyre,puncture=flat tire,used=second hand,used=pre owned,used=pre loved,seo=search engine optimization,weightloss=weight loss,' +
    'weightloss=lose weight,weightloss=losing weight,tshirt=t shirt,ecommerce=e commerce,wifi=wi fi,ppc=pay per click,nyc=new york city,' +
    'nyc=new york,ai=artificial intelligence,vpn=virtual private network,crm=customer relationship management,hr=human resource,' +
    'keto=ketogenic,uk=united kingdom,usa=united states,remote=work from home,remote=wfh,mortgage=home loan,ps=playstation,ml=machine learning',
  de: 'ebike=e bike,ebike=e rad,seo=suchmaschinenoptimierung,pkv=private krankenversicherung,autoversicherung=kfz versicherung',
  es: 'seo=posicionamiento web,ev=coche eléctrico',
  fr: 'seo=référencement naturel,ev=voiture électrique',
};

const RUN_TABLES: ReadonlyMap<string, readonly (readonly [string, readonly string[]])[]> = new Map(
  Object.entries(RUNS).map(([language, rows]) => [
    language,
    rows.split(',').map((row) => {
      const [to = '', from = ''] = row.split('=');
      return [to, from.split(' ')] as const;
    }),
  ]),
);

/** Folded words with runs that mean one word replaced by it: `second hand` by `used`. */
export function withoutRuns(words: readonly string[], language: string): string[] {
  const table = RUN_TABLES.get(language === '' ? 'en' : language) ?? [];
  const out: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const run = table.find(([, from]) => from.every((word, offset) => sameWord(words[at + offset], word)));
    out.push(run?.[0] ?? words[at] ?? '');
    at += (run?.[1].length ?? 1) - 1;
  }
  return out;
}

/** Also in the plural. */
function sameWord(word: string | undefined, wanted: string): boolean {
  return word === wanted || word === `${wanted}s`;
}
