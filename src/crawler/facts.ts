import { isSamePage, type PageAddress } from '../web/url.ts';
import type { RawAnswer } from '../ports/fetch.ts';
import type { PageFact, RenderFact, Validators } from '../ports/index.ts';
import type { Chain, Hop } from './chain.ts';
import type { ParsedPage } from './parse.ts';
import { moveLink } from '../web/facts/records.ts';

const SOURCE = 'crawl';

/** One fact for each redirect that leads to another page; one to the same page under https or with a slash is none. */
export function redirectFacts(chain: Chain): readonly PageFact[] {
  const facts: PageFact[] = [];
  const looped = chain.problem === 'redirect_loop';
  for (const hop of chain.hops) {
    if (!looped && (isSamePage(hop.from, chain.end) || facts.some((fact) => fact.url === hop.from.url))) continue;
    facts.push(redirectFact(hop, looped ? undefined : chain.end.url));
    if (looped) break;
  }
  return facts;
}

function redirectFact(hop: Hop, end: string | undefined): PageFact {
  return {
    url: hop.from.url,
    observed_at: hop.observed_at,
    source: SOURCE,
    status: hop.status,
    redirect_url: end,
    content_type: '',
    bytes: 0,
    document: undefined,
    links: isSamePage(hop.from, hop.to) ? [] : [moveLink(hop.to.url, 'redirect')],
  };
}

export function answerFact(
  end: PageAddress,
  answer: RawAnswer,
  observed_at: Date,
  page: ParsedPage | undefined,
  render?: RenderFact,
): PageFact {
  return {
    url: end.url,
    observed_at,
    source: SOURCE,
    status: answer.status,
    redirect_url: undefined,
    content_type: answer.content_type,
    bytes: bytesOf(answer),
    document: page?.document,
    links: page?.links ?? [],
    // What scripts write may change while the source does not: such a page is always read again.
    validators: render === undefined ? validatorsOf(answer, page) : undefined,
    checks: answer.status === 200 && !answer.truncated ? page?.checks : undefined,
    ...(render === undefined ? {} : { render }),
  };
}

/** The page is what it was at the fetch before. */
export function unchangedFact(end: PageAddress, observed_at: Date): PageFact {
  return {
    url: end.url,
    observed_at,
    source: SOURCE,
    status: 304,
    redirect_url: undefined,
    content_type: '',
    bytes: 0,
    document: undefined,
    links: [],
  };
}

const VALIDATOR_LENGTH_MAX = 300;
const FOLLOW_MAX = 5000;

function validatorsOf(answer: RawAnswer, page: ParsedPage | undefined): Validators | undefined {
  if (answer.status !== 200 || page?.document === undefined || answer.truncated) return undefined;
  const etag = validator(answer.headers['etag']);
  const last_modified = validator(answer.headers['last-modified']);
  if (etag === undefined && last_modified === undefined) return undefined;
  // Without all of its links an unchanged page would end the crawl early, so it is rather read again.
  if (page.follow.length > FOLLOW_MAX) return undefined;
  return { etag, last_modified, links: page.follow.map((target) => target.url) };
}

function validator(header: string | undefined): string | undefined {
  return header === undefined || header === '' || header.length > VALIDATOR_LENGTH_MAX ? undefined : header;
}

export function bytesOf(answer: RawAnswer): number {
  if (answer.body !== undefined) return answer.body.byteLength;
  const announced = Number(answer.headers['content-length'] ?? 0);
  return Number.isSafeInteger(announced) && announced > 0 ? announced : 0;
}
