import type { CroFacts } from './facts.ts';
import { primaryCta } from './facts.ts';
import { type CroReport, type Finding, type Goal, SECTION_NAMES } from './report.ts';

const SHOWN_MAX = 6;

const METRICS: Readonly<Record<Goal, string>> = {
  signup: 'completed sign-ups per visitor',
  trial: 'started trials per visitor',
  demo: 'booked demos per visitor',
  purchase: 'orders per visitor',
  contact_sales: 'enquiries per visitor',
  subscribe: 'subscriptions per visitor',
  download: 'downloads per visitor',
  learn_more: 'clicks to the next page per visitor',
};

/** What a change is expected to bring about, by the finding that it answers. */
const EFFECTS: Readonly<Record<string, string>> = {
  'cta.present': 'more visitors take the next step',
  'cta.above-fold': 'visitors who do not scroll can act too',
  'cta.goal': 'more visitors do what the page is for',
  'cta.wording': 'more visitors know what they get and press the button',
  'cta.repeated': 'visitors who read to the end can act there',
  'cta.competition': 'fewer visitors hesitate between buttons',
  'vp.heading': 'more visitors see at once what the page offers',
  'vp.meaning': 'more visitors see at once what the page offers',
  'vp.support': 'more visitors understand the offer and read on',
  'vp.specific': 'more visitors find that the offer is meant for them',
  'proof.none': 'more visitors trust the offer',
  'objection.price': 'fewer visitors leave to look for the price',
  'objection.refund': 'fewer visitors hesitate over the risk',
  'objection.cancel': 'fewer visitors fear to be bound',
  'objection.no_card': 'more visitors begin',
  'objection.privacy': 'more visitors leave their data',
  'objection.faq': 'fewer visitors leave with an open question',
  'objection.support': 'fewer visitors leave with an open question',
  'objection.delivery': 'fewer visitors leave to look for delivery',
  'friction.form': 'more visitors finish the form',
  'friction.phone': 'more visitors finish the form',
  'friction.menu': 'fewer visitors wander off',
  'friction.hidden-price': 'fewer visitors leave to look for the price',
  'intent.heading': 'more visitors who searched for it stay',
  'intent.promise': 'fewer visitors leave at the first glance',
  'clarity.sentences': 'more visitors read to the end',
  'clarity.paragraphs': 'more visitors read to the end',
};

/** Trials that follow from what was found, the gravest first. No figure is promised: nobody knows it before the trial. */
export function experimentsOf(
  sections: CroReport['sections'],
  facts: CroFacts,
  missing: CroReport['missing_proof'],
): CroReport['experiments'] {
  const metric = facts.goal.value === null ? 'clicks on the main button per visitor' : METRICS[facts.goal.value];
  const open = SECTION_NAMES.flatMap((name) => sections[name].findings).filter(
    ({ id, status }) => (status === 'fail' || status === 'warn') && Object.hasOwn(EFFECTS, id),
  );
  const ordered = [
    ...open.filter(({ status }) => status === 'fail'),
    ...open.filter(({ status }) => status === 'warn'),
  ];
  const experiments = ordered.map((each) => experimentOf(each, metric));
  const [proof] = missing;
  const primary = primaryCta(facts.ctas);
  if (proof !== undefined && primary !== undefined && !open.some(({ id }) => id === 'proof.none')) {
    experiments.push({
      hypothesis: `If proof stands next to “${primary.text}”, more visitors trust the offer.`,
      change: proof.how,
      metric,
      based_on: proof.why,
    });
  }
  return experiments.slice(0, SHOWN_MAX);
}

function experimentOf({ id, message, quote, fix }: Finding, metric: string): CroReport['experiments'][number] {
  const change = fix ?? message;
  const effect = EFFECTS[id] ?? 'more visitors act';
  const first = change.charAt(0).toLowerCase() + change.slice(1).replace(/\.$/, '');
  return {
    hypothesis: `If we ${first}, ${effect}.`,
    change,
    metric,
    based_on: quote === null ? message : `${message} “${quote}”`,
  };
}
