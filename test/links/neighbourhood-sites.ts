import * as texts from './neighbourhood-texts.ts';

/** Who is who in the planted web, and who mentions whom. */
export type Character =
  | 'honest'
  | 'buyer'
  | 'institution'
  | 'documentation'
  | 'hacked'
  | 'money_farm'
  | 'ring_farm'
  | 'template_farm';

export interface Mention {
  readonly url: string;
  readonly anchor: string;
  readonly rel?: string;
}

export interface KnownSite {
  readonly domain: string;
  readonly name: string;
  readonly character: Character;
  readonly language: string;
  readonly sentences: readonly string[];
  /** Paths with titles; each page has words of its own. */
  readonly pages: readonly (readonly [path: string, title: string])[];
  /** From the page at this place to pages of other sites. */
  readonly mentions: readonly (readonly [page: number, ...mentions: readonly Mention[]])[];
}

export const to = (address: string, anchor: string, rel?: string): Mention => ({
  url: `https://${address}`,
  anchor,
  ...(rel === undefined ? {} : { rel }),
});

/** The shop that the questions of tests are about. Its rivals are Rivet and the Ironmonger. */
export const ACME = 'acme.example';
/** Where the money farm leads. */
export const MONEY_TARGET = 'bargain-tools.example';
export const MONEY_ANCHOR = 'buy cheap power tools online';

/** The twelve honest sites and the buyer. */
export const KNOWN_SITES: readonly KnownSite[] = [
  {
    domain: ACME,
    name: 'Acme',
    character: 'honest',
    language: 'en',
    sentences: texts.SHOP,
    pages: [
      ['/', 'Acme: tools that last'],
      ['/drills/hammer-drill-18v', 'Hammer drill 18 V'],
      ['/drills/bench-drill', 'Bench drill with a metal column'],
      ['/saws/track-saw', 'Track saw with two rails'],
      ['/guides/sharpen-a-chisel', 'How to sharpen a chisel'],
      ['/guides/choose-a-drill', 'Which drill do you need?'],
      ['/repairs', 'Repairs and spare parts'],
    ],
    mentions: [
      [4, to('workshopweekly.example/tests/whetstones', 'test of seven whetstones')],
      [6, to('toolsafety-office.gov.uk/recalls', 'list of recalled products')],
    ],
  },
  {
    domain: 'rivet.example',
    name: 'Rivet',
    character: 'honest',
    language: 'en',
    sentences: texts.SHOP,
    pages: [
      ['/', 'Rivet, tools for the trade'],
      ['/drivers', 'Impact drivers'],
      ['/sanders', 'Sanders for floors and walls'],
      ['/guides/dust', 'Keep the dust down'],
      ['/about', 'About Rivet'],
    ],
    mentions: [[3, to('toolsafety-office.gov.uk/dust', 'limits for wood dust')]],
  },
  {
    domain: 'ironmonger.example',
    name: 'The Ironmonger',
    character: 'honest',
    language: 'en',
    sentences: texts.SHOP,
    pages: [
      ['/', 'The Ironmonger on the quay'],
      ['/hand-planes', 'Hand planes, old and new'],
      ['/screws', 'Screws by the pound'],
      ['/history', 'A shop since 1911'],
    ],
    mentions: [[3, to('townnews.example/quay-apprentices', 'our first apprentices')]],
  },
  {
    domain: MONEY_TARGET,
    name: 'Bargain Tools',
    character: 'buyer',
    language: 'en',
    sentences: texts.SHOP,
    pages: [
      ['/', 'Bargain Tools'],
      ['/power-tools', 'Power tools'],
      ['/offers', 'Offers of the week'],
    ],
    mentions: [],
  },
  {
    domain: 'workshopweekly.example',
    name: 'Workshop Weekly',
    character: 'honest',
    language: 'en',
    sentences: texts.MAGAZINE,
    pages: [
      ['/', 'Workshop Weekly'],
      ['/tests/hammer-drills', 'Six hammer drills in concrete'],
      ['/tests/track-saws', 'Track saws tested'],
      ['/tests/whetstones', 'Seven whetstones'],
      ['/plans/bench', 'Plans for a bench'],
      ['/letters', 'Letters of the month'],
    ],
    mentions: [
      [
        1,
        to(`${ACME}/drills/hammer-drill-18v`, 'Acme hammer drill'),
        to('rivet.example/drivers', 'Rivet'),
        to('ironmonger.example/', 'the Ironmonger'),
      ],
      [2, to(`${ACME}/saws/track-saw`, 'this saw'), to('rivet.example/', 'Rivet')],
      [
        3,
        to(`${ACME}/guides/sharpen-a-chisel`, 'how to sharpen a chisel'),
        to('ironmonger.example/hand-planes', 'hand planes'),
      ],
      [5, to('sawdustdiary.example/first-drawer', 'a reader’s first drawer')],
    ],
  },
  {
    domain: 'opendrill.example',
    name: 'OpenDrill',
    character: 'documentation',
    language: 'en',
    sentences: texts.DOCUMENTATION,
    pages: [
      ['/', 'OpenDrill documentation'],
      ['/reference/motor', 'motor'],
      ['/reference/sensor', 'sensor'],
      ['/reference/protocol', 'protocol'],
      ['/reference/errors', 'errors'],
      ['/install', 'Install OpenDrill'],
      ['/links', 'Related projects and reading'],
    ],
    mentions: [
      [
        6,
        ...[
          `${ACME}/drills/bench-drill`,
          'rivet.example/drivers',
          'northport-college.ac.uk/research/drill-bits',
          'toolsafety-office.gov.uk/vibration',
          'workshopweekly.example/tests/hammer-drills',
          'sawdustdiary.example/',
          'masterskaya-primer.ru/dreli',
          'rentalyard.example/',
          'toolmakers-guild.example/',
          'townnews.example/repair-cafe',
        ].map((address) => to(address, address.split('/')[0] ?? address)),
      ],
      [5, to(`${ACME}/drills/bench-drill`, 'this drill')],
    ],
  },
  {
    domain: 'northport-college.ac.uk',
    name: 'Northport College',
    character: 'institution',
    language: 'en',
    sentences: texts.INSTITUTE,
    pages: [
      ['/', 'Northport College of Craft'],
      ['/courses/furniture', 'Furniture making'],
      ['/research/drill-bits', 'Wear of drill bits'],
      ['/students/where-to-buy', 'Where our students buy'],
      ['/links', 'Partners of the college'],
    ],
    mentions: [
      [
        2,
        to('opendrill.example/reference/motor', 'OpenDrill'),
        to('toolsafety-office.gov.uk/vibration', 'limits of vibration'),
      ],
      [3, to(`${ACME}/`, 'Acme'), to('rivet.example/', 'Rivet Tools'), to('ironmonger.example/', 'The Ironmonger')],
      [
        4,
        to('townnews.example/', 'Town News'),
        to('toolmakers-guild.example/', 'Guild of Toolmakers'),
        to('workshopweekly.example/', 'Workshop Weekly'),
      ],
    ],
  },
  {
    domain: 'toolsafety-office.gov.uk',
    name: 'Tool Safety Office',
    character: 'institution',
    language: 'en',
    sentences: texts.INSTITUTE,
    pages: [
      ['/', 'Tool Safety Office'],
      ['/recalls', 'Recalled products'],
      ['/dust', 'Wood dust'],
      ['/vibration', 'Vibration at work'],
      ['/publications', 'Publications'],
    ],
    mentions: [
      [1, to('rivet.example/sanders', 'notice of the seller'), to(`${ACME}/repairs`, 'repairs by Acme')],
      [
        4,
        to('northport-college.ac.uk/research/drill-bits', 'study of the wear of drill bits'),
        to('toolmakers-guild.example/standards', 'standards of the guild'),
      ],
    ],
  },
  {
    domain: 'townnews.example',
    name: 'Town News',
    character: 'honest',
    language: 'en',
    sentences: texts.TOWN,
    pages: [
      ['/', 'Town News'],
      ['/quay-apprentices', 'Apprentices on the quay'],
      ['/repair-cafe', 'Repair café mends 312 things'],
      ['/evening-school', 'Evening school starts in September'],
      ['/storm', 'Photographs of the storm'],
    ],
    mentions: [
      [1, to('ironmonger.example/history', 'the shop on the quay')],
      [2, to(`${ACME}/`, 'Acme'), to('sawdustdiary.example/', 'Sawdust Diary')],
      [3, to('northport-college.ac.uk/courses/furniture', 'Northport College')],
    ],
  },
  {
    domain: 'sawdustdiary.example',
    name: 'Sawdust Diary',
    character: 'honest',
    language: 'en',
    sentences: texts.DIARY,
    pages: [
      ['/', 'Sawdust Diary'],
      ['/first-drawer', 'My first drawer'],
      ['/hinges', 'The wrong hinges'],
      ['/chair', 'A chair that wobbles'],
      ['/tools-i-kept', 'Tools that I kept'],
    ],
    mentions: [
      [1, to(`${ACME}/guides/sharpen-a-chisel`, 'this guide')],
      [2, to('ironmonger.example/screws', 'screws by the pound')],
      [
        4,
        to(`${ACME}/drills/hammer-drill-18v`, 'this drill'),
        to('rivet.example/sanders', 'the sander'),
        to('workshopweekly.example/tests/track-saws', 'track saws tested'),
      ],
    ],
  },
  {
    domain: 'masterskaya-primer.ru',
    name: 'Мастерская',
    character: 'honest',
    language: 'ru',
    sentences: texts.RUSSIAN,
    pages: [
      ['/', 'Мастерская: инструмент и дерево'],
      ['/dreli', 'Ремонт дрелей'],
      ['/rubanok', 'Старый рубанок'],
      ['/akkumulyatory', 'Аккумуляторы на морозе'],
    ],
    mentions: [
      [1, to('opendrill.example/', 'OpenDrill'), to(`${ACME}/drills/bench-drill`, 'сверлильный станок Acme')],
      [2, to('ironmonger.example/hand-planes', 'английские рубанки')],
    ],
  },
  {
    domain: 'rentalyard.example',
    name: 'Rental Yard',
    character: 'honest',
    language: 'en',
    sentences: texts.SHOP,
    pages: [
      ['/', 'Rental Yard: borrow it for a day'],
      ['/breakers', 'Breakers'],
      ['/floor-sanders', 'Floor sanders'],
      ['/safety', 'Before you start'],
    ],
    mentions: [
      [2, to('rivet.example/sanders', 'Rivet sanders')],
      [
        3,
        to('toolsafety-office.gov.uk/vibration', 'Vibration at work'),
        to('toolsafety-office.gov.uk/', 'Tool Safety Office'),
      ],
    ],
  },
  {
    domain: 'toolmakers-guild.example',
    name: 'Guild of Toolmakers',
    character: 'honest',
    language: 'en',
    sentences: texts.INSTITUTE,
    pages: [
      ['/', 'Guild of Toolmakers'],
      ['/members', 'Members of the guild'],
      ['/standards', 'Standards of the guild'],
      ['/prize', 'Prize of the year'],
    ],
    mentions: [
      [
        1,
        to(`${ACME}/`, 'Acme'),
        to('rivet.example/', 'Rivet'),
        to('ironmonger.example/', 'The Ironmonger'),
        to('rentalyard.example/', 'Rental Yard'),
      ],
      [2, to('toolsafety-office.gov.uk/vibration', 'limits of vibration')],
      [3, to('workshopweekly.example/', 'Workshop Weekly'), to('northport-college.ac.uk/', 'Northport College')],
    ],
  },
];
