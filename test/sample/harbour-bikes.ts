import { framed, structuredData } from './page.ts';
import type { Frame, PageText, SampleSite } from './page.ts';

/** A bicycle shop: products, a workshop, guides, one page in German, a noindex page and a closed basket. */
const HOST = 'harbour-bikes.example';

const FRAME: Frame = {
  host: HOST,
  site_name: 'Harbour Bikes',
  header: `
<header>
  <a href="/"><img src="/images/logo.svg" alt="Harbour Bikes"></a>
</header>
<nav>
  <a href="/bikes/">Bikes</a>
  <a href="/workshop/">Workshop</a>
  <a href="/guides/winter-care">Guides</a>
  <a href="/about">About us</a>
  <a href="/contact">Contact</a>
  <a href="/basket" rel="nofollow">Basket</a>
</nav>`,
  sidebar: '',
  footer: `
<footer>
  <p>Harbour Bikes, 4 Rope Walk, Northcove. Open Tuesday to Saturday, 9 to 18.</p>
  <p><a href="/de/lastenrad-beratung" hreflang="de">Deutsch</a> · <a href="http://forum.pedalfolk.example/">Pedalfolk forum</a></p>
</footer>`,
};

const SHOP = {
  '@type': 'BikeStore',
  name: 'Harbour Bikes',
  url: 'http://harbour-bikes.example/',
  telephone: '+44 1632 960142',
  address: {
    '@type': 'PostalAddress',
    streetAddress: '4 Rope Walk',
    addressLocality: 'Northcove',
    addressCountry: 'GB',
  },
  openingHours: 'Tu-Sa 09:00-18:00',
};

const PLOVER: Omit<PageText, 'path'> = {
  title: 'Plover city bike with belt drive | Harbour Bikes',
  description:
    'The Plover is a quiet city bike with belt drive, hub gears and lights that need no charging. From 940 pounds.',
  canonical: '/bikes/plover-city',
  head: structuredData({
    '@type': 'Product',
    name: 'Plover city bike',
    image: 'http://harbour-bikes.example/images/plover.svg',
    offers: { '@type': 'Offer', price: '940.00', priceCurrency: 'GBP', availability: 'https://schema.org/InStock' },
  }),
  body: `
<h1>Plover city bike</h1>
<p><img src="/images/plover.svg" alt="Plover city bike in sea green, seen from the side"></p>
<p>The Plover is the bike that we lend to customers while theirs is in the workshop, and a good third of them come back to buy one. It has a belt instead of a chain, eight gears in the hub and a dynamo that feeds both lights, so there is nothing to oil and nothing to charge.</p>
<h2>What it is good at</h2>
<p>Short trips in ordinary clothes. The chain case is not needed because there is no chain, the mudguards are wide enough for our winters, and the rear rack takes two panniers or a <a href="/guides/fit-a-child-seat">child seat</a> up to 22 kilograms.</p>
<h2>What it is not</h2>
<p>A bike for long hills. The lowest gear is fine for the climb to the station and no lower. If you carry more than a week's shopping, look at the <a href="/bikes/gannet-8">Gannet 8</a> instead.</p>
<h2>Sizes and price</h2>
<p>Three frame sizes, for riders from 1.55 to 1.95 metres, in sea green or slate. 940 pounds with lights, rack, stand and first service.</p>`,
};

const TEXTS: readonly PageText[] = [
  {
    path: '/',
    title: 'Harbour Bikes: city, touring and cargo bikes in Northcove',
    description:
      'A small bicycle shop on the quay in Northcove: cargo, city and touring bikes to try, and a workshop that repairs every make.',
    head: structuredData(SHOP),
    body: `
<h1>Bikes for the town and the coast</h1>
<p>We are a shop of five people and a dog on the old quay of Northcove. We build and sell three bikes of our own design, repair bikes of every make, and lend a cargo bike for a weekend to anybody who wonders whether one could replace the second car.</p>
<h2>Our bikes</h2>
<ul>
  <li><a href="/bikes/gannet-8">Gannet 8</a>, a cargo bike for two children or a week's shopping. It came out <a href="http://chainring.example/tests/cargo-bikes-2025">best in the 2025 cargo bike test</a>.</li>
  <li><a href="/bikes/plover-city">Plover</a>, a city bike that needs next to no care.</li>
  <li><a href="/bikes/dunlin-tourer">Dunlin</a>, a tourer for the coast path and for longer roads.</li>
</ul>
<h2>The workshop</h2>
<p>A yearly service takes two working days and costs 65 pounds; a puncture is mended while you wait. You do not need to have bought the bike from us. See <a href="/workshop/">how the workshop works</a>.</p>
<h2>Try before you buy</h2>
<p>Every bike in the shop can be taken for a ride of an hour without an appointment. For the cargo bike we ask for a deposit and your promise to bring it back dry.</p>
<aside><a href="http://chainring.example/tests/cargo-bikes-2025"><img src="/images/test-winner.svg" alt="Chainring test winner 2025"></a></aside>`,
  },
  {
    path: '/bikes/',
    title: 'All bikes: cargo, city and touring | Harbour Bikes',
    description:
      'Compare our three bikes: the Gannet 8 cargo bike, the Plover city bike and the Dunlin tourer, with loads, gears and prices.',
    body: `
<h1>All bikes</h1>
<p>We make three bikes and have made the same three for six years, because a part that fits every year is a part that we can still get in ten. All of them have hub gears or a simple derailleur, disc brakes and wide tyres.</p>
<table>
  <caption>The three bikes compared</caption>
  <tr><th>Bike</th><th>Made for</th><th>Load</th><th>Weight</th><th>Price</th></tr>
  <tr><td><a href="/bikes/gannet-8">Gannet 8</a></td><td>children, shopping, tools</td><td>100 kg</td><td>34 kg</td><td>3,850 pounds</td></tr>
  <tr><td><a href="/bikes/plover-city">Plover</a></td><td>short trips in town</td><td>25 kg</td><td>16 kg</td><td>940 pounds</td></tr>
  <tr><td><a href="/bikes/dunlin-tourer">Dunlin</a></td><td>days on the road</td><td>30 kg</td><td>14 kg</td><td>1,480 pounds</td></tr>
</table>
<h2>Colours</h2>
<p>The Plover comes in slate and in <a href="/bikes/plover-city?colour=green">sea green</a>; the others are slate only. Paint scratches in our salt air, so a small pot of touch-up paint comes with each bike.</p>
<h2>Used bikes</h2>
<p>We take our own bikes back in part exchange and sell them again with a year's guarantee. There are usually two or three in the shop; ask, because they never stay long enough to be photographed.</p>`,
  },
  {
    path: '/bikes/gannet-8',
    title: 'Gannet 8 cargo bike for two children | Harbour Bikes',
    description:
      'The Gannet 8 is a two-wheeled cargo bike with a low box for two children or 100 kilograms. Electric drive, eight gears, 3,850 pounds.',
    head: [
      '<link rel="alternate" hreflang="de" href="http://harbour-bikes.example/de/lastenrad-beratung">',
      structuredData({
        '@type': 'Product',
        name: 'Gannet 8 cargo bike',
        brand: { '@type': 'Brand', name: 'Harbour Bikes' },
        image: 'http://harbour-bikes.example/images/gannet-8.svg',
        offers: {
          '@type': 'Offer',
          price: '3850.00',
          priceCurrency: 'GBP',
          availability: 'https://schema.org/InStock',
        },
        aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.7', reviewCount: '38' },
      }),
    ].join('\n'),
    body: `
<h1>Gannet 8 cargo bike</h1>
<p><img src="/images/gannet-8.svg" alt="Gannet 8 cargo bike with two children in the box"></p>
<p>The Gannet carries two children, or a week's shopping for four, in a box between the rider and the front wheel. It has two wheels, not three, so it leans into bends like any other bike; most people ride it without thinking after the first ten minutes.</p>
<h2>The box</h2>
<p>The floor of the box is 28 centimetres above the road, low enough that a three-year-old climbs in alone. The bench has two three-point belts and folds away. A rain cover with clear sides comes with the bike. The box is made of plywood from a boatyard across the harbour and can be replaced panel by panel.</p>
<h2>Drive and brakes</h2>
<p>A mid motor with 65 newton metres pulls the loaded bike up Station Hill at 14 kilometres an hour. The battery lasts for 40 to 60 kilometres and lifts out for charging. Hydraulic disc brakes on both wheels stop 200 kilograms in the wet; we change the pads at the first service whether they need it or not.</p>
<h2>What it costs, and who helps</h2>
<p>3,850 pounds, with lights, lock, rain cover and the first service. Residents of Northcove can ask for the <a href="http://www.northcove.example/transport/cargo-bike-grant">Northcove cargo bike grant</a>, which pays up to 800 pounds of it; we fill in the supplier's part of the form for you.</p>
<h2>What others say</h2>
<p>The Gannet won <a href="http://chainring.example/tests/cargo-bikes-2025">Chainring's group test</a> of seven cargo bikes in spring 2025. The testers liked the low box and the quiet motor and did not like the stand, which we have changed since.</p>
<h2>Questions</h2>
<h3>Does it fit through a garden gate?</h3>
<p>It is 66 centimetres wide at the handlebar. A standard garden gate is 90.</p>
<h3>Can I have it without a motor?</h3>
<p>No. We tried, and we do not want to sell you a bike that you stop riding in November.</p>`,
  },
  { path: '/bikes/plover-city', ...PLOVER },
  { path: '/bikes/plover-city?colour=green', ...PLOVER },
  {
    path: '/bikes/dunlin-tourer',
    title: 'Dunlin touring bike for long roads | Harbour Bikes',
    description:
      'The Dunlin is a steel touring bike with racks front and rear, wide tyres and gears for loaded hills. 1,480 pounds ready to ride.',
    body: `
<h1>Dunlin touring bike</h1>
<p><img src="/images/dunlin.svg" alt="Dunlin touring bike with four panniers on the coast path"></p>
<p>A touring bike has one task: to be the same on the tenth day as on the first. The Dunlin is made of steel because steel bends before it breaks and because any village has somebody who can weld it. It has thirty gears, of which you will use the lowest five more than you think.</p>
<h2>Carrying</h2>
<p>Racks front and rear are part of the bike and rated for 30 kilograms together. Three bottles fit in the frame. The wheels have 36 spokes each, and two spare ones are taped to the chainstay.</p>
<h2>Riding</h2>
<p>Long wheelbase, upright enough to see the sea, tyres of 47 millimetres that take gravel without complaint. Before a tour, read our <a href="/guides/winter-care">guide to winter care</a> even in summer: most breakdowns on the road are worn pads and dry chains.</p>
<h2>Price</h2>
<p>1,480 pounds ready to ride, in five sizes. Fitting takes an hour and is part of the price.</p>`,
  },
  {
    path: '/workshop/',
    title: 'Bicycle workshop: services and prices | Harbour Bikes',
    description:
      'Repairs for bikes of every make in Northcove: yearly service 65 pounds, punctures while you wait, and clear prices for the rest.',
    head: structuredData({ '@type': 'Service', name: 'Bicycle repair', provider: SHOP }),
    body: `
<h1>The workshop</h1>
<p>Two mechanics work here from Tuesday to Saturday. We repair bikes of every make, including the ones with parts that nobody admits to having sold you.</p>
<h2>Prices</h2>
<ul>
  <li>Puncture, while you wait: 12 pounds with a new tube</li>
  <li>Brake pads, one wheel: 15 pounds and the pads</li>
  <li>Yearly service: 65 pounds</li>
  <li>Safety check with certificate for the council's grant: 20 pounds</li>
  <li>Wheel trued: 18 pounds</li>
</ul>
<h2>How it goes</h2>
<p>Bring the bike before noon and we look at it together. You get a written price before anything is done, and a call when it changes. A yearly service takes two working days; in March, when everybody remembers their bike on the same Saturday, it takes five.</p>
<h2>A bike to lend</h2>
<p>While yours is here you can borrow one of ours for 5 pounds a day. Before you go, enter your own bike in the council's <a href="http://www.northcove.example/transport/bike-register">free bike register</a>; we stamp the frame number into the form.</p>`,
  },
  {
    path: '/guides/fit-a-child-seat',
    title: 'How to fit a child seat to a bike, step by step | Harbour Bikes',
    description:
      'Fit a rear child seat safely in half an hour: which bikes take one, the tools, six steps, and the three checks before the first ride.',
    head: structuredData({
      '@type': 'HowTo',
      name: 'Fit a child seat to a bike',
      totalTime: 'PT30M',
      step: [
        { '@type': 'HowToStep', text: 'Check that the frame tube is between 28 and 40 millimetres thick.' },
        { '@type': 'HowToStep', text: 'Screw the holder to the seat tube and tighten all four screws crosswise.' },
        { '@type': 'HowToStep', text: 'Push the bars of the seat into the holder until both sides click.' },
      ],
    }),
    body: `
<h1>How to fit a child seat to a bike</h1>
<p>A rear child seat takes half an hour to fit and five minutes to check. The check is the part that people leave out, and it is the part that matters.</p>
<h2>Before you begin</h2>
<p>You need a frame of steel or aluminium with a seat tube between 28 and 40 millimetres thick, the key that came with the seat, and a rag. Carbon frames do not take a child seat. Which seat to buy is another question; the <a href="http://chainring.example/tests/child-seats">child seat test</a> in Chainring compares eight of them, and the <a href="https://bikestandards.example/child-seats">national standard</a> says what a seat has to stand.</p>
<h2>Six steps</h2>
<ol>
  <li>Clean the seat tube where the holder will sit.</li>
  <li>Put the holder around the tube, a hand's width above the bottom bracket.</li>
  <li>Tighten the four screws crosswise, a little at a time, until the key's marker shows green.</li>
  <li>Push both bars of the seat into the holder until they click.</li>
  <li>Set the footrests so that the knees are bent at a right angle.</li>
  <li>Thread the safety strap around the frame, not around the seat post.</li>
</ol>
<h2>Three checks before the first ride</h2>
<p>Lift the bike by the seat: nothing may slip. Put 15 kilograms of flour in it and ride around the block. Then look at the springs of your saddle: small fingers must not reach them.</p>
<h2>When not to</h2>
<p>Children under nine months, who cannot hold up their head with a helmet on, belong in a cargo bike with a shell or not on a bike at all.</p>`,
  },
  {
    path: '/guides/winter-care',
    title: 'Winter care for bikes near the sea | Harbour Bikes',
    description:
      'Salt ruins a bike faster than distance does. Ten minutes a week keep chain, brakes and lights alive through a winter by the sea.',
    head: structuredData({
      '@type': 'Article',
      headline: 'Winter care for bikes near the sea',
      datePublished: '2024-11-03',
      dateModified: '2025-01-12',
      author: { '@type': 'Person', name: 'Tom Hale' },
    }),
    body: `
<h1>Winter care for bikes near the sea</h1>
<p>By Tom Hale, mechanic. A bike that lives within sight of the harbour ages twice as fast as one ten miles inland, and nearly all of that is salt. The cure is dull and works: ten minutes a week.</p>
<h2>Rinse, do not blast</h2>
<p>A bucket of warm water and a sponge. A pressure washer drives the salt into the bearings, where you cannot see it and we can, in spring, for 90 pounds.</p>
<h2>Dry chain, wet oil</h2>
<p>Wipe the chain with a rag until the rag stays clean, then one drop of wet-weather oil on each link, then wipe again. Oil that you can see is oil that collects sand.</p>
<h2>Brakes</h2>
<p>Rim brakes collect grit in the pads; pick it out with a needle. Disc brakes squeal when they are damp and again when they have seen oil, and the two sound the same. There is <a href="http://forum.pedalfolk.example/t/102-squeaky-brakes">a long thread on squeaky brakes</a> by people who have tried everything, in the right order.</p>
<h2>Lights</h2>
<p>Check both every Sunday, from ten metres away. A rear light that glows faintly is a light for you, not for the lorry behind you.</p>
<h2>Leave to us</h2>
<p>Wheel bearings, the headset and anything hydraulic. The <a href="/workshop/">workshop</a> has most time in January.</p>`,
  },
  {
    path: '/about',
    title: 'About Harbour Bikes: five people and a dog on the quay',
    description:
      'Who we are: a shop founded in 2013 in a former sail loft in Northcove, owned by the five people who work in it.',
    head: structuredData({ '@type': 'AboutPage', mainEntity: SHOP }),
    body: `
<h1>About us</h1>
<p>Harbour Bikes began in 2013 with one workstand in a former sail loft. Today five people work here, and the five own the shop together in equal parts. The dog, Ballast, owns the place by the stove.</p>
<h2>Why our own bikes</h2>
<p>For three years we sold what the catalogues offered and spent our winters repairing it. Then we drew a bike that we would not have to repair, had forty made, and sold them in a month. That was the first Plover.</p>
<h2>What we do not do</h2>
<p>We do not sell electric scooters, we do not buy back bikes without a proof of purchase, and we do not work on Mondays.</p>
<h2>In the town</h2>
<p>We keep the pump and the tool post at the ferry steps working, on behalf of <a href="http://www.northcove.example/">Northcove Town Council</a>, and teach a repair evening on the first Thursday of the month. It costs nothing and there is tea.</p>`,
  },
  {
    path: '/contact',
    title: 'Contact and directions | Harbour Bikes, Northcove',
    description:
      'Where to find Harbour Bikes in Northcove, when we are open, and how to reach us by telephone, post or bicycle.',
    head: structuredData(SHOP),
    body: `
<h1>Contact and directions</h1>
<p>Harbour Bikes<br>4 Rope Walk<br>Northcove</p>
<p>Telephone <a href="tel:+441632960142">01632 960142</a>, e-mail <a href="mailto:hello@harbour-bikes.example">hello@harbour-bikes.example</a>.</p>
<h2>Opening hours</h2>
<p>Tuesday to Saturday from 9 to 18. The workshop takes bikes in until noon, and gives them back until the lights go out. On Mondays and Sundays there is nobody here but the dog.</p>
<h2>By bike</h2>
<p>Follow route 3 to the ferry steps and turn left along the water. The council has a <a href="http://www.northcove.example/documents/cycle-map.pdf">cycle map (PDF)</a> on which we are the small spanner. There are stands for twelve bikes and one cargo bike in front of the door.</p>
<h2>By bus</h2>
<p>Line 7 to Rope Walk, every twenty minutes. The driver takes folding bikes at any time and other bikes when there is room.</p>
<h2>Write to us</h2>
<p>Use the form in the shop or send an e-mail; after a message you see our <a href="/thank-you">note of thanks</a>, and an answer within two working days.</p>`,
  },
  {
    path: '/de/lastenrad-beratung',
    language: 'de',
    title: 'Lastenrad-Beratung am Hafen von Northcove | Harbour Bikes',
    description:
      'Beratung und Probefahrt mit dem Lastenrad Gannet 8: Zuladung, Akku, Zuschuss und alles, was vor dem Kauf zu klären ist.',
    head: '<link rel="alternate" hreflang="en" href="http://harbour-bikes.example/bikes/gannet-8">',
    body: `
<h1>Lastenrad-Beratung am Hafen</h1>
<p>Ein Lastenrad kauft man nicht nach dem Prospekt. Kommen Sie vorbei, setzen Sie die Kinder in die Kiste und fahren Sie eine Runde um den Hafen. Danach wissen Sie mehr als nach drei Abenden im Internet. Eine Stunde Probefahrt kostet nichts; für ein ganzes Wochenende nehmen wir eine Kaution.</p>
<h2>Passt ein Lastenrad zu Ihnen?</h2>
<p>Wir fragen nach drei Dingen: Was wollen Sie fahren, wo steht das Rad über Nacht, und wie steil ist der Weg nach Hause? Das <a href="/bikes/gannet-8">Gannet 8</a> trägt zwei Kinder oder hundert Kilogramm und braucht einen trockenen Platz von der Länge eines kleinen Bootes.</p>
<h2>Akku und Reichweite</h2>
<p>Mit voller Kiste reicht eine Ladung für etwa vierzig Kilometer, im Sommer und ohne Wind auch für sechzig. Der Akku lässt sich herausnehmen und in der Wohnung laden. Nach fünf Jahren hat er noch rund vier Fünftel seiner Kraft.</p>
<h2>Zuschuss</h2>
<p>Wer in Northcove wohnt, kann einen <a href="http://www.northcove.example/transport/cargo-bike-grant">Zuschuss der Stadt Northcove</a> von bis zu 800 Pfund beantragen. Das Formular füllen wir gern gemeinsam aus.</p>
<p>Deutsch sprechen bei uns Greta und, wenn es ums Bremsen geht, auch Tom.</p>`,
  },
  {
    path: '/thank-you',
    title: 'Thank you for your message | Harbour Bikes',
    description: 'Your message has reached us. We answer within two working days.',
    robots: 'noindex',
    body: `
<h1>Thank you for your message</h1>
<p>It lies on the workbench now, and somebody with clean hands will answer it within two working days. If your bike cannot wait that long, call us on 01632 960142 between 9 and 18 or bring it before noon.</p>
<p>In the meantime you could read how to <a href="/guides/winter-care">keep a bike alive near the sea</a>, or have a look at <a href="/bikes/">our three bikes</a>.</p>`,
  },
];

const SITEMAP = TEXTS.map((text) => text.path).filter((path) => path !== '/thank-you' && !path.includes('?'));

export const HARBOUR_BIKES: SampleSite = {
  host: HOST,
  robots: 'User-agent: *\nDisallow: /basket\n\nSitemap: http://harbour-bikes.example/sitemap.xml\n',
  pages: [
    ...TEXTS.map((text) => framed(FRAME, text)),
    framed(FRAME, {
      path: '/basket',
      title: 'Your basket | Harbour Bikes',
      description: 'What you have put aside.',
      body: '<h1>Your basket</h1>\n<p>There is nothing in it yet.</p>',
    }),
  ],
  redirects: [{ from: '/old-catalogue', to: '/bikes/', status: 301 }],
  files: [],
  sitemap: SITEMAP,
};
