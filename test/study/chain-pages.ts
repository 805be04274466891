import { guidePage } from './guide-page.ts';

/** Pages of eight sites about cleaning a bike chain, in the order in which they rank; texts written for these tests. */
export const CHAIN_KEYWORD = 'how to clean a bike chain';

export const CHAIN_PAGES: Readonly<Record<string, string>> = {
  'https://spannerandspoke.example/clean-bike-chain': guidePage({
    title: 'How to Clean a Bike Chain in 6 Steps',
    site: 'Spanner & Spoke',
    published: '2025-04-12',
    author: 'Mara Ellis',
    text: `
A clean chain shifts better, runs quietly and lasts up to three times as long as a dirty one. The job takes about twenty minutes and needs no workshop.

## What you need
- A degreaser made for bicycles, such as Muc-Off or Finish Line
- A stiff brush or an old toothbrush
- Two lint-free rags
- Chain lube for wet or dry weather
- A repair stand, or a wall to lean the bike against

## Step 1: Set up the bike
Put the bike in a repair stand and shift to the largest chainring and the smallest sprocket, so that the chain is under little tension. Without a stand, turn the bike upside down on a towel.

## Step 2: Apply degreaser
Spray the degreaser on the chain while you turn the cranks backwards. Let it soak for three to five minutes so that it loosens the grime. Keep degreaser away from disc brakes, since a contaminated rotor squeals and loses its bite.

## Step 3: Scrub the chain
Hold the brush against the links and backpedal for thirty turns. Scrub the side plates as well as the rollers. Clean the cassette and the jockey wheels in the same go, because dirt on them goes straight back to the chain.

## Step 4: Rinse and dry
Rinse the chain with warm water at low pressure. Never use a pressure washer: it drives water into the bearings. Dry the chain with a rag and wait ten minutes before you lube it.

## Step 5: Lube the chain
Put one drop of lube on each roller while you turn the cranks slowly. Then wipe off the excess with a clean rag. Lube on the outside of the plates only collects dust.

## How often should you clean a bike chain?
Clean it every 200 to 300 kilometres in dry weather, and after every wet ride. Riders who commute in winter clean it once a week.

## When to replace the chain
Measure chain wear with a chain checker. At 0.5 percent of stretch replace the chain; at 0.75 percent the cassette is probably worn too.`,
  }),
  'https://velovault.example/guides/chain-cleaning': guidePage({
    title: 'Bike Chain Cleaning: The Complete Guide | Velo Vault',
    site: 'Velo Vault',
    published: '2024-09-02',
    text: `
A dirty drivetrain eats watts. In our test a neglected chain cost a rider 6 watts at an even pace. This guide shows how to clean it with and without a chain cleaning tool.

## Why a clean chain matters
Grit and old lube form a grinding paste that wears the links. Chain wear then spreads to the cassette and chainrings, which cost far more than a chain.

## Tools and materials
You need a chain cleaning tool such as the Park Tool CM-5.3, a degreaser, a brush, microfibre cloths and fresh chain lube. Gloves keep the oil off your hands.

## How to use a chain cleaning tool
Fill the chain cleaner with degreaser up to the line, clamp it around the lower run of the chain, and turn the cranks backwards for a minute. Empty it, fill it with water and a little dish soap, and repeat to rinse the chain.

## How to clean a bike chain without a tool
Soak a rag in degreaser, wrap it around the chain and backpedal. Work the grime out of the rollers with an old toothbrush. Household helpers such as dish soap work, but take longer to cut through grease.

## Drying the chain
Water left in the rollers causes rust. Dry the chain with a cloth, then let it stand in the sun or use a hair dryer on low heat.

## Choosing the right lube
Wet lube stays on in rain but attracts dirt. Dry lube stays cleaner and washes off quickly. Wax lasts longest on a spotless chain and needs the most preparation. Apply a drop to each link and wipe off the excess.

## How often should I clean my chain?
As a rule of thumb, wipe it after every ride and clean it thoroughly every 300 kilometres.`,
  }),
  'https://pedalnotes.example/blog/cleaning-your-chain': guidePage({
    title: 'Cleaning Your Bike Chain Without Removing It',
    site: 'Pedal Notes',
    published: '2025-01-20',
    author: 'Jonas Reed',
    text: `
You do not have to take the chain off to get it clean. Here is the way that I use on my own bikes, with supplies from any supermarket.

## Supplies
Old rags, a toothbrush, dish soap, a bucket of warm water, a citrus degreaser and a small bottle of lube. I lay cardboard under the bike to protect the floor.

## Wipe off the worst dirt
Run the chain through a dry rag first. The less old oil there is, the less degreaser you need.

## Degrease the chain on the bike
Brush degreaser on the chain from above and let it soak for five minutes. A citrus degreaser is kinder to paint and skin than a solvent.

## Scrub every link
Backpedal slowly and scrub with the toothbrush from both sides. Do the jockey wheels of the derailleur too: they hold more dirt than you would think.

## Rinse with warm water
Use a sponge and clean, warm water. Do not aim a hose or a pressure washer at the hubs or the bottom bracket.

## Dry, then lubricate
Dry the chain with a rag and leave it for half an hour. Lubricate each roller with a single drop and wipe away what is left on the outside.

## Common mistakes
Too much lube is the most common mistake, and the second is WD-40 in place of a real lubricant. WD-40 is a solvent that strips oil from the rollers.`,
  }),
  'https://commutercraft.example/how-to-clean-bike-chain': guidePage({
    title: 'How to Clean a Bike Chain: A Commuter’s Guide (2025)',
    site: 'Commuter Craft',
    published: '2025-06-30',
    text: `
Commuters ride in all weather, and their chains show it. A quick clean once a week keeps the drivetrain quiet and saves you money on parts.

## What you'll need
- Degreaser
- Brush set
- Rags
- Wet lube for winter, dry lube for summer

## How to clean the chain step by step
1. Shift to the smallest sprocket and lean the bike against a wall.
2. Apply degreaser to the lower run of the chain and leave it to soak.
3. Scrub the links with a brush while you backpedal.
4. Rinse with a wet sponge.
5. Dry the chain thoroughly with a rag.
6. Lube each roller and wipe off the excess.

## Clean the cassette and chainrings
A clean chain on a dirty cassette is dirty again within a day. Push a folded rag between the sprockets and saw back and forth. Brush the chainrings from both sides.

## How to clean a rusty bike chain
Light surface rust comes off with a wire brush and a lube that penetrates. If links stay stiff after that, replace the chain.

## How often should you clean your bike chain?
Once a week in winter and every second week in summer. Wipe the chain with a dry rag after each wet ride.

## When should you replace your chain?
Most chains last 2,000 to 3,000 kilometres. A chain checker shows chain wear in seconds.`,
  }),
  'https://www.youtube.com/watch?v=abcdefghijk': guidePage({
    title: 'How to clean a bike chain',
    site: 'YouTube',
    text: 'A video.',
  }),
  'https://trailtorque.example/maintenance/chain': guidePage({
    title: 'MTB Chain Cleaning: Keep Your Drivetrain Alive',
    site: 'Trail Torque',
    published: '2023-11-05',
    text: `
Mud is the enemy of every mountain bike drivetrain. After a muddy ride you should clean the chain the same day, before the mud dries.

## Gear you need
Bring a bucket, a stiff brush, a bike degreaser, rags and a wet lube. A repair stand saves your back.

## Rinse off the mud first
Rinse mud off with a hose at low pressure. Keep the jet away from bearings and suspension seals.

## Degrease and scrub
Coat the chain with degreaser, let it soak for five minutes, and scrub with a stiff brush while you turn the cranks backwards. Pay attention to the inner plates.

## Clean the cassette, chainrings and jockey wheels
Use a narrow brush for the gaps between sprockets. Scrape caked grease off the jockey wheels with a flat screwdriver.

## Dry the chain
Bounce the bike to shake off water, wipe the chain dry and leave it for fifteen minutes.

## Lube for the conditions
Wet lube is the choice for mud and rain. Let it creep into the rollers for ten minutes, then wipe off the excess so that it does not attract dirt.

## Check the chain for wear
Drop a chain checker into the links every month. A worn chain skips under load and ruins the cassette.`,
  }),
  'https://greengear.example/clean-chain-eco': guidePage({
    title: 'How to Clean Your Bike Chain (the Eco-Friendly Way)',
    site: 'Green Gear',
    published: '2024-03-15',
    text: `
Most degreasers end up in the drain. With these methods your chain gets just as clean, and the river stays so as well.

## Eco-friendly degreasers
Citrus degreasers dissolve grease with oil from orange peel and are biodegradable. Dish soap in hot water works on light dirt. Avoid petrol and diesel: they are toxic, and they harm rubber seals.

## What else you need
A brush, cotton rags from old T-shirts, a jar and a plant-based chain lube.

## Remove the chain with a quick link
Open the quick link with pliers and take the chain off. Put it in a jar with degreaser, close the lid and shake for two minutes.

## Scrub and rinse
Scrub the chain in warm soapy water, then rinse it until the water runs clear. Collect the dirty degreaser in the jar: it can be used again once the dirt has settled.

## Dry the chain completely
Hang the chain up to dry for an hour. Water in the rollers means rust.

## Lubricate and wipe
Apply plant-based lube roller by roller and wipe off the excess after ten minutes.

## How to dispose of degreaser
Take used degreaser to a recycling centre. Never pour it into the sink.`,
  }),
  'https://watthouse.example/science/chain-efficiency': guidePage({
    title: 'Clean Chain, Fast Chain: What the Numbers Say',
    site: 'Watthouse',
    published: '2025-02-08',
    text: `
We measured what dirt costs on our own test rig: five chains, three lubes and 500 kilometres of road grime.

## How much power does a dirty chain cost?
A chain with old oil and road dirt cost 5 to 8 watts at 250 watts. After cleaning, the loss fell below 4 watts.

## Cleaning methods compared
An ultrasonic cleaner removed most of the dirt, followed by a jar with degreaser and a chain cleaning tool. A rag and brush on the bike came last but still won back 3 watts.

## Does wax beat lube?
A waxed chain lost the least, at 3 watts, and stayed clean for 400 kilometres. Wet lube was slower and collected dirt; dry lube lay between the two.

## How we clean our own chains
We degrease the chain in an ultrasonic cleaner, rinse it in hot water, dry it in the oven at 60 degrees and wax it. Between waxings we wipe it with a dry rag.

## Chain wear over time
Chains that were cleaned every 200 kilometres showed half the chain wear of the others after a season.`,
  }),
  'https://radwerkstatt.example/kette-reinigen': guidePage({
    title: 'Fahrradkette reinigen: So geht es',
    site: 'Radwerkstatt',
    language: 'de',
    text: `
Eine saubere Kette läuft leiser und hält länger. Für die Reinigung brauchen Sie nur wenige Mittel, die es in jedem Fachhandel gibt, und etwa zwanzig Minuten Zeit.

## Was Sie brauchen
Ein Entfetter, eine Bürste, zwei Lappen und ein gutes Kettenöl. Legen Sie Pappe unter das Rad, damit der Boden sauber bleibt und kein Öl darauf tropft.

## Kette entfetten
Tragen Sie den Entfetter auf die Kette auf und lassen Sie ihn fünf Minuten einwirken. Bürsten Sie dann die Glieder von beiden Seiten, während Sie die Kurbel rückwärts drehen.

## Kette trocknen und ölen
Trocknen Sie die Kette mit einem Lappen ab. Geben Sie einen Tropfen Öl auf jede Rolle und wischen Sie das überschüssige Öl nach zehn Minuten ab. So bleibt die Kette lange sauber und rostet auch im Winter nicht.`,
  }),
  'https://bikebarn.example/shop/chain-cleaners': guidePage({
    title: 'Chain Cleaners & Degreasers | Bike Barn',
    site: 'Bike Barn',
    type: 'Product',
    text: `
## Chain Cleaner Pro
The Chain Cleaner Pro cleans your chain in one minute. Add to cart. Free delivery over $50. In stock. $39.99. Rated 4.6 by 212 customers.

## Citrus Degreaser 500 ml
Cuts through grease. $12.99. Add to cart. In stock and ready to ship today with free returns for thirty days.`,
  }),
};
