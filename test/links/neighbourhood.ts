import { parsePage } from '../../src/crawler/parse.ts';
import type { PageFact } from '../../src/ports/index.ts';
import { languageDetector } from '../../src/text/detect-language.ts';
import { day } from '../index-engine.ts';
import {
  ACME,
  type Character,
  KNOWN_SITES,
  type KnownSite,
  MONEY_ANCHOR,
  MONEY_TARGET,
  type Mention,
  to,
} from './neighbourhood-sites.ts';
import * as texts from './neighbourhood-texts.ts';

/**
 * A web of which the truth is known: twelve honest sites around tools and a town, a forum that was broken into, and three
 * farms with the shop that bought from them. The first farm leads to that shop with one money anchor, the second links to itself in a ring, the third
 * serves one template in another language. Figures for it are what a person who knows all of these sites would expect.
 */

export interface NeighbourSite {
  readonly domain: string;
  readonly character: Character;
  readonly language: string;
  readonly pages: readonly NeighbourPage[];
}

interface NeighbourPage {
  readonly url: string;
  readonly html: string;
  /** Days of March 2026. */
  readonly day: number;
  /** A page of an honest site onto which somebody else wrote links. */
  readonly is_hacked: boolean;
}

const MONEY_FARM = 12;
const RING_FARM = 10;
const TEMPLATE_FARM = 8;
const FORUM = 'woodforum.example';

/** All sites, in an order that tells nothing. `farms: false` gives the same web without farms and without what was written onto the forum. */
export function neighbourhood({ farms = true }: { readonly farms?: boolean } = {}): readonly NeighbourSite[] {
  const honest = [...KNOWN_SITES.map(knownSite), forum(farms)];
  return farms ? [...honest, ...moneyFarm(), ...ringFarm(), ...templateFarm()] : honest;
}

/** `count` sites that link to each other a little and to nobody above: what is added to a web without changing it. */
export function unrelatedSites(count: number): readonly NeighbourSite[] {
  return Array.from({ length: count }, (_, at) => {
    const domain = `garden-${String(at + 1)}.example`;
    const next = to(`garden-${String(((at + 7) % count) + 1)}.example/`, 'a garden further on');
    const number = String(at + 1);
    return site({ domain, character: 'honest', language: 'en' }, [
      article({ domain, path: '/', title: `Garden ${number}`, sentences: sentencesFor(texts.DIARY, at) }),
      article({
        domain,
        path: '/spring',
        title: `Spring in garden ${number}`,
        sentences: sentencesFor(texts.TOWN, at),
        mentions: [next],
      }),
    ]);
  });
}

/** What a crawl would have written of these sites. */
export async function factsOf(sites: readonly NeighbourSite[]): Promise<PageFact[]> {
  const detectLanguage = await languageDetector();
  return sites.flatMap(({ pages }) =>
    pages.map((page): PageFact => {
      const bytes = Buffer.from(page.html);
      const parsed = parsePage(
        {
          url: page.url,
          content_type: 'text/html',
          content_type_header: 'text/html; charset=utf-8',
          x_robots_tag: '',
          link: '',
          bytes,
        },
        { agent_token: 'seamark', scope: undefined, detectLanguage },
      );
      return {
        url: page.url,
        observed_at: day(page.day),
        source: 'crawl',
        status: 200,
        redirect_url: undefined,
        content_type: 'text/html',
        bytes: bytes.byteLength,
        document: parsed.document,
        links: parsed.links,
      };
    }),
  );
}

function knownSite({ domain, name, character, language, sentences, pages, mentions }: KnownSite): NeighbourSite {
  const mentioned = new Map(mentions.map(([page, ...rest]) => [page, rest]));
  const menu = pages.map(([path, title]) => ({ url: path, anchor: title }));
  const articles = pages.map(([path, title], at) => {
    const said = sentencesFor(sentences, at * 2);
    return article({ domain, path, title, sentences: said, language, mentions: mentioned.get(at) ?? [], name, menu });
  });
  return site({ domain, character, language }, articles);
}

const THREADS = 20;
const BROKEN_THREADS: ReadonlySet<number> = new Set([4, 11, 17]);

const THREAD_MENTIONS = new Map<number, readonly Mention[]>([
  [2, [to(`${ACME}/drills/hammer-drill-18v`, 'Acme hammer drill', 'ugc')]],
  [
    5,
    [
      to('rivet.example/drivers', 'https://rivet.example/drivers', 'ugc'),
      to('ironmonger.example/', 'Ironmonger', 'ugc'),
    ],
  ],
  [9, [to(`${ACME}/guides/choose-a-drill`, 'which drill do you need', 'ugc')]],
]);

/** Twenty threads; onto three of them a program wrote its links. */
function forum(isBroken: boolean): NeighbourSite {
  const menu = Array.from({ length: THREADS }, (_, at) => ({
    url: `/thread/${String(at + 1)}`,
    anchor: `Thread ${String(at + 1)}`,
  }));
  const pages = menu.map(({ url, anchor }, at) => {
    const isHacked = isBroken && BROKEN_THREADS.has(at);
    const spam = isHacked ? templateHosts().map((host) => to(`${host}/`, 'casino bonus ohne einzahlung')) : [];
    const page = article({
      domain: FORUM,
      path: url,
      title: `${anchor}: ${(texts.DIARY[at % 12] ?? '').replace('.', '')}`,
      sentences: [...sentencesFor(texts.DIARY, at * 5), ...(isHacked ? texts.LUCK : [])],
      mentions: [...(THREAD_MENTIONS.get(at) ?? []), ...spam],
      name: 'Wood Forum',
      menu,
    });
    return { ...page, is_hacked: isHacked };
  });
  return site({ domain: FORUM, character: 'hacked', language: 'en' }, pages);
}

/** Twelve young sites of one thin page with one anchor to one shop; most have an honest link, to look like the others. */
function moneyFarm(): readonly NeighbourSite[] {
  const disguises = [[to(`${ACME}/`, 'Acme')], [to('workshopweekly.example/', 'Workshop Weekly')], []];
  return Array.from({ length: MONEY_FARM }, (_, at) => {
    const domain = `powertools-guide-${String(at + 1)}.example`;
    const page = article({
      domain,
      path: '/',
      title: `Best power tools ${String(2014 + at)}`,
      sentences: sentencesFor(texts.FILLING, at).slice(0, 3),
      mentions: [to(`${MONEY_TARGET}/power-tools`, MONEY_ANCHOR), ...(disguises[at % 3] ?? [])],
    });
    return site({ domain, character: 'money_farm', language: 'en' }, [page], 22);
  });
}

/** Ten sites, each of which leads to all of the others from all of its pages. */
function ringFarm(): readonly NeighbourSite[] {
  const hosts = Array.from({ length: RING_FARM }, (_, at) => `toplinks-${String(at + 1)}.example`);
  return hosts.map((domain, own) => {
    const others = hosts.filter((host) => host !== domain);
    const partners = others.map((host, at) => to(`${host}/`, `partner ${String(at + 1)}`));
    const pages = ['/', '/partners', '/offers', '/new'].map((path) =>
      article({
        domain,
        path,
        title: `Top links ${String(own + 1)}`,
        sentences: sentencesFor(texts.RING, own).slice(0, 3),
        mentions: path === '/offers' ? [...partners, to(`${MONEY_TARGET}/`, 'power tools')] : partners,
      }),
    );
    return site({ domain, character: 'ring_farm', language: 'en' }, pages, 18);
  });
}

function templateHosts(): readonly string[] {
  return Array.from({ length: TEMPLATE_FARM }, (_, at) => `spielhalle-bonus-${String(at + 1)}.example`);
}

/** Eight copies of one template about casinos, which the broken forum leads to, and which lead to many that never asked. */
function templateFarm(): readonly NeighbourSite[] {
  const hosts = templateHosts();
  return hosts.map((domain, own) => {
    const after = (steps: number): string => hosts[(own + steps) % hosts.length] ?? domain;
    const mentions = [
      to(`${after(1)}/`, 'online casino'),
      to(`${after(3)}/bonus`, 'casino bonus'),
      to(`${ACME}/`, 'casino bonus'),
      to('rivet.example/', 'freispiele'),
      to('sawdustdiary.example/', 'spielautomaten'),
    ];
    const pages = ['/', '/bonus', '/freispiele'].map((path) =>
      article({ domain, path, title: 'Casino Bonus ohne Einzahlung', sentences: texts.LUCK, language: 'de', mentions }),
    );
    return site({ domain, character: 'template_farm', language: 'de' }, pages, 20);
  });
}

type PageDraft = Pick<NeighbourPage, 'url' | 'html'> & Partial<Pick<NeighbourPage, 'is_hacked'>>;

function site(
  who: Pick<NeighbourSite, 'domain' | 'character' | 'language'>,
  pages: readonly PageDraft[],
  firstDay = 1,
): NeighbourSite {
  return { ...who, pages: pages.map((page, at) => ({ is_hacked: false, ...page, day: firstDay + (at % 5) })) };
}

interface Draft {
  readonly domain: string;
  readonly path: string;
  readonly title: string;
  readonly sentences: readonly string[];
  readonly language?: string;
  readonly mentions?: readonly Mention[];
  readonly name?: string;
  readonly menu?: readonly Mention[];
}

function article(draft: Draft): PageDraft {
  const { domain, path, title, sentences, language = 'en', mentions = [], name, menu = [] } = draft;
  const linked = mentions.map(
    ({ url, anchor, rel }) =>
      `<p>${sentences[0] ?? ''} <a href="${url}"${rel === undefined ? '' : ` rel="${rel}"`}>${anchor}</a>.</p>`,
  );
  const items = menu.map(({ url, anchor }) => `<li><a href="${url}">${anchor}</a></li>`);
  const html = `<!doctype html><html lang="${language}"><head><title>${title}${name === undefined ? '' : ` | ${name}`}</title></head>
<body>${items.length === 0 ? '' : `<nav><ul>${items.join('')}</ul></nav>`}<main><h1>${title}</h1>
${sentences.map((sentence) => `<p>${sentence}</p>`).join('\n')}
${linked.join('\n')}</main></body></html>`;
  return { url: `https://${domain}${path}`, html };
}

/** Eight of the sentences, other ones for each page. */
function sentencesFor(all: readonly string[], start: number): readonly string[] {
  return Array.from(
    { length: Math.min(8, all.length) },
    (_, at) => all[(start + at * (1 + (start % 3))) % all.length] ?? '',
  );
}
