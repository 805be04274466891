import { USUAL_QUESTIONS } from '../../src/index/derive/usual-questions.ts';
import { parseTarget, type Target } from '../../src/web/target.ts';
import type { LinksSource } from '../../src/ports/links.ts';
import { hostOfKey } from '../../src/web/url.ts';
import type { GraphSize } from './graph.ts';
import { domainOf } from './names.ts';

/** The questions of the port as the operations ask them by default, and the targets that they are asked of. */
export type Question = (links: LinksSource, at: number, targets: readonly Target[]) => Promise<unknown>;

const ANSWER_MS_MAX = 120_000;

function pick(targets: readonly Target[], at: number): Target {
  const target = targets[at % targets.length];
  if (target === undefined) throw new RangeError('There are no targets.');
  return target;
}

/** As operations ask by default. */
function usual(ask: (links: LinksSource, target: Target, signal: AbortSignal) => Promise<unknown>): Question {
  return (links, at, targets) => ask(links, pick(targets, at), timeout());
}

const LIVE = { status: 'live', include_indirect_links: true, dofollow_only: false } as const;
const FAR = { limit: 25, offset: 1000 } as const;

export const QUESTIONS: Readonly<Record<string, Question>> = {
  summary: usual(USUAL_QUESTIONS.summary),
  'list, one a domain': usual(USUAL_QUESTIONS.list),
  'list, from 1,000': (links, at, targets) =>
    links.list(
      {
        target: pick(targets, at),
        ...LIVE,
        mode: 'as_is',
        broken_only: false,
        rank_min: undefined,
        sort_by: 'first_seen',
        ...FAR,
      },
      timeout(),
    ),
  anchors: usual(USUAL_QUESTIONS.anchors),
  'referring domains': usual(USUAL_QUESTIONS.referring_domains),
  'target pages': usual(USUAL_QUESTIONS.target_pages),
  competitors: (links, at, targets) =>
    links.competitors(
      {
        target: pick(targets, at),
        main_domain: true,
        exclude_domains: [],
        rank_min: undefined,
        intersections_min: undefined,
      },
      timeout(),
    ),
  timeseries: usual(USUAL_QUESTIONS.timeseries),
  'page intersection': (links, at, targets) =>
    links.pageIntersection(
      {
        targets: [pick(targets, at), pick(targets, at + 1)],
        exclude_targets: [pick(targets, at + 2)],
        ...LIVE,
        mode: 'partial',
        spam_score_max: undefined,
        sort_by: 'rank',
        limit: 25,
      },
      timeout(),
    ),
};

/** p95 that is aimed at whatever the size of the target, of questions about the sites of others as well. */
export const QUESTION_AIMS_MS: Readonly<Record<string, number>> = { competitors: 50, 'page intersection': 200 };

function timeout(): AbortSignal {
  return AbortSignal.timeout(ANSWER_MS_MAX);
}

export interface TargetClass {
  readonly name: string;
  readonly targets: readonly Target[];
  /** How many of them are asked, each once. */
  readonly calls: number;
  /** p95 that is aimed at. */
  readonly aim_ms: number;
}

const LARGEST = 3;
const MANY = 120;
const SIZES = [4, 100, 1000, 5000, 20_000, 50_000, 500_000];

/** Domains by how many links lead to them, and the most linked three. */
export function targetClasses(size: GraphSize): readonly TargetClass[] {
  const from = (first: number, count: number): readonly Target[] =>
    Array.from({ length: count }, (_, at) => parseTarget(hostOfKey(domainOf(first + at).key)));
  const sized = SIZES.map((links) => ({ links, rank: rankWith(links, size) }))
    .filter(({ rank }) => rank > LARGEST)
    .map(({ links, rank }) => {
      // Neighbours have nearly as many links, as long as they are few beside those before them.
      const calls = Math.min(MANY, Math.max(LARGEST, Math.floor(rank / 5)));
      return { name: links.toLocaleString('en-US'), targets: from(rank, calls), calls, aim_ms: aimOf(links) };
    });
  return [...sized, { name: 'largest', targets: from(0, LARGEST), calls: LARGEST, aim_ms: aimOf(Infinity) }];
}

function aimOf(links: number): number {
  if (links <= 1000) return 10;
  return links <= 20_000 ? 30 : 100;
}

/** The rank at which a domain has that many links, by the skew with which targets are drawn. */
function rankWith(links: number, size: GraphSize): number {
  const whole = (size.domains ** 0.08 - 1) / 0.08;
  return Math.floor(((size.links * 0.92) / whole / links) ** (1 / 0.92));
}
