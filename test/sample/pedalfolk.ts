import { framed, structuredData } from './page.ts';
import type { Frame, PageText, SampleSite } from './page.ts';

/** A forum: links that members wrote are ugc and nofollow, those of the staff are not; profiles are closed. */
const HOST = 'forum.pedalfolk.example';

const FRAME: Frame = {
  host: HOST,
  site_name: 'Pedalfolk',
  header: `
<header>
  <a href="/">Pedalfolk</a>
</header>
<nav>
  <a href="/">All threads</a>
  <a href="/rules">House rules</a>
  <a href="/search">Search</a>
</nav>`,
  sidebar: '',
  footer: `
<footer>
  <p>Pedalfolk is run by volunteers. <a href="http://harbour-bikes.example/" rel="sponsored">Server paid for by Harbour Bikes</a></p>
</footer>`,
};

function thread(headline: string, author: string, published: string): string {
  return structuredData({
    '@type': 'DiscussionForumPosting',
    headline,
    author: { '@type': 'Person', name: author },
    datePublished: published,
  });
}

const TEXTS: readonly PageText[] = [
  {
    path: '/',
    title: 'Pedalfolk: the cycling forum for Northcove and around',
    description:
      'Questions and answers about bikes, routes, repairs and riding in and around Northcove, by people who ride there.',
    body: `
<h1>Pedalfolk</h1>
<p>Ask about bikes, routes and repairs in and around Northcove. Reading is free for all; to write, you need an account and a sense of humour about the weather. We are 612 members, of whom about forty do the talking.</p>
<h2>Threads</h2>
<ul>
  <li><a href="/t/100-welcome">Welcome, read this first</a> (pinned)</li>
  <li><a href="/t/101-first-cargo-bike">Our first cargo bike: which one?</a> (14 answers)</li>
  <li><a href="/t/102-squeaky-brakes">Squeaky disc brakes: what worked</a> (31 answers)</li>
  <li><a href="/t/103-grant-application">Grant application: how long did yours take?</a> (6 answers)</li>
  <li><a href="/t/104-where-to-park">Where to park, and where not to</a> (22 answers)</li>
  <li><a href="/t/105-spring-sale">Spring sale on the quay</a> (3 answers)</li>
  <li><a href="/t/106-lights">Lights for the coast path</a> (9 answers)</li>
</ul>
<h2>Who is here</h2>
<p>Newest member: <a href="/members/salt-and-spokes">salt_and_spokes</a>. Most answers this month: <a href="/members/wheelwright">wheelwright</a>, who has had the flu and nothing else to do.</p>`,
  },
  {
    path: '/t/100-welcome',
    title: 'Welcome, read this first | Pedalfolk',
    description: 'What this forum is for, how to ask so that you get an answer, and where to find the route map.',
    head: thread('Welcome, read this first', 'wheelwright', '2023-01-06'),
    body: `
<h1>Welcome, read this first</h1>
<article>
  <h2>wheelwright, moderator</h2>
  <p>This forum exists because the noticeboard at the ferry steps was full. It is for people who ride in and around Northcove, on whatever has pedals.</p>
  <p>Before you ask: look whether somebody has asked already. Say which bike, which year and what you have tried. A photograph of the brake is worth more than the word “brake” written three times.</p>
  <p>For routes, begin with the <a href="http://www.northcove.example/transport/cycle-routes">council's list of routes</a>; we keep our own notes on wind, mud and dogs in the threads.</p>
  <p>Selling is allowed on Fridays. Shops may answer questions but not open threads. Everything else stands in the <a href="/rules">house rules</a>.</p>
</article>
<article>
  <h2>gullhead</h2>
  <p>And bring cake to the spring ride. That is not a rule, but it is remembered for years when somebody does not.</p>
</article>`,
  },
  {
    path: '/t/101-first-cargo-bike',
    title: 'Our first cargo bike: which one? | Pedalfolk',
    description: 'Two children, a hill and a budget of 4,000 pounds: members compare cargo bikes that they have owned.',
    head: [
      '<link rel="next" href="http://forum.pedalfolk.example/t/101-first-cargo-bike?page=2">',
      thread('Our first cargo bike: which one?', 'salt_and_spokes', '2025-05-02'),
    ].join('\n'),
    body: `
<h1>Our first cargo bike: which one?</h1>
<article>
  <h2>salt_and_spokes</h2>
  <p>We have two children of two and five, live halfway up Station Hill and could spend about 4,000 pounds. Two wheels or three? And does it have to have a motor?</p>
</article>
<article>
  <h2>wheelwright</h2>
  <p>Two wheels, and yes. We had three wheels for a year: wonderful when standing, horrible in bends. Ours now is this one: <a href="http://harbour-bikes.example/bikes/gannet-8" rel="ugc nofollow">http://harbour-bikes.example/bikes/gannet-8</a>. 5,000 kilometres, one set of pads a year, one flat tyre.</p>
</article>
<article>
  <h2>gullhead</h2>
  <p>Read <a href="http://chainring.example/tests/cargo-bikes-2025" rel="ugc nofollow">this test</a> before you buy anything. They measured the brakes on the very hill that you live on.</p>
</article>
<article>
  <h2>salt_and_spokes</h2>
  <p>Thank you both. We have tried two at the weekend, and the children have decided. It is going to be the one with the low box, because “you can get in without a mummy”.</p>
</article>
<p><a href="/t/101-first-cargo-bike?page=2">Page 2</a></p>`,
  },
  {
    path: '/t/101-first-cargo-bike?page=2',
    title: 'Our first cargo bike: which one? (page 2) | Pedalfolk',
    description: 'Page 2: how the first month with the cargo bike went, and what to carry in it in winter.',
    head: '<link rel="prev" href="http://forum.pedalfolk.example/t/101-first-cargo-bike">',
    body: `
<h1>Our first cargo bike: which one? (page 2)</h1>
<article>
  <h2>salt_and_spokes</h2>
  <p>One month later, for whoever finds this thread: 210 kilometres, no car on school days, and one fall at walking speed, in which nobody was hurt but the jam.</p>
  <p>What I did not expect: how many people talk to you at traffic lights. What I should have known: the cover has to go on before it rains, not after.</p>
</article>
<article>
  <h2>tidemark</h2>
  <p>For the winter, put a sheepskin under the little one and a hot-water bottle under the sheepskin. And screw a bell to the box, so that they have something to do.</p>
</article>
<article>
  <h2>wheelwright</h2>
  <p>Pump the tyres once a week. With load you feel half a bar at once. And write down what you carried; after a year it is the best list you have ever made.</p>
</article>
<p><a href="/t/101-first-cargo-bike">Page 1</a></p>`,
  },
  {
    path: '/t/102-squeaky-brakes',
    title: 'Squeaky disc brakes: what worked | Pedalfolk',
    description:
      'Everything that members have tried against squealing disc brakes, in the order in which you should try it.',
    head: thread('Squeaky disc brakes: what worked', 'tidemark', '2024-11-17'),
    body: `
<h1>Squeaky disc brakes: what worked</h1>
<article>
  <h2>tidemark</h2>
  <p>My brakes sound like a gull that has been stepped on. New pads, same gull. What have you tried?</p>
</article>
<article>
  <h2>wheelwright</h2>
  <p>In this order: clean the disc with alcohol and a fresh rag. Sand the pads lightly. Brake hard ten times from 20 kilometres an hour without stopping. Check that the calliper sits straight. Only then buy anything.</p>
</article>
<article>
  <h2>gullhead</h2>
  <p>And keep oil spray out of the shed. Mine squealed for a year because I oiled the chain with the bike standing against the wall, disc first. The <a href="http://harbour-bikes.example/guides/winter-care" rel="ugc nofollow">winter guide of the shop on the quay</a> has the right way to do it.</p>
</article>
<article>
  <h2>tidemark</h2>
  <p>It was the calliper. A quarter of a turn, and the gull is gone. I nearly miss it.</p>
</article>`,
  },
  {
    path: '/t/103-grant-application',
    title: 'Grant application: how long did yours take? | Pedalfolk',
    description:
      'Members report how long the council took to answer their application for the cargo bike grant, and what was missing.',
    head: thread('Grant application: how long did yours take?', 'salt_and_spokes', '2025-07-20'),
    body: `
<h1>Grant application: how long did yours take?</h1>
<article>
  <h2>salt_and_spokes</h2>
  <p>The second round opens in September. Those who were in the first: how long did it take, and what did they ask for afterwards?</p>
</article>
<article>
  <h2>tidemark</h2>
  <p>Nineteen days. Everything they want stands on the <a href="http://www.northcove.example/transport/cargo-bike-grant" rel="ugc nofollow">grant page</a>. I had forgotten the written offer, which cost me a week.</p>
</article>
<article>
  <h2>mudguard</h2>
  <p>Five weeks, because I had bought the bike two days before the letter came. They were kind about it and said no. Do not do what I did.</p>
</article>
<article>
  <h2>gullhead</h2>
  <p>You can already fill in the <a href="http://www.northcove.example/forms/grant" rel="ugc nofollow">application form</a> at home and only hand it in. Edit: they seem to have taken it down, so wait for the new one.</p>
</article>`,
  },
  {
    path: '/t/104-where-to-park',
    title: 'Where to park in Northcove, and where not to | Pedalfolk',
    description:
      'A list of good and bad places to leave a bike in Northcove, kept up to date by the members of the forum.',
    head: thread('Where to park, and where not to', 'mudguard', '2024-03-11'),
    body: `
<h1>Where to park in Northcove, and where not to</h1>
<article>
  <h2>mudguard</h2>
  <p>Let us collect. I begin: the stands behind the Customs House are under a roof and under the eyes of the front desk. The rail at the station is neither.</p>
</article>
<article>
  <h2>tidemark</h2>
  <p>Good: Rope Walk, because somebody is always sitting there. Bad: the school gate, because of the vans. All official stands are on <a href="http://www.northcove.example/documents/cycle-map.pdf" rel="ugc nofollow">the council's map</a>, also the ones that nobody has ever seen.</p>
</article>
<article>
  <h2>gullhead</h2>
  <p>Bad: anything that you can lift out of the ground. I have carried a signpost home by accident. It was late, it was attached to my bike, and I have brought it back.</p>
</article>
<article>
  <h2>wheelwright, moderator</h2>
  <p>I have put the answers into one list in the first message. Twelve places, four of them bad. Tell me when one changes sides.</p>
</article>`,
  },
  {
    path: '/t/105-spring-sale',
    title: 'Spring sale on the quay | Pedalfolk',
    description: 'Has anybody been to the spring sale of the bicycle shop on the quay yet? Three answers.',
    head: thread('Spring sale on the quay', 'mudguard', '2025-03-06'),
    body: `
<h1>Spring sale on the quay</h1>
<article>
  <h2>mudguard</h2>
  <p>The shop on the quay has a <a href="http://harbour-bikes.example/sale" rel="ugc nofollow">spring sale</a> until Saturday: used bikes, two cargo bikes among them, and a box of bells for a pound each.</p>
</article>
<article>
  <h2>tidemark</h2>
  <p>Went on Tuesday. One of the cargo bikes is gone, bought by a family from the upper end of Station Hill who looked as if they had not slept much but were very happy.</p>
</article>
<article>
  <h2>gullhead</h2>
  <p>The other one is gone too. I did not need it. It has a very nice bell.</p>
</article>
<article>
  <h2>mudguard</h2>
  <p>The page is no longer there, the sale is over. Leaving the thread open for the next spring, since there will be one.</p>
</article>`,
  },
  {
    path: '/t/106-lights',
    title: 'Lights for the coast path | Pedalfolk',
    description: 'How much light the coast path needs in November, and which lamps have survived the salt.',
    head: thread('Lights for the coast path', 'tidemark', '2024-10-28'),
    body: `
<h1>Lights for the coast path</h1>
<article>
  <h2>tidemark</h2>
  <p>I ride to Gull Head and back after work, fourteen kilometres of gravel without a single street lamp. My battery light gives up at the reservoir. What do you use?</p>
</article>
<article>
  <h2>wheelwright</h2>
  <p>A dynamo, and nothing else since 2011. Read the <a href="http://chainring.example/guides/winter-lights?utm_source=pedalfolk&amp;utm_medium=forum" rel="ugc nofollow">winter lights guide</a>; I agree with it, which does not happen often.</p>
</article>
<article>
  <h2>gullhead</h2>
  <p>A dynamo in front, and a small battery light on the helmet to look into bends with. Aim the front one low: last year half of the walkers on the path greeted me with a hand before their eyes.</p>
</article>
<article>
  <h2>mudguard</h2>
  <p>Whatever you buy, put grease on the contacts. The salt eats the plug long before it eats the lamp.</p>
</article>`,
  },
  {
    path: '/rules',
    title: 'House rules | Pedalfolk',
    description: 'The rules of the forum in nine sentences, and what the moderators do when somebody forgets them.',
    body: `
<h1>House rules</h1>
<p>There are nine, and the first one is to be kind.</p>
<ol>
  <li>Be kind. Everybody was a beginner on the day they began.</li>
  <li>One question, one thread.</li>
  <li>No selling except on Fridays.</li>
  <li>No links to shops without a reason. Links that members write are marked so that search engines do not count them.</li>
  <li>No photographs of other people's bikes with their house in the background.</li>
  <li>Helmets are a matter of taste and not a subject.</li>
  <li>Do not recommend a lock before you have read the <a href="http://chainring.example/guides/choosing-a-lock">lock guide by Chainring</a>. We have had that discussion.</li>
  <li>Stolen bikes go to the top of the list at once.</li>
  <li>Moderators have the last word and try not to use it.</li>
</ol>
<h2>What we do</h2>
<p>First a message, then a week of silence, then goodbye. In six years there were three goodbyes, and two of them have come back.</p>`,
  },
];

export const PEDALFOLK: SampleSite = {
  host: HOST,
  robots:
    'User-agent: *\nDisallow: /members/\nDisallow: /search\n\nSitemap: http://forum.pedalfolk.example/sitemap.xml\n',
  pages: [
    ...TEXTS.map((text) => framed(FRAME, text)),
    framed(FRAME, {
      path: '/members/wheelwright',
      title: 'wheelwright | Pedalfolk',
      description: 'Profile of a member.',
      body: '<h1>wheelwright</h1>\n<p>Moderator since 2019. 4,118 answers.</p>',
    }),
  ],
  redirects: [],
  files: [],
  sitemap: TEXTS.map((text) => text.path).filter((path) => !path.includes('?')),
};
