import { framed, structuredData } from './page.ts';
import type { Frame, PageText, SampleSite } from './page.ts';

/** The pages of a town council: a redirect chain, a PDF, and a form that has been taken down. */
const HOST = 'www.northcove.example';

const FRAME: Frame = {
  host: HOST,
  site_name: 'Northcove Town Council',
  header: `
<header>
  <a href="/"><img src="/images/crest.svg" alt="Northcove Town Council"></a>
  <nav>
    <a href="/transport/">Transport</a>
    <a href="/news/grant-round-two">News</a>
    <a href="/contact">Contact</a>
  </nav>
</header>`,
  sidebar: '',
  footer: `
<footer>
  <p>Northcove Town Council, Customs House, Northcove. <a href="/accessibility">Accessibility statement</a></p>
</footer>`,
};

const COUNCIL = {
  '@type': 'GovernmentOrganization',
  name: 'Northcove Town Council',
  url: 'http://www.northcove.example/',
  telephone: '+44 1632 960100',
};

const TEXTS: readonly PageText[] = [
  {
    path: '/',
    title: 'Northcove Town Council',
    description:
      'Services, news and contacts of Northcove Town Council: transport, grants, the bridge scheme and council meetings.',
    head: structuredData(COUNCIL),
    body: `
<h1>Northcove Town Council</h1>
<p>Welcome to the pages of your town council. Northcove has 18,400 residents, two schools, one harbour and, since June 2025, a bridge for people on foot and on bikes.</p>
<h2>Most asked for</h2>
<ul>
  <li><a href="/transport/cargo-bike-grant">Cargo bike grant</a>: up to 800 pounds for families and small businesses</li>
  <li><a href="/transport/cycle-routes">Cycle routes</a> in and around the town</li>
  <li><a href="/transport/bike-register">Bike register</a>: enter your bike, free of charge</li>
  <li><a href="/transport/bridge-scheme">Harbour bridge</a>: costs, contracts and opening hours of the lift</li>
</ul>
<h2>News</h2>
<p>The second round of the cargo bike grant opens on 1 September 2025. <a href="/news/grant-round-two">Read who can apply</a>.</p>
<h2>Meetings</h2>
<p>The council meets on the second Tuesday of the month at 19:00 in the Customs House. Meetings are public; questions from residents come first. The minutes lie in the library and are read there more often than you would think.</p>
<h2>Reach us</h2>
<p>The front desk is open on weekdays from 9 to 16. <a href="/contact">All addresses and telephone numbers</a>.</p>`,
  },
  {
    path: '/transport/',
    title: 'Transport in Northcove | Northcove Town Council',
    description:
      'Getting around Northcove on foot, by bike, bus and ferry, and the schemes by which the council makes it easier.',
    body: `
<h1>Transport</h1>
<p>Six in ten trips in Northcove are shorter than three kilometres. The council's transport plan of 2020 wants half of those to be made on foot or by bike by 2029. In 2024 it was 41 in a hundred.</p>
<h2>Cycling</h2>
<p>There are five signed <a href="/transport/cycle-routes">cycle routes</a>, 240 stands and, at the ferry steps, a pump. Residents can apply for a <a href="/transport/cargo-bike-grant">grant for a cargo bike</a> and enter any bike in the <a href="/transport/bike-register">register</a>.</p>
<h2>The bridge</h2>
<p>The <a href="/transport/bridge-scheme">harbour bridge</a> opened on 2 June 2025. Counting stations at both ends show how many people use it; in the first week it was 1,900 a day.</p>
<h2>Buses and ferry</h2>
<p>Line 7 runs every twenty minutes from the station to Rope Walk, and the ferry crosses on the hour from April to October. Folding bikes travel free on both. Other bikes travel free on the ferry and, when there is room, on the bus.</p>
<h2>Parking</h2>
<p>Residents' permits are 60 pounds a year. Bays for shared and disabled drivers stay free of charge.</p>`,
  },
  {
    path: '/transport/cycle-routes',
    title: 'Cycle routes in and around Northcove | Northcove Town Council',
    description: 'The five signed cycle routes of Northcove with length, surface and hills, and where to get the map.',
    body: `
<h1>Cycle routes in and around Northcove</h1>
<p>Five routes are signed with green arrows. They follow quiet streets where there are any and have their own path where there are none.</p>
<table>
  <caption>Signed routes</caption>
  <tr><th>Route</th><th>From and to</th><th>Length</th><th>Surface</th></tr>
  <tr><td>1</td><td>Station to Customs House</td><td>1.9 km</td><td>asphalt</td></tr>
  <tr><td>2</td><td>Both schools</td><td>2.4 km</td><td>asphalt</td></tr>
  <tr><td>3</td><td>Ferry steps to the bridge</td><td>1.1 km</td><td>stone slabs</td></tr>
  <tr><td>4</td><td>Coast path to Gull Head</td><td>14 km</td><td>gravel</td></tr>
  <tr><td>5</td><td>Allotments and reservoir</td><td>6.2 km</td><td>gravel</td></tr>
</table>
<h2>The map</h2>
<p>The <a href="/documents/cycle-map.pdf">cycle map</a> shows routes, stands, pumps and hills. Printed copies lie at the front desk and in the library.</p>
<h2>Report a fault</h2>
<p>A pothole, a missing sign, a branch in the way: call 01632 960107 or <a href="/contact">write to us</a>. We repair what is dangerous within two working days and tell you when the rest will be done.</p>`,
  },
  {
    path: '/transport/bridge-scheme',
    title: 'Harbour bridge: costs, contracts, timetable | Northcove Town Council',
    description:
      'Everything about the bridge for cyclists and walkers over the harbour mouth: what it cost, who built it, and what follows.',
    body: `
<h1>Harbour bridge</h1>
<p>The bridge joins Rope Walk and the eastern quay for people on foot and on bikes. It is 118 metres long and four metres wide, and opened on 2 June 2025.</p>
<h2>Costs</h2>
<p>7.4 million pounds. The government's fund for active travel paid 5.2 million, the county 0.7 million and the town 1.5 million. The estimate of 2016 was 4.9 million; the difference is explained contract by contract in the report of the auditor.</p>
<h2>Delays</h2>
<p>The foundations had to be moved after a survey of the sea bed in 2018. Work on pier two stopped for eleven weeks in 2023 because a heron was nesting on it. There is a <a href="http://chainring.example/news/northcove-bridge-opens">press report on the opening</a> that counts the joints; we have counted them too.</p>
<h2>The lift</h2>
<p>For wheelchairs, prams and cargo bikes there is a lift at the eastern end, from 6 to 23 every day. It is 2.6 metres deep.</p>
<h2>What follows</h2>
<p>The cycle path from the bridge to <a href="/transport/cycle-routes">route 1</a> is planned for spring 2026.</p>`,
  },
  {
    path: '/transport/cargo-bike-grant',
    title: 'Cargo bike grant: up to 800 pounds | Northcove Town Council',
    description:
      'Who can get the cargo bike grant of Northcove, which bikes count, how much it pays, and how to apply in four steps.',
    head: structuredData({
      '@type': 'FAQPage',
      mainEntity: [
        {
          '@type': 'Question',
          name: 'Can I buy the bike first and apply afterwards?',
          acceptedAnswer: { '@type': 'Answer', text: 'No. Apply first and buy within three months of our answer.' },
        },
        {
          '@type': 'Question',
          name: 'Does a used bike count?',
          acceptedAnswer: { '@type': 'Answer', text: 'Yes, with a safety check that is not older than four weeks.' },
        },
      ],
    }),
    body: `
<h1>Cargo bike grant</h1>
<p>The council pays a fifth of the price of a cargo bike, up to 800 pounds, to residents who use it instead of a car, and to businesses with fewer than ten people. The first round in 2024 paid for 46 bikes.</p>
<h2>Which bikes count</h2>
<p>Bikes with two or three wheels that are made to carry at least 40 kilograms besides the rider, with or without a motor. Used bikes count when a workshop has checked them. A <a href="http://harbour-bikes.example/workshop/">safety check with certificate</a> costs about 20 pounds.</p>
<h2>Where to buy</h2>
<p>Anywhere. Two shops in the county fill in the supplier's part of the form for you: Millgate Cycles in Stonehaven Road, which has no website, and <a href="http://harbour-bikes.example/">Harbour Bikes</a> on Rope Walk. The council recommends neither.</p>
<h2>How to apply</h2>
<ol>
  <li>Get a written offer for the bike.</li>
  <li>Fill in the form at the front desk and add the offer.</li>
  <li>Wait for our answer, which takes about three weeks. Do not buy before.</li>
  <li>Buy the bike within three months and send us the bill.</li>
</ol>
<h2>Questions</h2>
<h3>Can I buy the bike first and apply afterwards?</h3>
<p>No. Apply first and buy within three months of our answer.</p>
<h3>Does a used bike count?</h3>
<p>Yes, with a safety check that is not older than four weeks.</p>
<h3>What if I sell the bike?</h3>
<p>Within two years you pay back the share that is left, month by month.</p>`,
  },
  {
    path: '/transport/bike-register',
    title: 'Bike register: enter your bike for free | Northcove Town Council',
    description:
      'Enter your bike in the register of Northcove: what you need, what it costs (nothing) and what happens when a bike is found.',
    body: `
<h1>Bike register</h1>
<p>When a bike is found in Northcove, it comes to the Customs House, and we look for its number in the register. In 2024 we gave back 61 of 88 bikes. The other 27 were not in it.</p>
<h2>What you need</h2>
<p>The frame number, which is stamped under the bottom bracket or behind the seat post, a photograph, and your address. Every workshop in town finds the number for you.</p>
<h2>What it costs</h2>
<p>Nothing. You get a sticker with a number. It can be peeled off, but not in one piece.</p>
<h2>When your bike is gone</h2>
<p>Tell the police first and us second. It helps to ask around too: people on the <a href="http://forum.pedalfolk.example/" rel="nofollow">local cycling forum</a>, which is not run by the council, have an eye for bikes in the wrong hands.</p>
<h2>Your data</h2>
<p>We keep your entry until you cancel it, or until we have not been able to reach you for three years. It is shown to nobody but the police.</p>`,
  },
  {
    path: '/news/grant-round-two',
    title: 'Second round of the cargo bike grant | Northcove Town Council',
    description:
      'From 1 September 2025 residents can apply again: 60 grants, a fifth of the price, decided in the order of arrival.',
    head: structuredData({
      '@type': 'NewsArticle',
      headline: 'Second round of the cargo bike grant',
      datePublished: '2025-07-15',
      publisher: COUNCIL,
    }),
    body: `
<h1>Second round of the cargo bike grant</h1>
<p>15 July 2025. The council has put aside 48,000 pounds for a second round of the <a href="/transport/cargo-bike-grant">cargo bike grant</a>. Residents and small businesses can apply from 1 September, and the 60 grants are given in the order in which complete applications arrive.</p>
<h2>What is new</h2>
<p>Used bikes now count when a workshop has checked them. Households without a car may apply as well; in the first round they could not, which nobody was able to explain to us.</p>
<h2>What an application looks like</h2>
<p>A family with two children asks for a bike of 3,850 pounds, such as <a href="http://harbour-bikes.example/bikes/gannet-8">this one with a low box</a>, and receives 770. The form of the first round is <a href="/forms/grant">here</a>; the new one will lie at the front desk from August.</p>
<h2>What the first round did</h2>
<p>46 bikes were bought. A year later 43 of them are ridden at least three times a week, on average for nine kilometres. Eleven households have given up a second car.</p>`,
  },
  {
    path: '/contact',
    title: 'Contact | Northcove Town Council',
    description: 'Addresses, telephone numbers and opening hours of Northcove Town Council.',
    head: structuredData({ '@type': 'ContactPage', mainEntity: COUNCIL }),
    body: `
<h1>Contact</h1>
<p>Northcove Town Council<br>Customs House<br>Quay Street<br>Northcove</p>
<p>Telephone <a href="tel:+441632960100">01632 960100</a>, weekdays from 9 to 16.</p>
<h2>Who does what</h2>
<ul>
  <li>Transport and roads: 01632 960107</li>
  <li>Grants: 01632 960112</li>
  <li>Lost property and bike register: 01632 960115</li>
  <li>Council meetings: 01632 960101</li>
</ul>
<h2>In person</h2>
<p>The front desk is on the ground floor, behind the tide clock. There are two steps at the main door and none at the side door in Quay Lane. The lift goes to all floors. On market days, which are Wednesday and Saturday, the queue is shortest before ten.</p>
<h2>In writing</h2>
<p>We answer letters and e-mail within ten working days. Petitions need 50 signatures to be put on the agenda of the next meeting.</p>`,
  },
  {
    path: '/accessibility',
    title: 'Accessibility statement | Northcove Town Council',
    description:
      'How accessible these pages are, what does not work yet, and whom to tell when you cannot use something.',
    body: `
<h1>Accessibility statement</h1>
<p>These pages should be usable by everybody. They were last tested on 4 May 2025 by three residents, one with a screen reader, one with a keyboard only and one on a ten-year-old telephone.</p>
<h2>What works</h2>
<p>Text can be enlarged to 300 in a hundred without sideways scrolling. All pages can be used with the keyboard. Pictures that say something have a description, and pictures that say nothing have none.</p>
<h2>What does not</h2>
<p>The <a href="/documents/cycle-map.pdf">cycle map</a> is a drawing and cannot be read aloud; the <a href="/transport/cycle-routes">list of routes</a> says the same in words. Minutes of meetings before 2017 are scanned pages.</p>
<h2>Tell us</h2>
<p>Call 01632 960100 or come to the front desk. We send you any page in large print, and read it out to you on the telephone if you like.</p>`,
  },
];

const CYCLE_MAP = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >> endobj
trailer << /Root 1 0 R >>
%%EOF
`;

export const NORTHCOVE: SampleSite = {
  host: HOST,
  robots:
    'User-agent: *\nDisallow: /minutes/\nAllow: /minutes/latest\n\nSitemap: http://www.northcove.example/sitemap.xml\n',
  pages: TEXTS.map((text) => framed(FRAME, text)),
  redirects: [
    { from: '/cycling', to: '/transport/cycling', status: 301 },
    { from: '/transport/cycling', to: '/transport/cycle-routes', status: 301 },
  ],
  files: [{ path: '/documents/cycle-map.pdf', media_type: 'application/pdf', body: CYCLE_MAP }],
  sitemap: TEXTS.map((text) => text.path),
};
