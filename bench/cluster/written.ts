/**
 * Searches with the page that each belongs on, written by hand for this bench: every row is one page.
 *
 * The first sets were looked at while the analysis was written, so that its figures on them flatter it. The last was written
 * after the rules and thresholds stood, and nothing was changed by what it showed but the choices of brands and things
 * that `cluster.test.ts` asks for. Since then its figures have been watched while rules were added for other lists, so that it is
 * no longer a blind one.
 */
export interface WrittenSet {
  readonly name: string;
  readonly seen: boolean;
  readonly rows: string;
}

export const WRITTEN: readonly WrittenSet[] = [
  {
    name: 'shoes, code, software, homes',
    seen: true,
    rows: `
running shoes for flat feet; flat feet running shoe; best running shoes for flat feet; running shoes flat feet women; top running shoes for flat feet
running shoes; running shoe; shoes for running; buy running shoes; running shoes online
running socks; socks for running; best running socks
trail running shoes; best trail running shoes; trail shoes for running
python list sort; sort list python; how to sort a list in python; python sort list; sorting lists in python
python list comprehension; list comprehension in python; list comprehensions python examples
python dictionary sort; sort dictionary by value python; how to sort a dict by value in python
iphone 14 case; case for iphone 14; iphone 14 cases
iphone 15 case; iphone 15 cases; best iphone 15 case
iphone 15 pro max price; price of iphone 15 pro max; how much is the iphone 15 pro max
how to clean white sneakers; clean white sneakers; cleaning white sneakers at home; best way to clean white sneakers
how to tie a tie; tie a tie; tying a tie step by step
crm software; crm system; crm tools; customer relationship management software
best crm for small business; crm for small businesses; small business crm software; top crm small business
hubspot pricing; hubspot price; how much does hubspot cost; hubspot plans
salesforce pricing; salesforce cost; how much does salesforce cost
hubspot vs salesforce; salesforce vs hubspot; hubspot or salesforce; compare hubspot and salesforce
hubspot login; log in to hubspot; hubspot sign in
hubspot alternatives; alternatives to hubspot; hubspot competitors
plumber near me; plumbers near me; local plumber; plumbers in my area
emergency plumber; 24 hour plumber; emergency plumbing service
colour palette generator; color palette generator; color scheme generator; generate color palette
mortgage calculator; mortgage payment calculator; calculate mortgage payments; home loan calculator
mortgage rates today; current mortgage rates; mortgage interest rates
refinance mortgage; mortgage refinancing; how to refinance a mortgage
chocolate chip cookie recipe; recipe for chocolate chip cookies; easy chocolate chip cookies; how to make chocolate chip cookies
banana bread recipe; easy banana bread; how to make banana bread; moist banana bread recipe
what is seo; seo meaning; what does seo mean; seo definition; seo explained
seo audit checklist; checklist for seo audit; seo audit template
seo agency; seo company; seo services; seo agencies
wireless earbuds under 50; best earbuds under $50; cheap wireless earbuds under 50
noise cancelling headphones; noise canceling headphones; best noise cancelling headphones
pdf to word converter; convert pdf to word; pdf to word
word to pdf converter; convert word to pdf; word to pdf
standing desk; sit stand desk; height adjustable desk; standing desks
gaming chair; gaming chairs; best gaming chair; chair for gaming
`,
  },
  {
    name: 'de, es, fr, ja',
    seen: true,
    rows: `
laufschuhe damen; damen laufschuhe; laufschuhe für damen; damen laufschuhe kaufen
laufsocken; laufsocken damen; socken zum laufen
laufschuhe für plattfüße; laufschuhe bei plattfüßen; plattfüße laufschuhe
kredit vergleich; kreditvergleich; kredite vergleichen
kfz versicherung wechseln; kfz-versicherung wechseln; autoversicherung wechseln
zimmerpflanzen pflege; pflege von zimmerpflanzen; zimmerpflanzen richtig pflegen
küche streichen; küche selber streichen; wie streicht man eine küche
zapatillas para correr; zapatillas de correr; zapatillas running
zapatillas para correr mujer; zapatillas de correr para mujer; zapatillas running mujer
receta de paella; paella receta; cómo hacer paella; receta paella valenciana
hoteles en madrid; hoteles madrid; hotel en madrid centro
seguro de coche; seguros de coches; seguro de coche barato; comparar seguros de coche
aprender inglés online; cursos de inglés online; curso de inglés en línea
ランニングシューズ おすすめ; おすすめのランニングシューズ; ランニングシューズ 人気 ランキング
ランニングソックス; ランニング ソックス おすすめ
東京 ホテル; 東京のホテル; ホテル 東京 安い
確定申告 やり方; 確定申告のやり方; 確定申告 方法
recette crêpes; recette de crêpes; crêpes recette facile; comment faire des crêpes
assurance auto pas cher; assurance auto moins cher; assurance voiture pas chère
location voiture paris; louer une voiture à paris; location de voiture paris
`,
  },
  {
    name: 'broad topics: email, dogs, coffee, solar',
    seen: true,
    rows: `
email marketing software; email marketing tools; email marketing platforms; email marketing software for small business; best email marketing software; cheap email marketing platform
email subject lines; best email subject lines; email subject line examples; catchy subject lines for emails; how to write email subject lines
welcome email examples; welcome email template; welcome emails; how to write a welcome email
email deliverability; improve email deliverability; what is email deliverability; email deliverability test
cold email templates; cold email examples; cold outreach email template; how to write a cold email
dog food for puppies; puppy food; best puppy food; food for puppies; grain free puppy food
dog training; how to train a dog; dog training tips; puppy training; dog obedience training
dog beds; large dog beds; orthopedic dog bed; washable dog bed; dog bed for large dogs
dog breeds; small dog breeds; hypoallergenic dog breeds; best family dogs; list of dog breeds
dog leash; retractable dog leash; leather dog leash; best dog leashes
espresso machine; best espresso machine; espresso machines; home espresso machine; automatic espresso machine
coffee grinder; best coffee grinder; burr coffee grinder; electric coffee grinders; manual coffee grinder
how to make cold brew; cold brew coffee; cold brew recipe; cold brew ratio; cold brew coffee at home
french press; how to use a french press; french press coffee ratio; french press instructions
coffee beans; best coffee beans; buy coffee beans online; whole bean coffee; organic coffee beans
solar panel cost; how much do solar panels cost; solar panels price; solar panel installation cost
solar panel installation; solar panel installers near me; install solar panels; solar installers
solar battery storage; solar batteries; home battery storage solar; best solar battery
solar tax credit; federal solar tax credit; solar panel tax credit; how does the solar tax credit work
portable solar panels; portable solar panel for camping; best portable solar panels; camping solar panel
`,
  },
  {
    name: 'yoga, cars, law, travel, code',
    seen: true,
    rows: `
yoga mat; yoga mats; best yoga mat; buy yoga mat online
how to clean a yoga mat; yoga mat cleaning; yoga mat cleaner diy; cleaning your yoga mat
yoga for beginners; beginner yoga; yoga poses for beginners; beginners yoga routine
hot yoga benefits; benefits of hot yoga; is hot yoga good for you
air fryer; air fryers; best air fryer; air fryer reviews
air fryer chicken wings; chicken wings in air fryer; air fryer wings recipe
air fryer vs oven; oven vs air fryer; difference between air fryer and oven
electric car charger; ev charger; electric vehicle charger; home ev charger
ev charger installation; electric car charger installation cost; install ev charger at home
electric car tax credit; ev tax credit; tax credit for electric cars
used electric cars; second hand electric cars; used ev for sale; buy used electric car
project management software; project management tools; best project management software; project management app
free project management software; free project management tools; project management software free
asana vs trello; trello vs asana; asana or trello
asana pricing; asana cost; asana plans pricing
trello alternatives; alternatives to trello; apps like trello
gantt chart template; gantt chart template excel; free gantt chart excel template
what is a gantt chart; gantt chart definition; gantt chart meaning; gantt chart explained
divorce lawyer near me; divorce attorney near me; local divorce lawyers; divorce lawyers near me
how much does a divorce cost; divorce cost; average cost of divorce
how to file for divorce; filing for divorce; file for divorce online
samsung galaxy s23 review; galaxy s23 review; samsung s23 reviews
samsung galaxy s24 review; galaxy s24 reviews; samsung s24 review
lose weight fast; how to lose weight fast; quick weight loss; fast weight loss tips
keto diet plan; ketogenic diet plan; keto meal plan; keto meal plan for beginners
intermittent fasting schedule; intermittent fasting times; 16 8 intermittent fasting
cheap flights to paris; flights to paris; paris flights; flight to paris cheap
hotels in paris; paris hotels; cheap hotels paris; best hotels in paris
things to do in paris; paris attractions; what to do in paris; paris sightseeing
javascript array map; array map javascript; js array map; how to use map in javascript
javascript array filter; filter array javascript; js filter array
react useeffect; useeffect hook; react useeffect example; useeffect in react
docker install ubuntu; install docker on ubuntu; how to install docker ubuntu
docker compose tutorial; docker compose guide; learn docker compose
wedding dresses; wedding dress; bridal gowns; wedding gowns
wedding invitations; wedding invites; wedding invitation cards
wedding vows examples; wedding vow examples; examples of wedding vows; how to write wedding vows
credit card for bad credit; bad credit credit cards; best credit cards for bad credit
balance transfer credit cards; best balance transfer card; 0 balance transfer credit card
`,
  },
  {
    name: 'broad topics: seo, garden, insurance, guitar',
    seen: true,
    rows: `
content marketing strategy; content marketing plan; how to create a content marketing strategy; b2b content marketing strategy; content strategy template
keyword research; keyword research tools; how to do keyword research; free keyword research tool; keyword research for seo
link building; link building strategies; link building services; how to build backlinks; backlink building
local seo; local seo services; local seo checklist; google business profile optimization; local seo for dentists
technical seo audit; technical seo checklist; site audit tool; website seo audit; technical seo issues
garden fence; garden fence ideas; wooden garden fence; cheap garden fencing; fence panels
lawn mower; cordless lawn mower; best lawn mowers; ride on lawn mower; robot lawn mower
raised garden beds; diy raised garden bed; raised bed gardening; raised bed soil mix; wooden raised beds
compost bin; how to compost; composting at home; best compost bin; kitchen compost bin
indoor plants; low light indoor plants; best indoor plants for beginners; indoor plant pots; easy indoor plants
life insurance; life insurance quotes; term life insurance; life insurance calculator; whole life insurance
pet insurance; best pet insurance; pet insurance for dogs; cheap pet insurance; pet insurance comparison
car insurance; cheap car insurance; car insurance quotes; car insurance for new drivers; compare car insurance
travel insurance; annual travel insurance; travel insurance europe; travel insurance for seniors; cheap travel insurance
home insurance; home insurance quotes; contents insurance; buildings and contents insurance; homeowners insurance
guitar chords; guitar chords for beginners; easy guitar chords; guitar chord chart; basic guitar chords
acoustic guitar; best acoustic guitar; acoustic guitar for beginners; used acoustic guitars; left handed acoustic guitar
guitar tuner; online guitar tuner; guitar tuning; how to tune a guitar; clip on guitar tuner
guitar lessons; online guitar lessons; guitar lessons near me; guitar teacher; learn guitar
guitar strings; best guitar strings; how to change guitar strings; acoustic guitar strings; bass strings
`,
  },
  {
    name: 'accounting, roofs, health, outdoor, de, es, ja',
    seen: true,
    rows: `
accounting software; accounting software for small business; small business accounting software; best accounting software
quickbooks vs xero; xero vs quickbooks; xero or quickbooks
how to write an invoice; write an invoice; writing invoices
invoice template; free invoice template; invoice templates; invoice template excel
payroll calculator; salary calculator; paycheck calculator
roof repair; roof repairs; roofing repair; roof repair services
roof repair cost; how much does roof repair cost; cost of roof repairs
roof replacement; replace a roof; new roof installation
gutter cleaning near me; gutter cleaners near me; gutter cleaning service near me
how to clean gutters; cleaning gutters; clean your gutters
mattress for back pain; best mattress for back pain; back pain mattress; mattresses for bad backs
memory foam mattress; memory foam mattresses; best memory foam mattress
mattress sizes; mattress size chart; what size is a queen mattress
vitamin d deficiency symptoms; symptoms of vitamin d deficiency; signs of low vitamin d
vitamin d foods; foods high in vitamin d; foods with vitamin d; vitamin d rich foods
vitamin b12 foods; foods high in b12; b12 rich foods
learn spanish online; spanish lessons online; online spanish course; spanish classes online
spanish verbs; spanish verb conjugation; conjugate spanish verbs
spanish numbers; numbers in spanish; spanish numbers 1 100
fix git merge conflict; git merge conflicts; resolve merge conflict git; how to resolve git merge conflicts
git undo last commit; undo last commit git; how to undo a commit in git
git rebase vs merge; git merge vs rebase; difference between rebase and merge
css center div; center a div css; how to center a div; centering div in css
css grid tutorial; css grid guide; learn css grid
macbook air m2 review; macbook air m2 reviews; review macbook air m2
macbook air m3 review; macbook air m3 reviews; m3 macbook air review
cheap laptops for students; student laptops; best laptops for students; laptops for college students
camping tent 4 person; 4 person tent; four person tent; best 4 person tents
camping tent 6 person; 6 person tent; best 6 person tents
sleeping bag for winter; winter sleeping bag; cold weather sleeping bag
hiking boots women; women's hiking boots; ladies hiking boots; best hiking boots for women
hiking boots men; men's hiking boots; mens walking boots; best hiking boots for men
tomato plant care; how to care for tomato plants; caring for tomato plants
when to plant tomatoes; best time to plant tomatoes; planting tomatoes when
wohnung mieten berlin; mietwohnung berlin; wohnungen in berlin mieten; berlin wohnung mieten
wohnung kaufen berlin; eigentumswohnung berlin; wohnungen kaufen in berlin
alquiler de coches madrid; alquilar coche madrid; coches de alquiler en madrid
vuelos baratos a londres; vuelos a londres; vuelo londres barato
転職 エージェント おすすめ; 転職エージェント 比較; おすすめの転職エージェント
履歴書 書き方; 履歴書の書き方; 履歴書 書き方 見本
`,
  },
  {
    name: 'babies, servers, kitchens, exams, pets, de, es, fr',
    seen: true,
    rows: `
baby stroller; baby strollers; best baby stroller; lightweight stroller; buy baby stroller
car seat age limits; when to change car seat; car seat rules by age; baby car seat laws
baby sleep schedule; newborn sleep schedule; sleep schedule for babies; baby sleep routine
potty training tips; how to potty train; potty training boys; potty training a toddler
diaper rash cream; best diaper rash cream; cream for nappy rash; diaper rash treatment
kubernetes vs docker; docker vs kubernetes; difference between docker and kubernetes
kubernetes tutorial; learn kubernetes; kubernetes for beginners; kubernetes course
install kubernetes ubuntu; how to install kubernetes; kubernetes installation guide
terraform aws example; terraform aws examples; terraform examples aws
what is terraform; terraform explained; terraform definition
postgres backup; backup postgres database; how to back up postgresql; postgresql backup command
kitchen remodel cost; kitchen renovation cost; how much does a kitchen remodel cost; cost to remodel a kitchen
kitchen remodel ideas; kitchen renovation ideas; small kitchen remodel ideas; ideas for kitchen remodeling
kitchen cabinets; kitchen cupboards; kitchen cabinet doors; white kitchen cabinets
bathroom tiles; bathroom tile ideas; tiles for bathroom; bathroom floor tiles
electrician near me; local electricians; electricians nearby; emergency electrician near me
term life insurance quotes; term life insurance rates; cheap term life insurance; compare term life insurance
whole life insurance; what is whole life insurance; whole life insurance explained; whole life policy
best credit cards for travel; travel credit cards; travel rewards credit card; top travel credit cards
how to build credit; build credit score; building credit fast; improve credit score
ielts preparation; ielts prep course; ielts preparation online; prepare for ielts
ielts writing task 2; ielts writing task 2 samples; writing task 2 ielts tips
ielts score calculator; calculate ielts score; ielts band calculator
mba programs online; online mba; online mba programs; best online mba
mba salary; average mba salary; salary after mba; how much do mba graduates make
dog grooming near me; dog groomers near me; pet grooming near me; local dog groomers
how to groom a dog; dog grooming at home; groom your dog at home; diy dog grooming
cat litter; best cat litter; clumping cat litter; cat litter brands
why do cats purr; why does my cat purr; cat purring meaning; what does cat purring mean
zahnarzt berlin; zahnärzte in berlin; zahnarzt in berlin mitte
zahnimplantat kosten; was kostet ein zahnimplantat; kosten zahnimplantate; implantat zahn preis
dieta keto; dieta cetogénica; qué es la dieta keto; menú dieta keto
abogado laboralista; abogados laboralistas; abogado laboral madrid
pompe à chaleur prix; prix pompe à chaleur; coût pompe à chaleur; tarif pompe à chaleur
`,
  },
  {
    name: 'teeth, shops, moving, golf, japan, funds, de, es, ja',
    seen: false,
    rows: `
electric toothbrush; electric toothbrushes; best electric toothbrush; sonic toothbrush
teeth whitening at home; how to whiten teeth at home; whiten teeth at home; home teeth whitening
wisdom tooth removal cost; wisdom teeth removal cost; how much is wisdom tooth removal
wisdom tooth removal recovery; recovery after wisdom teeth removal; wisdom teeth recovery time
invisalign vs braces; braces vs invisalign; invisalign or braces
wordpress themes; best wordpress themes; free wordpress themes; wordpress theme free
wordpress hosting; best wordpress hosting; cheap wordpress hosting; wordpress web hosting
speed up wordpress; how to speed up wordpress; make wordpress faster; wordpress speed optimization
migrate wordpress site; how to migrate wordpress; move wordpress to new host; wordpress migration
shopify login; shopify admin login; login to shopify
shopify pricing; shopify plans; how much does shopify cost; shopify cost per month
shopify vs woocommerce; woocommerce vs shopify; shopify or woocommerce
moving companies; movers near me; moving companies near me; local movers
moving checklist; house moving checklist; checklist for moving house
how to pack for a move; packing tips for moving; packing for moving house
self storage units; storage units near me; self storage near me
golf clubs for beginners; beginner golf clubs; best golf clubs for beginners
golf swing tips; how to improve golf swing; golf swing basics; golf swing tips for beginners
golf balls; best golf balls; cheap golf balls; used golf balls
sourdough starter; sourdough starter recipe; how to make sourdough starter; make a sourdough starter
sourdough bread recipe; recipe for sourdough bread; easy sourdough bread; sourdough loaf recipe
gluten free sourdough; gluten free sourdough bread; sourdough bread gluten free recipe
visa requirements japan; japan visa requirements; do i need a visa for japan; japan tourist visa
japan rail pass; jr pass; japan rail pass price; buy japan rail pass
best time to visit japan; when to visit japan; when to go to japan; best month to visit japan
tokyo itinerary; tokyo itinerary 3 days; 3 days in tokyo; three day tokyo itinerary
index funds; what are index funds; index funds explained; index fund meaning
etf vs index fund; index fund vs etf; difference between etf and index fund
roth ira contribution limits; roth ira limits; contribution limit roth ira 2025
roth ira calculator; roth calculator; calculate roth ira growth
wärmepumpe kosten; kosten wärmepumpe; was kostet eine wärmepumpe; wärmepumpe preis
wärmepumpe förderung; förderung wärmepumpe; zuschuss wärmepumpe
cómo hacer un currículum; hacer currículum; cómo hacer un cv; crear currículum
plantillas de currículum; plantilla currículum; plantillas cv gratis
クレジットカード おすすめ; おすすめ クレジットカード; クレジットカード ランキング; クレジットカード 比較
引っ越し 費用; 引っ越し費用 相場; 引越し 料金
`,
  },
];
