import type { StepDraft } from '../guidance/plan.ts';
import { OWN_ENGINE } from '../ports/serp.ts';
import type { Study } from './study.ts';
import { counted } from '../kernel/grammar.ts';
import { describeShortage } from './wording.ts';

const NAMED_MAX = 3;

/** What to do where too few of the ranking pages can be compared. */
export function planShortage(study: Study): StepDraft | undefined {
  const shortage = describeShortage(study);
  if (shortage === undefined) return undefined;
  if (study.serp.engine === OWN_ENGINE)
    return {
      action:
        'Connect a source of result pages, such as SearXNG or Serper (see `seamark sources`), or crawl sites on the subject.',
      why: `Your own index answered, and it knows too few pages. ${shortage}`,
      evidence: [`${study.compared.length + study.excluded.length} results in your own index`],
      owner_hint: 'operator',
    };
  return {
    action: 'Look at the result page yourself, or study a search with more readable pages.',
    why: shortage,
    evidence: listReasons(study),
    owner_hint: 'SEO',
  };
}

/** Why results were left out, each reason once, the most common first. */
function listReasons({ excluded }: Study): string[] {
  const own = excluded.filter(({ reason }) => reason === 'own_page').length;
  const others = Map.groupBy(
    excluded.filter(({ reason }) => reason !== 'own_page'),
    ({ domain, note }) => `${domain}: ${note}`,
  );
  const reasons = [...others].map(([text, { length }]) => ({ text, length }));
  if (own > 0) reasons.push({ text: `${counted(own, 'result')} of your own site`, length: own });
  return reasons
    .toSorted((one, other) => other.length - one.length)
    .slice(0, NAMED_MAX)
    .map(({ text }) => text);
}

type OwnPage = Study['excluded'][number];

/** The best of your own pages that rank for the search. */
export function findOwnPage({ excluded }: Study): OwnPage | undefined {
  return excluded.find(({ reason }) => reason === 'own_page');
}

export function planOwnPage(own: OwnPage | undefined): StepDraft | undefined {
  if (own === undefined) return undefined;
  return {
    action: 'Decide whether to improve the page that you have instead of writing another.',
    why: 'Your own page already ranks for this search, and a second one would compete with it.',
    evidence: [`${own.url}: position ${own.position}`],
    owner_hint: 'SEO',
  };
}
