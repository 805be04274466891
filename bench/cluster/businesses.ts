import type { Labelled } from './made.ts';
import type { WrittenSet } from './written.ts';

/**
 * Lists of businesses that offer several things, written before anything was tried on them; the last crossed one and the unseen
 * lists of businesses when the rules stood. Their figures were watched while one more rule was added. The crossed ones hold every thing
 * with every want, as keyword tools put them out, so that words alone bring the wants together (`tent repair`, `stove repair`).
 */
export interface CrossedSet {
  readonly name: string;
  readonly things: readonly (readonly [one: string, many: string])[];
  /** Each is one page of each thing. `{}` stands for one, `{s}` for many. */
  readonly wants: readonly string[];
}

export const CROSSED: readonly CrossedSet[] = [
  {
    name: 'en: outdoor',
    things: [
      ['backpack', 'backpacks'],
      ['tent', 'tents'],
      ['rain jacket', 'rain jackets'],
      ['sleeping bag', 'sleeping bags'],
      ['head torch', 'head torches'],
      ['hiking boots', 'hiking boots'],
      ['trekking poles', 'trekking poles'],
      ['trail shoes', 'trail shoes'],
      ['camping stove', 'camping stoves'],
      ['water bottle', 'water bottles'],
    ],
    wants: [
      '{}; buy {}; cheap {}; {} sale; best {}; {} review; {} near me; {} price; {} for women',
      'how to choose {}; {} size guide; which {}',
      'how to clean {}; {} care',
      '{} repair',
    ],
  },
  {
    name: 'en: kitchen',
    things: [
      ['espresso machine', 'espresso machines'],
      ['air fryer', 'air fryers'],
      ['stand mixer', 'stand mixers'],
      ['toaster oven', 'toaster ovens'],
      ['rice cooker', 'rice cookers'],
      ['blender', 'blenders'],
      ['dishwasher', 'dishwashers'],
    ],
    wants: [
      '{s}; buy {}; best {} 2025; {} reviews; {} deals; {s} for small kitchens',
      'how to use a {}; {} instructions',
      'how to clean a {}; {} cleaning; descale {}',
      '{} repair near me; {} not working; {} spare parts',
      'how to choose a {}; {} buying guide; what size {} do i need',
    ],
  },
  {
    name: 'de: garten',
    things: [
      ['rasenmäher', 'rasenmäher'],
      ['heckenschere', 'heckenschere'],
      ['hochdruckreiniger', 'hochdruckreiniger'],
      ['kettensäge', 'kettensäge'],
      ['laubbläser', 'laubbläser'],
      ['häcksler', 'häcksler'],
      ['gartenschlauch', 'gartenschlauch'],
      ['gewächshaus', 'gewächshaus'],
    ],
    wants: [
      '{}; {} kaufen; {} günstig; {} test; bester {}; {} angebot; {} preis; {} für kleine gärten',
      '{} reparatur; {} reparieren; {} ersatzteile',
      '{} reinigen; {} pflege',
      '{} mieten; {} leihen',
      'welcher {}; {} ratgeber; {} größe',
    ],
  },
  {
    name: 'es: dental',
    things: [
      ['implantes dentales', 'implantes dentales'],
      ['ortodoncia invisible', 'ortodoncia invisible'],
      ['blanqueamiento dental', 'blanqueamiento dental'],
      ['carillas dentales', 'carillas dentales'],
      ['endodoncia', 'endodoncia'],
      ['periodoncia', 'periodoncia'],
      ['brackets', 'brackets'],
    ],
    wants: [
      '{}; {} madrid; {} opiniones; clínica de {}; {} cerca de mí',
      '{} precio; cuánto cuesta {}; {} financiación',
      '{} duele; {} cuánto dura; {} cuidados',
      'qué es {}; {} ventajas; {} antes y después',
    ],
  },
  {
    name: 'fr: vélos',
    things: [
      ['vélo électrique', 'vélo électrique'],
      ['vélo cargo', 'vélo cargo'],
      ['trottinette électrique', 'trottinette électrique'],
      ['casque vélo', 'casque vélo'],
      ['siège enfant vélo', 'siège enfant vélo'],
      ['remorque vélo', 'remorque vélo'],
      ['pompe à vélo', 'pompe à vélo'],
    ],
    wants: [
      '{}; acheter {}; {} pas cher; meilleur {}; {} promo; {} prix; {} decathlon',
      '{} avis; test {}; comparatif {}',
      'comment choisir {}; guide {}; quelle taille {}',
      'réparation {}; {} en panne; pièces détachées {}',
      'location {}; louer {}',
      'entretien {}; nettoyer {}',
    ],
  },
];

export function crossSet({ things, wants }: CrossedSet): Labelled[] {
  return things.flatMap(([one, many]) =>
    wants.flatMap((ways, want) =>
      ways
        .split('; ')
        .map((way) => ({ keyword: way.replace('{}', one).replace('{s}', many), label: `${one} ${want}` })),
    ),
  );
}

export const BUSINESSES: readonly WrittenSet[] = [
  {
    name: 'en: inventory software',
    seen: true,
    rows: `
inventory management software; inventory software; inventory management system; stock control software; best inventory software; inventory management app; inventory tracking software; cloud inventory management
inventory software for small business; small business inventory app; simple stock management software
shopify inventory management; inventory app for shopify; sync shopify inventory; shopify stock sync
amazon inventory management software; fba inventory tool; amazon fba stock management
inventory software pricing; stockpilot pricing; how much does inventory software cost; inventory management software price
cin7 alternatives; cin7 competitors; software like cin7
fishbowl alternatives; fishbowl inventory competitors; alternative to fishbowl
cin7 vs fishbowl; cin7 or unleashed; unleashed vs cin7
what is safety stock; safety stock formula; how to calculate safety stock; safety stock calculation; safety stock meaning; safety stock example
safety stock calculator; safety stock excel template
reorder point formula; reorder point; how to calculate reorder point; when to reorder stock
economic order quantity; eoq formula; what is eoq; eoq calculation
inventory turnover ratio; inventory turnover formula; good inventory turnover rate; how to improve inventory turnover
demand forecasting software; sales forecasting tool for inventory; demand planning software
what is demand forecasting; demand forecasting methods; demand forecasting techniques; demand forecasting example
barcode inventory system; barcode scanning for inventory; inventory barcode scanner app; barcode stock control
warehouse management software; wms software; warehouse management system; wms for small warehouse
cycle counting; how to do a stock take; stocktake checklist; cycle count procedure
abc analysis inventory; abc classification stock; abc analysis example
what is dead stock; how to get rid of dead stock; slow moving inventory; obsolete inventory
stockpilot login; stockpilot sign in
fifo vs lifo; fifo method inventory; difference between fifo and lifo; fifo inventory explained
`,
  },
  {
    name: 'en: plumber',
    seen: true,
    rows: `
plumber leeds; plumbers in leeds; local plumber; plumber near me; best plumber leeds; plumber headingley; cheap plumber leeds; plumbing company leeds
emergency plumber leeds; 24 hour plumber; emergency plumber near me; burst pipe emergency
boiler repair leeds; boiler engineer near me; boiler not firing up; gas boiler repair
new boiler leeds; boiler installation; boiler replacement leeds; combi boiler installers
new boiler cost; boiler replacement cost; how much is a new boiler; combi boiler price fitted
boiler service leeds; annual boiler service; gas safety check landlord; boiler service cost
boiler pressure too low; how to repressurise a boiler; boiler losing pressure; what should boiler pressure be
blocked drain leeds; drain unblocking; drain cleaning company; drain jetting
how to unblock a sink; sink not draining; unblock kitchen sink with baking soda; slow draining sink
blocked toilet; how to unblock a toilet; toilet won't flush
dripping tap; how to fix a leaking tap; change tap washer; leaky kitchen tap repair
radiator not heating up; how to bleed a radiator; cold spot on radiator
radiator installation leeds; replace radiator cost; fit new radiator plumber
bathroom fitters leeds; bathroom installation; bathroom renovation leeds; wet room installers
new bathroom cost; how much to fit a bathroom; bathroom installation price
power flush central heating; power flushing leeds; powerflush cost
plumber jobs leeds; apprentice plumber leeds; plumbing vacancies
plumber hourly rate; how much does a plumber charge; plumber call out charge
where is my stopcock; how to turn off water mains; stopcock stuck
unvented cylinder installation; hot water cylinder replacement; immersion heater repair
`,
  },
  {
    name: 'de: shoe shop',
    seen: true,
    rows: `
wanderschuhe; wanderschuhe kaufen; wanderschuhe test; beste wanderschuhe; wanderschuhe sale; wanderschuhe günstig; wanderschuhe marken
wanderschuhe damen; damen wanderschuhe leicht; wanderschuhe frauen wasserdicht; wanderstiefel damen
wanderschuhe herren; herren wanderstiefel; wanderschuhe männer test
wanderschuhe kinder; kinderwanderschuhe; wanderschuhe kind gr 30
wanderschuhe größe; welche größe bei wanderschuhen; wanderschuhe eine nummer größer; wie müssen wanderschuhe sitzen; größentabelle wanderschuhe
wanderschuhe pflegen; wanderschuhe imprägnieren; wanderschuhe reinigen; lederschuhe wachsen wandern
wanderschuhe neu besohlen; wanderschuhe reparatur; wanderschuhe sohle löst sich; schuster für bergschuhe
bergschuhe; bergstiefel steigeisenfest; hochtourenschuhe; bergschuhe kategorie d
trailrunningschuhe; trailrunning schuhe damen; trail schuhe test; geländelaufschuhe
zustiegsschuhe; approach schuhe; zustiegsschuhe herren test
meindl island; meindl island mfs; meindl island damen; meindl island preis
lowa renegade; lowa renegade gtx mid; lowa renegade herren
meindl oder lowa; lowa vs meindl; meindl lowa unterschied
wandersocken; wandersocken merino; socken für wanderschuhe; beste wandersocken
wanderrucksack; wanderrucksack 30 liter; rucksack für tagestouren; tourenrucksack damen
rucksack richtig packen; rucksack einstellen; wie packt man einen wanderrucksack
trekkingstöcke; wanderstöcke faltbar; trekkingstöcke carbon; teleskopstöcke wandern
trekkingstöcke länge; welche stocklänge beim wandern; wanderstöcke richtig einstellen
regenjacke wandern; hardshelljacke herren; regenjacke damen outdoor; leichte regenjacke trekking
wanderladen garmisch; schuhgeschäft garmisch; bergsportgeschäft in der nähe; outdoor laden garmisch partenkirchen
blasen an den füßen wandern; blasen vermeiden wandern; was tun gegen blasen beim wandern
`,
  },
  {
    name: 'es: dentist',
    seen: true,
    rows: `
dentista madrid; clínica dental madrid; dentista en madrid centro; mejor dentista madrid; clínica dental cerca de mí; dentista barato madrid; clínica dental chamberí
dentista de urgencias madrid; urgencias dentales 24 horas; dentista abierto domingo; clínica dental urgencias
implantes dentales; implantes dentales madrid; implante dental clínica; poner un implante
implantes dentales precio; cuánto cuesta un implante dental; precio implante dental con corona; implantes baratos madrid
duele ponerse un implante; cuánto dura un implante dental; postoperatorio implante dental; cuidados tras implante
ortodoncia madrid; ortodoncia invisible; invisalign madrid; ortodoncista madrid; brackets transparentes
ortodoncia invisible precio; cuánto cuesta invisalign; precio brackets
invisalign o brackets; brackets metálicos o estéticos; diferencia invisalign y brackets
dentista infantil madrid; odontopediatra madrid; dentista para niños; primera visita al dentista niños
blanqueamiento dental madrid; blanqueamiento dental; blanquear dientes clínica; blanqueamiento dental precio
blanquear dientes en casa; bicarbonato para blanquear los dientes; remedios caseros dientes blancos
limpieza dental; limpieza dental precio; limpieza bucal madrid; cada cuánto hacerse una limpieza dental
caries; caries síntomas; empaste muela precio; tratamiento de caries
endodoncia; qué es una endodoncia; matar el nervio de una muela; endodoncia precio
muela del juicio; sacar muela del juicio; extracción muela del juicio precio; dolor muela del juicio
encías inflamadas; sangrado de encías; periodontitis tratamiento; gingivitis
carillas dentales; carillas de porcelana; carillas composite precio
dolor de muelas; qué tomar para el dolor de muelas; quitar dolor de muelas rápido
miedo al dentista; sedación consciente dentista; dentista sin dolor
`,
  },
  {
    name: 'fr: accountant',
    seen: true,
    rows: `
expert comptable lyon; cabinet comptable lyon; expert comptable villeurbanne; comptable lyon 3; meilleur expert comptable lyon; expert comptable lyon avis; cabinet d'expertise comptable lyon
expert comptable en ligne; comptable en ligne pas cher; cabinet comptable 100% en ligne; compta en ligne
tarif expert comptable; prix expert comptable sasu; combien coûte un expert comptable; honoraires expert comptable; tarif expert comptable auto entrepreneur
création entreprise lyon; créer une sasu; créer son entreprise expert comptable; création de société accompagnement; immatriculation sasu
sasu ou eurl; quel statut juridique choisir; différence sarl sas; eurl ou sasu avantages
externalisation paie; fiche de paie externalisée; gestion de la paie pme; logiciel ou cabinet pour la paie; bulletin de paie prestataire lyon
bilan comptable; bilan comptable prix; comptes annuels tpe; faire son bilan comptable
franchise de tva; seuil franchise tva 2025; franchise en base de tva conditions
déclaration de tva; comment déclarer la tva; ca3 remplir
dividendes sasu; fiscalité dividendes sasu; flat tax dividendes
changer d'expert comptable; lettre de résiliation expert comptable; quitter son expert comptable
expert comptable lmnp; comptabilité lmnp; lmnp régime réel comptable; déclaration lmnp
expert comptable restaurant; comptabilité restaurant; comptable chr
expert comptable médecin; comptable profession libérale; expert comptable bnc; aga infirmière libérale
déclaration impôt indépendant; déclaration de revenus auto entrepreneur; date limite déclaration impôts professionnels
contrôle fiscal que faire; contrôle fiscal assistance; avocat ou comptable contrôle fiscal
`,
  },
  {
    name: 'en: coffee shop',
    seen: false,
    rows: `
coffee beans; buy coffee beans online; whole bean coffee; best coffee beans; fresh roasted coffee beans; speciality coffee beans uk
espresso beans; best beans for espresso; dark roast espresso beans
decaf coffee beans; swiss water decaf; best decaf coffee
coffee subscription; monthly coffee subscription; coffee subscription gift; best coffee subscription uk
ground coffee; pre ground coffee for cafetiere; ground coffee for filter
coffee grinder; burr grinder; best coffee grinder; electric coffee grinder; coffee grinder sale
manual coffee grinder; hand coffee grinder; portable coffee grinder
how to clean a coffee grinder; cleaning burr grinder; coffee grinder cleaning tablets
coffee grind size chart; what grind size for french press; espresso grind size
aeropress; aeropress go; buy aeropress
aeropress recipe; how to use an aeropress; best aeropress method
hario v60; v60 dripper; v60 starter kit
v60 recipe; how to brew v60; v60 ratio
aeropress vs french press; v60 or aeropress; french press vs pour over
how to store coffee beans; do coffee beans go off; can you freeze coffee beans; coffee storage container
how much caffeine in espresso; caffeine in a cup of coffee; strongest coffee caffeine
wholesale coffee; wholesale coffee beans for cafes; coffee supplier for restaurants; office coffee beans supplier
how to descale a coffee machine; descaler for coffee machine; citric acid descale
arabica vs robusta; difference between arabica and robusta; what is robusta
coffee delivery cost; returns policy coffee order
`,
  },
  {
    name: 'de: removals',
    seen: false,
    rows: `
umzugsunternehmen köln; umzugsfirma köln; umzug köln; umzugshelfer köln; günstiges umzugsunternehmen köln; möbelspedition köln ehrenfeld; umzugsfirma in der nähe
was kostet ein umzug; umzugskosten; umzug kosten 3 zimmer; umzugskosten rechner; preis umzugsfirma pro stunde
umzug köln berlin; fernumzug deutschland; umzug von köln nach münchen; beiladung köln hamburg
firmenumzug; büroumzug köln; umzug unternehmen büro planen
seniorenumzug; umzug ins altersheim hilfe; seniorenumzug köln
entrümpelung köln; wohnungsauflösung köln; haushaltsauflösung kosten; sperrmüll entsorgen köln firma
möbel einlagern köln; lagerraum mieten köln; selfstorage köln preise
klaviertransport köln; klavier transportieren lassen; flügeltransport kosten
halteverbot beantragen köln; halteverbotszone umzug kosten; halteverbotsschilder umzug
umzugskartons kaufen; umzugskartons mieten; wie viele umzugskartons; umzugskisten günstig
umzug checkliste; checkliste umzug pdf; was beim umzug beachten; umzug planen
umzugskartons richtig packen; geschirr einpacken umzug; bücher packen tipps
wohnsitz ummelden köln; adresse ändern nach umzug; nachsendeauftrag post; wo muss ich mich ummelden
umzugskosten absetzen; umzugskostenpauschale 2025; umzug steuerlich geltend machen
sonderurlaub umzug; bekommt man frei für umzug
küchenmontage köln; küche abbauen und aufbauen lassen; küche umziehen lassen kosten
transporter mieten köln; umzugswagen mieten; 7,5 tonner mieten köln
umzug versicherung; schaden beim umzug wer zahlt; haftung umzugsunternehmen
umzugskosten jobcenter; jobcenter zahlt umzug
`,
  },
  {
    name: 'es: gym',
    seen: false,
    rows: `
gimnasio sevilla; gimnasios en sevilla; gimnasio cerca de mí; mejor gimnasio sevilla; gimnasio barato sevilla; gimnasio nervión; gimnasio 24 horas sevilla
cuánto cuesta un gimnasio al mes; precio gimnasio sevilla; tarifas gimnasio; cuota gimnasio
entrenador personal sevilla; entrenador personal precio; entrenador personal a domicilio; personal trainer sevilla
crossfit sevilla; box de crossfit sevilla; clases de crossfit
qué es el crossfit; crossfit beneficios; crossfit para principiantes
clases de spinning; spinning sevilla; ciclo indoor
pilates sevilla; clases de pilates; pilates con máquinas sevilla; pilates reformer
pilates para embarazadas; ejercicios embarazo tercer trimestre
yoga sevilla; clases de yoga sevilla; centro de yoga
natación sevilla; cursos de natación adultos; piscina cubierta sevilla; nado libre sevilla
natación para bebés; actividades extraescolares deporte niños sevilla; natación infantil
rutina gimnasio principiantes; rutina de gimnasio hombre; rutina full body 3 días; tabla de ejercicios gimnasio
ejercicios de glúteos; rutina glúteos gimnasio; cómo aumentar glúteos
ejercicios para perder peso; cómo adelgazar en el gimnasio; cardio o pesas para adelgazar; quemar grasa abdominal
cuánta proteína al día; proteína antes o después de entrenar; batido de proteínas
creatina para qué sirve; creatina efectos secundarios; cómo tomar creatina
agujetas cómo quitarlas; agujetas qué son; entrenar con agujetas
darse de baja gimnasio; carta baja gimnasio; congelar cuota gimnasio
trabajo monitor gimnasio sevilla; ofertas empleo entrenador sevilla
`,
  },
];
