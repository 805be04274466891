import type { WrittenSet } from './written.ts';

/**
 * More lists written by hand. The first two and the fourth were looked at while rules and words were added. The third was
 * written before that by the same hand, and only its figures were watched, so that they flatter. The last was tried when
 * the words stood, with a V-measure of 0.956, 0.028 above the better baseline; since then its mistakes were read once.
 */
export const WRITTEN_LATER: readonly WrittenSet[] = [
  {
    name: 'teeth, desks, plumbing, remodels, crm, phones',
    seen: true,
    rows: `
best electric toothbrush; electric toothbrush reviews; top rated electric toothbrushes; which electric toothbrush should i buy; electric toothbrush comparison
electric toothbrush for kids; kids electric toothbrush; childrens electric tooth brush; best electric toothbrush for children
replacement toothbrush heads; electric toothbrush replacement heads; toothbrush head replacements; cheap replacement heads for electric toothbrush
teeth whitening at home; how to whiten teeth at home; whiten your teeth naturally; diy teeth whitening; home remedies to whiten teeth
teeth whitening cost; how much does teeth whitening cost; teeth whitening price dentist; professional teeth whitening prices
emergency dentist near me; emergency dental clinic; 24 hour dentist; emergency dentist open now; urgent dental care nearby
dental implants cost; how much are dental implants; dental implant prices; cost of a single tooth implant; average price of tooth implants
invisalign vs braces; braces or invisalign; difference between invisalign and braces; are braces better than invisalign
invisalign cost; how much does invisalign cost; price of invisalign treatment; invisalign fees
standing desk; sit stand desk; height adjustable desk; adjustable standing desks; stand up desk
best standing desk; standing desk reviews; top standing desks 2024; best sit stand desks
standing desk converter; desk riser; sit stand desk converter; desktop standing desk riser
office chair for back pain; best office chair for bad back; ergonomic chair for lower back pain; chairs good for back pain; desk chair for back support
monitor arm; dual monitor arm; monitor mount for desk; monitor desk mount; adjustable monitor arms
home office ideas; small home office design; home office setup ideas; home office inspiration
how to unclog a drain; clogged drain fix; unblock sink; how to clear a blocked drain; unclog kitchen sink
emergency plumber; 24 hour plumber near me; emergency plumbing services; 24/7 plumbers; plumber open now
water heater replacement cost; cost to replace hot water heater; new water heater price; how much to install a water heater
tankless water heater vs tank; tankless or tank water heater; are tankless water heaters worth it; tankless water heater pros and cons
leaking faucet repair; fix a leaky faucet; how to repair a dripping tap; dripping faucet fix
bathroom remodel cost; how much does it cost to remodel a bathroom; bathroom renovation prices; average cost of bathroom renovation
bathroom remodel ideas; small bathroom ideas; bathroom design inspiration; bathroom renovation ideas
kitchen remodel cost; kitchen renovation price; how much does a kitchen remodel cost; average cost to redo a kitchen
crm software; best crm; customer relationship management software; crm systems; top crm tools
crm for small business; small business crm; best crm for small companies; simple crm for startups
free crm; free crm software; crm free trial; open source crm free
salesforce alternatives; competitors of salesforce; alternative to salesforce; apps like salesforce
hubspot pricing; how much does hubspot cost; hubspot price; hubspot plans and pricing
email marketing software; email marketing platforms; best email marketing tools; newsletter software; email newsletter service
email subject line examples; good email subject lines; best subject lines for emails; catchy email subject line ideas
cold email templates; cold email template sales; cold outreach email examples; sample cold emails
project management software; project management tools; best project management app; project planning software
gantt chart template; gantt chart excel template; free gantt chart template; excel gantt chart
how to make a gantt chart; create gantt chart in excel; gantt chart tutorial; making a gantt chart
iphone 14 case; iphone 14 cases; best case for iphone 14; iphone 14 protective cover
iphone 15 case; best iphone 15 cases; case for iphone 15; iphone 15 covers
iphone 15 screen repair; iphone 15 screen replacement; fix cracked iphone 15 screen; iphone 15 broken screen repair cost
running shoes for flat feet; best running shoes for flat feet; flat feet running shoe; trainers for flat feet
trail running shoes; best trail running shoes; trail runners; off road running shoes
running socks; best socks for running; anti blister running socks; socks for runners
`,
  },
  {
    name: 'de, es, fr: moving, insurance, heat pumps, madrid, recipes',
    seen: true,
    rows: `
umzugsunternehmen berlin; umzugsfirma berlin; umzug berlin firma; berliner umzugsunternehmen
umzugskosten; was kostet ein umzug; umzug kosten berechnen; umzugskostenrechner
umzugskartons kaufen; umzugskisten kaufen; umzugskartons günstig; umzugskarton bestellen
lebenslauf vorlage; lebenslauf muster; vorlage für lebenslauf word; lebenslauf vorlagen kostenlos; cv vorlage
bewerbung schreiben; bewerbungsschreiben muster; wie schreibt man eine bewerbung; anschreiben bewerbung
kfz versicherung vergleich; autoversicherung vergleichen; autoversicherungen im vergleich; kfz-versicherungsvergleich
kfz versicherung kündigen; autoversicherung kündigen; kündigung kfz versicherung vorlage; wann kann ich meine autoversicherung kündigen
zahnreinigung kosten; was kostet eine professionelle zahnreinigung; professionelle zahnreinigung preis; zahnreinigung preise
wärmepumpe kosten; was kostet eine wärmepumpe; preise wärmepumpen; wärmepumpe preis einfamilienhaus
wärmepumpe förderung; förderung für wärmepumpen; zuschuss wärmepumpe; wärmepumpe fördermittel
waschmaschine test; beste waschmaschine; waschmaschinen testsieger; waschmaschinen im test
waschmaschine reparieren; waschmaschine reparatur; waschmaschine defekt was tun; reparatur von waschmaschinen
rückenschmerzen übungen; übungen gegen rückenschmerzen; rückenübungen; gymnastik bei rückenschmerzen
sauerteigbrot rezept; sauerteig brot backen; rezept für sauerteigbrot; brot mit sauerteig
curriculum vitae ejemplo; ejemplos de cv; modelo de currículum; plantilla curriculum; ejemplo de hoja de vida
carta de presentación ejemplo; modelo carta de presentacion; cómo hacer una carta de presentación; ejemplos cartas de presentación
vuelos baratos a madrid; vuelos a madrid; billetes de avión baratos madrid; pasajes a madrid
hoteles en madrid centro; hotel madrid centro; hoteles baratos en el centro de madrid; alojamiento centro madrid
qué ver en madrid; lugares que visitar en madrid; que hacer en madrid; sitios turísticos de madrid
receta de paella; como hacer paella; paella valenciana receta; receta paella fácil
seguro de coche barato; seguros de coche baratos; seguro auto económico; seguros de auto baratos
seguro de viaje; seguro de viajes internacional; mejor seguro de viaje; seguros para viajar
hipoteca fija o variable; hipoteca a tipo fijo o variable; diferencia hipoteca fija y variable; mejor hipoteca fija o variable
calcular hipoteca; simulador de hipoteca; calculadora hipotecaria; simulador hipotecas
aprender inglés online; curso de inglés online; clases de inglés por internet; cursos de ingles en línea
móviles baratos; teléfonos móviles baratos; comprar móvil barato; celulares baratos
recette crêpes; pâte à crêpes; recette de pâte à crêpe; comment faire des crêpes; recette crepe facile
recette gâteau au chocolat; gateau chocolat facile; gâteau au chocolat moelleux; comment faire un gâteau au chocolat
assurance auto pas cher; assurance voiture pas chère; assurance auto moins chère; assurance voiture bon marché
assurance habitation comparateur; comparatif assurance habitation; comparer assurances habitation; meilleure assurance habitation
serrurier paris; serrurier pas cher paris; dépannage serrurerie paris; serrurier urgence paris
prix pompe à chaleur; combien coûte une pompe à chaleur; pompe a chaleur prix; tarif pompe à chaleur air eau
aide pompe à chaleur; subvention pompe à chaleur; prime pompe à chaleur; aides de l'état pompe à chaleur
location voiture lyon; louer une voiture à lyon; location de voitures lyon aéroport; location auto lyon
modèle cv gratuit; exemple de cv; cv modèle word; modèles de curriculum vitae
lettre de motivation exemple; exemple lettre de motivation; modèle lettre de motivation; comment rédiger une lettre de motivation
chaussures de randonnée femme; chaussure rando femme; chaussures de marche femme; meilleures chaussures de randonnée femmes
maigrir rapidement; perdre du poids vite; comment perdre du poids; comment maigrir
créer une entreprise; création d'entreprise; comment créer son entreprise; ouvrir une entreprise
visa usa; visa états unis; demande de visa pour les usa; visa pour les états-unis
`,
  },
  {
    name: 'pets, law, weddings, lisbon, loans, code, food, de, es, fr',
    seen: false,
    rows: `
dog food for puppies; puppy food; best puppy food; what to feed a puppy
grain free dog food; dog food without grain; best grain-free dog foods; grainfree dog food brands
raw dog food; raw diet for dogs; raw feeding dogs; barf diet dog
dog training near me; dog trainers in my area; dog obedience classes near me; puppy training classes
how to potty train a puppy; house training a puppy; puppy toilet training; housebreaking puppies
pet insurance; pet health insurance; insurance for pets; pet insurance quotes; compare pet insurance
pet insurance for older dogs; senior dog insurance; insurance for old dogs; best pet insurance for older dogs
cat litter box; self cleaning litter box; automatic litter box; robot litter tray
car accident lawyer; auto accident attorney; car crash lawyers; lawyer for car accident near me
divorce lawyer; divorce attorney near me; divorce lawyers; family law attorney divorce
divorce cost; how much does a divorce cost; cost of getting divorced; divorce fees
how to write a will; making a will; write your own will; last will and testament template
wedding venues; wedding venues near me; places to get married; wedding reception venues; cheap wedding venues
wedding photographer; wedding photography; wedding photographers near me; photographer for wedding
wedding photographer prices; how much does a wedding photographer cost; wedding photography packages; average cost of wedding photographer
wedding dresses; bridal gowns; wedding gown; bridal dress online
plus size wedding dresses; wedding dresses for curvy brides; plus size bridal gowns; large size wedding dress
things to do in lisbon; lisbon attractions; what to see in lisbon; lisbon sightseeing; best places to visit in lisbon
lisbon hotels; hotels in lisbon; where to stay in lisbon; lisbon accommodation; best hotels lisbon
flights to lisbon; cheap flights lisbon; lisbon airfare; fly to lisbon
lisbon weather; weather in lisbon; lisbon climate; best time to visit lisbon
mortgage calculator; mortgage repayment calculator; home loan calculator; calculate mortgage payment
mortgage rates; current mortgage rates; mortgage interest rates today; home loan rates
refinance mortgage; mortgage refinancing; should i refinance my home loan; refinance home loan
first time home buyer; first time home buyer programs; first-time buyer mortgage; help for first time house buyers
credit card cashback; best cash back credit cards; cashback cards; credit cards with cash back
balance transfer credit card; 0% balance transfer cards; best balance transfer cards; transfer credit card balance
learn python; python tutorial; python for beginners; python course online; how to learn python
python list sort; sort list python; how to sort a list in python; python sorting lists
python read csv file; read csv in python; open csv file python; python csv reader
install docker ubuntu; docker installation ubuntu; how to install docker on ubuntu 22.04; ubuntu docker setup
docker vs kubernetes; kubernetes or docker; difference between docker and kubernetes; kubernetes compared to docker
migrate wordpress site; wordpress migration; move wordpress to new host; transfer wordpress website
wordpress hosting; best wordpress hosting; wordpress web host; managed wordpress hosting; cheap hosting for wordpress
speed up wordpress; wordpress slow fix; make wordpress faster; wordpress performance optimization
vegan lasagna recipe; vegan lasagne; plant based lasagna; dairy free lasagna recipe
sourdough starter; how to make sourdough starter; sourdough starter recipe; starter for sourdough bread
air fryer chicken wings; chicken wings in air fryer; airfryer wings recipe; how long to cook wings in air fryer
protein powder for women; best protein powder women; womens protein shake; protein supplements for women
home workout no equipment; bodyweight workout at home; exercise at home without equipment; no equipment workouts
fahrrad reparatur; fahrradwerkstatt; fahrrad reparieren lassen; fahrradreparatur in der nähe
e-bike kaufen; ebike günstig kaufen; elektrofahrrad kaufen; e bikes im angebot
stromanbieter wechseln; strom anbieter wechsel; stromanbieterwechsel; wie wechsle ich den stromanbieter
clases de yoga; yoga cerca de mi; clases yoga para principiantes; centro de yoga
dejar de fumar; cómo dejar de fumar; trucos para dejar de fumar; métodos para dejar el tabaco
appartement à louer paris; location appartement paris; louer appartement paris; appartements en location à paris
déménagement pas cher; déménageur pas cher; entreprise de déménagement; société de déménagement prix
`,
  },
  {
    name: 'aquariums, printers, pianos, taxes, staff, camping, photos, de, es, fr',
    seen: true,
    rows: `
fish tank for beginners; beginner aquarium; best starter fish tank; first aquarium kit
how to cycle a fish tank; aquarium cycling; fish tank cycling guide; cycling a new aquarium
aquarium heater; fish tank heater; best heater for fish tank; submersible aquarium heaters
aquarium plants; live plants for fish tank; freshwater aquarium plants; easy aquarium plants
cloudy fish tank water; why is my aquarium cloudy; fix cloudy aquarium water; cloudy water in fish tank
3d printer for home; best home 3d printer; 3d printers for beginners; affordable 3d printer
3d printer filament; pla filament; cheap 3d printing filament; filament for 3d printers
3d printing service; 3d print service near me; custom 3d printing; online 3d printing services
free stl files; where to download 3d models; stl files download; free 3d models for printing
piano lessons; piano teacher near me; learn piano with a teacher; piano classes
learn piano online; online piano lessons; piano learning app; best app to learn piano
digital piano; best digital pianos; electric piano 88 keys; weighted keyboard piano
piano tuning; piano tuner near me; how much does it cost to tune a piano; piano tuning price
used pianos for sale; second hand piano; buy used piano; cheap upright pianos for sale
how to file taxes; filing your taxes; file tax return yourself; doing your own taxes
tax refund status; where is my tax refund; check tax refund; track my refund
self employed tax deductions; tax write offs for freelancers; deductions for self employed people; freelance tax deductions
tax accountant near me; local tax preparer; tax preparation services near me; cpa near me
tax software; best tax software; online tax filing software; tax return programs
employee onboarding checklist; new hire checklist; onboarding template for new employees; new employee onboarding checklist
employee onboarding software; onboarding tools for hr; best employee onboarding platforms
performance review examples; employee evaluation examples; performance appraisal comments; sample performance reviews
exit interview questions; questions to ask in an exit interview; exit interview template
time tracking app; employee time tracking software; timesheet software; best time tracker
backpacking stove; best camping stove for backpacking; lightweight camp stoves; ultralight stove
camping with dogs; tips for camping with a dog; dog friendly campsites; taking your dog camping
camping checklist; what to pack for camping; camping packing list; camping essentials
national park pass; america the beautiful pass; annual park pass; how much is a national park pass
mirrorless camera vs dslr; dslr or mirrorless; difference between dslr and mirrorless cameras
best camera for beginners; beginner camera; entry level dslr; first camera for photography
photo editing software; best photo editor; photoshop alternatives; free photo editing programs
how to take photos at night; night photography tips; night photography settings; shooting in low light
wedding cake; wedding cakes near me; wedding cake bakery; order a wedding cake
cake decorating ideas; birthday cake decorations; how to decorate a cake; cake decorating for beginners
gluten free bread recipe; homemade gluten free bread; how to bake gluten-free bread; gluten free loaf
hochbeet bauen; hochbeet selber bauen; hochbeet bauanleitung; anleitung hochbeet
hochbeet bepflanzen; was ins hochbeet pflanzen; hochbeet bepflanzung plan
rasen vertikutieren; wann rasen vertikutieren; vertikutieren zeitpunkt; rasen richtig vertikutieren
tomaten pflanzen; tomaten anpflanzen; wann tomaten pflanzen; tomatenpflanzen setzen
girokonto vergleich; bestes girokonto; kostenloses girokonto; girokonto ohne gebühren
elterngeld beantragen; elterngeld antrag; wie beantrage ich elterngeld; elterngeldantrag formular
placas solares precio; cuánto cuestan las placas solares; precio paneles solares casa; coste instalación placas solares
subvenciones placas solares; ayudas paneles solares; subvención autoconsumo solar
ansiedad síntomas; síntomas de la ansiedad; cómo saber si tengo ansiedad
psicólogo online; terapia online; psicólogos por internet; terapia psicológica a distancia
apprendre la guitare; cours de guitare débutant; apprendre à jouer de la guitare; guitare pour débutants
accorder une guitare; comment accorder sa guitare; accordeur guitare en ligne
changer pneu voiture; comment changer une roue; remplacer un pneu crevé
pneus hiver pas cher; pneu neige promo; acheter pneus hiver
`,
  },
  {
    name: 'skin, cars, sql, houses, rome, pets, laptops, de, es, fr',
    seen: true,
    rows: `
retinol for beginners; how to start using retinol; retinol guide; beginner retinol routine
vitamin c serum; best vitamin c serum; vitamin c face serum; vitamin c serums for skin
dark circles under eyes; how to get rid of dark circles; dark eye circles treatment; remove dark circles under eyes
oil change cost; how much is an oil change; oil change price; average oil change cost
how to change engine oil; change your own oil; diy oil change; changing car oil at home
car battery replacement; replace car battery; new car battery fitted; change a car battery
check engine light on; what does the check engine light mean; engine warning light; why is my check engine light on
used car inspection; pre purchase car inspection; second hand car check; used car checklist
sql join types; types of joins in sql; sql joins explained; inner join vs outer join
sql remove duplicates; delete duplicate rows sql; how to remove duplicate records in sql
learn sql; sql tutorial for beginners; sql course; sql training online
excel pivot table; how to make a pivot table; create pivot table excel; pivot tables tutorial
excel vlookup; vlookup formula; how to use vlookup in excel; vlookup example
sell my house fast; how to sell a house quickly; quick house sale; we buy houses
house valuation; how much is my house worth; home value estimate; free property valuation
buy to let mortgage; buy to let mortgages; landlord mortgage; mortgage for rental property
houses for sale in leeds; leeds property for sale; homes for sale leeds; buy a house in leeds
flats to rent leeds; leeds apartments to rent; rent a flat in leeds; leeds rentals
rome in 3 days; 3 day rome itinerary; what to do in rome in 3 days; rome itinerary three days
vatican tickets; vatican museum tickets; buy vatican tickets online; skip the line vatican
best pizza in rome; where to eat pizza in rome; rome pizzeria; top pizza places rome
train from rome to florence; rome to florence train; rome florence by train; train tickets rome florence
labrador puppies for sale; buy a labrador puppy; lab puppies near me; labrador breeders
how to stop dog barking; dog barking solutions; stop my dog from barking; dog barks too much
cat not eating; why is my cat not eating; my cat wont eat; cat stopped eating
noise cancelling earbuds; best noise cancelling earbuds; wireless earbuds with noise cancellation; anc earbuds
laptop for video editing; best video editing laptop; laptops for editing videos; good laptop for video editors
laptop overheating; how to cool down laptop; laptop gets hot; stop laptop from overheating
steuererklärung selber machen; steuererklärung machen anleitung; wie mache ich meine steuererklärung; steuererklärung ausfüllen
steuerberater kosten; was kostet ein steuerberater; steuerberater preise; kosten steuerberater steuererklärung
kinderwagen test; kinderwagen vergleich; bester kinderwagen; kinderwagen testsieger
kinderwagen gebraucht; gebrauchte kinderwagen; kinderwagen second hand
tortilla de patatas receta; receta tortilla española; cómo hacer tortilla de patatas; tortilla de patata casera
batidora de vaso; mejor batidora de vaso; batidoras de vaso baratas; comprar batidora vaso
tailler un olivier; quand tailler un olivier; taille olivier; comment tailler son olivier
tondeuse à gazon; meilleure tondeuse gazon; tondeuse gazon pas cher; tondeuse électrique gazon
`,
  },
];
