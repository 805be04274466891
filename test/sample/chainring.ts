import { framed, structuredData } from './page.ts';
import type { Frame, PageText, SampleSite } from './page.ts';

/** A cycling magazine: tests, news, features, and one old page with every fault that a technical check knows. */
const HOST = 'chainring.example';

const FRAME: Frame = {
  host: HOST,
  site_name: 'Chainring',
  header: `
<header>
  <a href="/">Chainring</a>
  <p>The magazine for people who ride to get somewhere</p>
</header>
<nav>
  <a href="/tests/latest">Latest test</a>
  <a href="/tests/child-seats">Child seats</a>
  <a href="/news/northcove-bridge-opens">News</a>
  <a href="/features/a-week-without-the-car">Features</a>
  <a href="/guides/choosing-a-lock">Guides</a>
</nav>`,
  sidebar: `
  <h2>Advertisement</h2>
  <a href="http://harbour-bikes.example/" rel="sponsored"><img src="/images/advert-harbour.svg" alt="Harbour Bikes, the shop on the quay"></a>`,
  footer: `
<footer>
  <p>Chainring appears six times a year. <a href="/about">Who we are and how we test</a></p>
</footer>`,
};

function article(headline: string, published: string, author: string): string {
  return structuredData({
    '@type': 'Article',
    headline,
    datePublished: published,
    author: { '@type': 'Person', name: author },
    publisher: { '@type': 'Organization', name: 'Chainring' },
  });
}

const TEXTS: readonly PageText[] = [
  {
    path: '/',
    title: 'Chainring: tests, news and stories for everyday cyclists',
    description:
      'Independent tests of bikes and parts, news from towns that build for cyclists, and stories from everyday rides.',
    head: structuredData({ '@type': 'WebSite', name: 'Chainring', url: 'http://chainring.example/' }),
    body: `
<h1>For people who ride to get somewhere</h1>
<p>Chainring is made by four people who ride to work, to school and to the shops, and who write down what broke on the way. We buy what we test, ride it for three months and sell it again.</p>
<h2>Test of the season</h2>
<p>Seven cargo bikes, two children, one hill: our <a href="/tests/cargo-bikes-2025">cargo bike test 2025</a> shows that the most expensive bike is not the one that you would want to ride in the rain.</p>
<h2>News</h2>
<p>After nine years of plans, the <a href="/news/northcove-bridge-opens">bridge for cyclists in Northcove</a> is open. We were the fourth to ride over it and counted the bumps.</p>
<h2>Read and ride</h2>
<ul>
  <li><a href="/features/a-week-without-the-car">A week without the car</a>: a family of four tries it in February</li>
  <li><a href="/guides/choosing-a-lock">Choosing a lock</a>: what a thief told us</li>
  <li><a href="/guides/winter-lights">Lights for the winter</a>: be seen without blinding anybody</li>
  <li><a href="/reviews/plover-city">The Plover after a year</a>: belt drive in daily use</li>
  <li><a href="/tests/tyre-pressure">Tyre pressure</a>, from our archive</li>
</ul>`,
  },
  {
    path: '/tests/cargo-bikes-2025',
    title: 'Cargo bike test 2025: seven bikes for two children | Chainring',
    description:
      'We rode seven cargo bikes for three months with children, shopping and rain. Which one brakes best, which one is fun, and which one leaks.',
    head: article('Cargo bike test 2025: seven bikes for two children', '2025-04-18', 'Ida Marsh'),
    body: `
<h1>Cargo bike test 2025</h1>
<p>By Ida Marsh, 18 April 2025. Seven cargo bikes, three months, two children who were paid in raisins. All bikes were bought in shops at the full price and measured on the same hill in the same rain.</p>
<h2>How we tested</h2>
<p>Every bike carried 40 kilograms up Station Hill, stopped from 25 kilometres an hour on wet cobbles, and stood outside for a week of April. A child of three and a child of six climbed in and out until they refused. We give points for ride, brakes, box, motor and everyday use.</p>
<h2>The result</h2>
<table>
  <caption>Points out of 100</caption>
  <tr><th>Bike</th><th>Ride</th><th>Brakes</th><th>Box</th><th>Total</th></tr>
  <tr><td><a href="http://harbour-bikes.example/bikes/gannet-8">Harbour Gannet 8</a></td><td>18</td><td>19</td><td>20</td><td>91</td></tr>
  <tr><td>Oxbow Carrier</td><td>17</td><td>18</td><td>17</td><td>84</td></tr>
  <tr><td>Millrace Duo</td><td>19</td><td>14</td><td>16</td><td>80</td></tr>
  <tr><td>Ferrier Long</td><td>15</td><td>17</td><td>15</td><td>77</td></tr>
</table>
<h2>The winner</h2>
<p>The <a href="http://harbour-bikes.example/bikes/gannet-8">Harbour Gannet 8</a> is not the lightest and not the cheapest. It wins because of its box: the floor is so low that nobody has to be lifted in, and the rain cover kept a week of April out. The motor is the quietest of the seven. The stand of our test bike sank into soft ground; the maker says that it has been changed.</p>
<h2>For people who carry little</h2>
<p>If the load is two panniers and a tent, you do not need a box at all. A solid tourer such as the <a href="http://harbour-bikes.example/bikes/dunlin-tourer">Dunlin from the same shop</a> costs less than half and fits on a train.</p>
<h2>What we would not buy</h2>
<p>Two of the seven had brakes that faded on the second descent. We have told the makers and will measure again in autumn; until then we do not name a bike that may already have been changed.</p>`,
  },
  {
    path: '/tests/child-seats',
    title: 'Eight child seats tested: comfort, fit and safety | Chainring',
    description:
      'Eight rear child seats on the same bike, over the same kerbs: which ones fit, which ones wobble, and what a good one costs.',
    head: article('Eight child seats tested', '2025-02-27', 'Rowan Pike'),
    body: `
<h1>Eight child seats tested</h1>
<p>By Rowan Pike, 27 February 2025. A child seat has to do two things: stay where it is and let the child sleep. Five of eight seats do both. The differences are in the fitting, and the fitting is where most parents go wrong.</p>
<h2>Fit</h2>
<p>We fitted each seat twice, once by the maker's leaflet and once by a good <a href="http://harbour-bikes.example/guides/fit-a-child-seat">step-by-step fitting guide</a> from a workshop. With the leaflet, three of eight holders slipped under load. With the guide, none did.</p>
<h2>Comfort</h2>
<p>The child of three fell asleep in six seats. In the other two the helmet pushed the head forward, which is the same as saying that the seat was drawn without a child at hand.</p>
<h2>Safety</h2>
<p>All eight hold. The belts of the two cheapest seats could be opened by the passenger, who thought it was the best feature of the whole test.</p>
<h2>Our choice</h2>
<p>Buy one of the three seats with a high back and a recess for the helmet; they cost between 90 and 140 pounds. Take the child and the helmet along, sit them in it in the shop, and look from the side.</p>`,
  },
  {
    path: '/reviews/plover-city',
    title: 'Plover city bike: a year with the belt drive | Chainring',
    description:
      'Twelve months and 3,100 kilometres on a city bike with a belt: what wore out, what did not, and whom it suits.',
    head: article('A year with the belt drive', '2025-05-09', 'Ida Marsh'),
    body: `
<h1>A year with the belt drive</h1>
<p>By Ida Marsh, 9 May 2025. This article is paid for by the maker, who did not see it before you did. I have ridden the Plover to the office for a year: 3,100 kilometres, nearly all of them shorter than five at a time.</p>
<h2>What wore out</h2>
<p>One set of brake pads and the bell. The belt looks as it did in the beginning. In November the rear light failed because of a loose wire, and the shop mended it while I drank their tea.</p>
<h2>What did not</h2>
<p>My trousers. A belt needs no oil, so nothing is black any more. The hub gears want new oil every two years, and that is all the care they ask for.</p>
<h2>Whom it suits</h2>
<p>People who want to ride in town and think about something else meanwhile. It is heavy on stairs and slow on hills. The <a href="http://harbour-bikes.example/bikes/plover-city" rel="sponsored">Plover at Harbour Bikes</a> costs 940 pounds; a bike that does the same for less would have to be found second-hand.</p>`,
  },
  {
    path: '/news/northcove-bridge-opens',
    title: 'Northcove opens its bridge for cyclists after nine years | Chainring',
    description:
      'The bridge over the harbour mouth saves cyclists four kilometres. What it cost, how steep it is, and what is still missing.',
    head: structuredData({
      '@type': 'NewsArticle',
      headline: 'Northcove opens its bridge for cyclists after nine years',
      datePublished: '2025-06-03',
      author: { '@type': 'Person', name: 'Rowan Pike' },
    }),
    body: `
<h1>Northcove opens its bridge for cyclists</h1>
<p>By Rowan Pike, 3 June 2025. It is 118 metres long, four metres wide and nine years late. Since Monday cyclists and walkers cross the harbour mouth of Northcove without the detour through the town, which saves four kilometres and Station Hill.</p>
<h2>What it cost</h2>
<p>7.4 million pounds, of which the town paid a fifth. <a href="http://www.northcove.example/transport/bridge-scheme">The council's scheme page</a> lists every contract and every delay, down to the heron that nested on pier two.</p>
<h2>How it rides</h2>
<p>The ramps rise at four in a hundred, easy even with a loaded cargo bike. The surface is smooth but for the joints, of which we counted eleven. In a side wind, stay in the middle.</p>
<h2>What is missing</h2>
<p>The bridge ends at a pavement. The link to the <a href="http://www.northcove.example/transport/cycle-routes">town's cycle routes</a> is promised for next spring; until then there is a sign that asks everybody to be friendly.</p>`,
  },
  {
    path: '/features/a-week-without-the-car',
    title: 'A week without the car: a family tries it | Chainring',
    description:
      'Four people, seven days in February, no car: what was easy, what was not, and what they bought afterwards.',
    head: article('A week without the car', '2025-03-14', 'Ida Marsh'),
    body: `
<h1>A week without the car</h1>
<p>By Ida Marsh, 14 March 2025. The Okafors have two children, one car and a house at the upper end of Station Hill. In the second week of February they gave the key to a neighbour and wrote down every trip.</p>
<h2>Monday to Friday</h2>
<p>School is 1.8 kilometres away and was the easy part: ten minutes by bike, twelve by car once you count the parking. The weekly shopping took two trips instead of one. On Wednesday it snowed, and they walked.</p>
<h2>The weekend</h2>
<p>A birthday party in the next village, 14 kilometres along the coast, was the test. They took the bus one way and rode back with the wind, on a path from the <a href="http://www.northcove.example/cycling">council's cycling pages</a>.</p>
<h2>What it cost</h2>
<p>19 pounds for bus tickets. They had reckoned with 30 pounds of fuel.</p>
<h2>Afterwards</h2>
<p>They kept the car and bought a used cargo bike in <a href="http://harbour-bikes.example/sale">Harbour Bikes' spring sale</a>. In the month since then the car has moved five times. “We did not give anything up,” says Ngozi Okafor. “We only stopped looking for the key.”</p>`,
  },
  {
    path: '/guides/choosing-a-lock',
    title: 'How to choose a bike lock that keeps your bike | Chainring',
    description:
      'Which lock stops which thief, how much it should cost, and three habits that matter more than the lock.',
    head: article('How to choose a bike lock', '2024-09-30', 'Rowan Pike'),
    body: `
<h1>How to choose a bike lock</h1>
<p>By Rowan Pike, 30 September 2024. We asked a man who used to steal bikes. He now repairs them, and would rather not be named. His advice is better than ours was.</p>
<h2>Which lock</h2>
<p>A folding lock for the bakery, a shackle of 14 millimetres for the station. Cables are string. Spend a tenth of what the bike cost, or half of what you would mind losing.</p>
<h2>Where</h2>
<p>A lock is as good as what it is locked to. Signposts can be lifted out; drainpipes come off. Members of the Pedalfolk forum keep a list of <a href="http://forum.pedalfolk.example/t/104-where-to-park">where to park in Northcove</a> that is worth more than any lock.</p>
<h2>Three habits</h2>
<ol>
  <li>Lock the frame and the rear wheel, always, also for a minute.</li>
  <li>Write down the frame number and <a href="http://www.northcove.example/transport/bike-register">register your bike</a>. Half of the bikes that the police find cannot be given back because nobody knows whose they are.</li>
  <li>Never leave it in the same place every night.</li>
</ol>`,
  },
  {
    path: '/guides/winter-lights',
    title: 'Bike lights for the winter: be seen, do not blind | Chainring',
    description:
      'How bright is bright enough, how to aim a front light, and why a dynamo is worth its price in the third winter.',
    head: article('Lights for the winter', '2024-10-21', 'Rowan Pike'),
    body: `
<h1>Lights for the winter</h1>
<p>By Rowan Pike, 21 October 2024. From November to February half of all rides begin or end in the dark. A light has two tasks, to show you the road and to show you to others, and few lights do both well.</p>
<h2>How bright</h2>
<p>Thirty lux are enough for lit streets, seventy for the coast path. More only blinds those who come towards you.</p>
<h2>How to aim</h2>
<p>Stand five metres from a wall. The bright spot must lie lower than the lamp. If drivers flash at you, it does not.</p>
<h2>Battery or dynamo</h2>
<p>A good battery light costs 60 pounds and is empty when you need it. A hub dynamo costs 180 and is not. In the third winter the dynamo is the cheaper one.</p>
<h2>Behind you</h2>
<p>A steady rear light is easier to judge than a blinking one. Mount it where the coat does not cover it, and wipe it on Sundays.</p>`,
  },
  {
    path: '/about',
    title: 'About Chainring and how we test',
    description: 'Who makes Chainring, who pays for it, and the rules by which we test bikes and parts.',
    body: `
<h1>Who we are and how we test</h1>
<p>Chainring was founded in 2008 by two couriers and a teacher. Today four people make it, none of them full time. It is paid for by 3,800 subscribers and by advertising, which never exceeds one page in eight.</p>
<h2>How we test</h2>
<p>We buy every bike and every part in a shop, at the price that you would pay, and do not say who we are. We ride for at least three months. Afterwards we sell the bike and print what we lost on it.</p>
<h2>What is marked</h2>
<p>Articles that somebody pays for say so in the first line. In 2025 our advertisers are the ferry company and a bicycle shop, <a href="http://harbour-bikes.example">harbour-bikes.example</a>. The shop's bikes take part in tests like all others, and in 2023 one of them came last.</p>
<h2>Corrections</h2>
<p>Write to <a href="mailto:letters@chainring.example">letters@chainring.example</a>. We print corrections on page two, where the mistake cannot hide.</p>`,
  },
];

/**
 * The faults, on purpose: no lang, no charset, no viewport, a title of 121 characters, a description of two
 * words, a canonical to another page, two first headings, a jump from level 1 to 4, images without alt, broken
 * JSON-LD, an hreflang that is no language, a link without text, one to `#`, one to a page that is gone.
 */
const TYRE_PRESSURE = `<html>
<head>
  <title>Tyre pressure, tyre pressure table, tyre pressure for bikes, bike tyre pressure explained by Chainring, the tyre magazine</title>
  <meta name="description" content="Tyre pressure">
  <link rel="canonical" href="http://chainring.example/tests/child-seats">
  <link rel="alternate" hreflang="english" href="http://chainring.example/tests/tyre-pressure">
  <script type="application/ld+json">{ "@context": "https://schema.org", "@type": "Article", "headline": "Tyre pressure", }</script>
</head>
<body>
<h1>Tyre pressure</h1>
<h4>Why pressure matters</h4>
<p>A soft tyre rolls badly and a hard one shakes your teeth. Between the two lies a pressure that suits your weight, your tyre and your road, and it is nearly always lower than the number on the side of the tyre, which is the most that the tyre can stand.</p>
<img src="/images/tyre-1.svg">
<img src="/images/tyre-2.svg">
<h1>The table</h1>
<p>For a rider of 75 kilograms: 32 millimetres 4.5 bar, 40 millimetres 3.2 bar, 47 millimetres 2.6 bar, 60 millimetres 1.8 bar. Add a tenth for the rear wheel. Pump up once a week, since every tube loses a little air through the rubber.</p>
<p>For bikes with wide tyres <a href="http://harbour-bikes.example/old-catalogue">click here</a>, for pumps <a href="/tests/pumps-2018">here</a>, or <a href="#">go up</a>. <a href="/"></a></p>
</body>
</html>
`;

export const CHAINRING: SampleSite = {
  host: HOST,
  robots: 'User-agent: *\nDisallow: /preview/\n\nSitemap: http://chainring.example/sitemap.xml\n',
  pages: [...TEXTS.map((text) => framed(FRAME, text)), { path: '/tests/tyre-pressure', html: TYRE_PRESSURE }],
  redirects: [{ from: '/tests/latest', to: '/tests/cargo-bikes-2025', status: 302 }],
  files: [],
  sitemap: TEXTS.map((text) => text.path),
};
