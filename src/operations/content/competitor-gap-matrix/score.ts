import { sharedOut } from '../../../kernel/points.ts';
import type { BuyerStage } from '../../../text/signals.ts';
import type { Page } from './pages.ts';

export const COMPONENTS = ['coverage', 'demand', 'fit', 'buyer_stage', 'gap', 'focus', 'ease'] as const;
export type Component = (typeof COMPONENTS)[number];

/** Points of each component when everything is known. Our own weights, pinned by the tests; demand follows formulas 4.6. */
const POINTS: Readonly<Record<Component, number>> = {
  coverage: 20,
  demand: 20,
  fit: 20,
  buyer_stage: 12,
  gap: 12,
  focus: 8,
  ease: 8,
};

export const MEANING: Readonly<Record<Component, string>> = {
  coverage: 'Share of the competitors that have a page on the topic.',
  demand:
    'Highest search volume of its pages, otherwise their traffic, on a logarithmic scale up to 100,000; lower where the topic fits your pages less well.',
  fit: 'How much the topic shares with the words on your own pages; at least 0.6 where two competitors cover it.',
  buyer_stage: 'How close its searchers are to buying: decision 1, consideration 0.85, awareness 0.5, retention 0.2.',
  gap: '1 if you have no page on it, 0.5 if one of your pages touches on it.',
  focus: '1 if it is one of focus_topics, or part of one.',
  ease: 'Fewest backlinks of any competitor page that ranks: 1 for none, 0 for a thousand.',
};

export type Weights = Readonly<Record<Component, number>>;

export interface Known {
  readonly fit: boolean;
  readonly demand: boolean;
  readonly focus: boolean;
  readonly ease: boolean;
}

/** What no page of the request has figures for cannot distinguish topics: its points go to the others in proportion. */
export function distributeWeights(known: Known): Weights {
  const usable = COMPONENTS.filter((name) => !isOptional(name) || known[name]);
  const sum = usable.reduce((total, name) => total + POINTS[name], 0);
  const whole = sharedOut(
    usable.map((name) => (POINTS[name] * 100) / sum),
    100,
  );
  return mapComponents((name) => whole[usable.indexOf(name)] ?? 0);
}

/** One figure for each component, in their order. */
function mapComponents(figure: (name: Component) => number): Record<Component, number> {
  return {
    coverage: figure('coverage'),
    demand: figure('demand'),
    fit: figure('fit'),
    buyer_stage: figure('buyer_stage'),
    gap: figure('gap'),
    focus: figure('focus'),
    ease: figure('ease'),
  };
}

function isOptional(name: Component): name is keyof Known {
  return name === 'demand' || name === 'fit' || name === 'focus' || name === 'ease';
}

/** Demand outside your own field brings no buyers: this much of it counts all the same. */
const DEMAND_WITHOUT_FIT = 0.4;

const STAGE_VALUE: Readonly<Record<BuyerStage, number>> = {
  decision: 1,
  consideration: 0.85,
  awareness: 0.5,
  retention: 0.2,
};
const DEMAND_FULL = 100_000;
const BACKLINKS_HARD = 1000;

export interface Facts {
  readonly pages: readonly Page[];
  readonly covering: number;
  readonly competitors: number;
  readonly buyer_stage: BuyerStage;
  readonly touched: boolean;
  readonly in_focus: boolean;
  /** 0–1; null without own pages. */
  readonly fit: number | null;
}

/** `Σ weight × value`, 0–100, each part in whole points; MEANING says what each value is. */
export function scoreTopic(facts: Facts, weights: Weights): { score: number; components: Record<Component, number> } {
  const demand = findDemand(facts.pages);
  const links = facts.pages.map(({ backlinks }) => backlinks).filter((count) => count !== null);
  const values: Record<Component, number> = {
    // One competitor alone is one voice, however few there are.
    coverage: facts.covering / Math.max(2, facts.competitors),
    demand:
      demand === null
        ? 0
        : Math.min(1, Math.log10(demand + 1) / Math.log10(DEMAND_FULL + 1)) *
          (DEMAND_WITHOUT_FIT + (1 - DEMAND_WITHOUT_FIT) * (facts.fit ?? 1)),
    fit: facts.fit ?? 0,
    buyer_stage: STAGE_VALUE[facts.buyer_stage],
    gap: facts.touched ? 0.5 : 1,
    focus: facts.in_focus ? 1 : 0,
    ease: links.length === 0 ? 0 : Math.max(0, 1 - Math.log10(Math.min(...links) + 1) / Math.log10(BACKLINKS_HARD + 1)),
  };
  const components = mapComponents((name) => Math.round(weights[name] * values[name]));
  return { score: Object.values(components).reduce((sum, each) => sum + each, 0), components };
}

export function findDemand(pages: readonly Page[]): number | null {
  const volumes = pages.map(({ volume }) => volume).filter((volume) => volume !== null);
  const figures =
    volumes.length > 0 ? volumes : pages.map(({ traffic }) => traffic).filter((traffic) => traffic !== null);
  return figures.length === 0 ? null : Math.max(...figures);
}
