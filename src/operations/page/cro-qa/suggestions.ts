import { readDataRows } from '../../../kernel/data.ts';
import { type CroFacts, isSelling, primaryCta } from './facts.ts';
import { findList, hasPhrase, type PhraseList, toPlainWords } from './phrases.ts';
import { type CroReport, type Finding, type Goal, SECTION_NAMES } from './report.ts';

/** A button text, and what the page has to say itself before it may be used. */
interface ButtonText {
  readonly text: string;
  readonly needs: string | undefined;
}

/** By language and goal. */
const BUTTON_TEXTS: ReadonlyMap<string, readonly ButtonText[]> = new Map(
  readDataRows(import.meta.url, 'data/button-texts.tsv').map(([language, goal, texts = '']) => [
    `${language} ${goal}`,
    texts.split('|').map(parseButtonText),
  ]),
);

const BUTTON_TEXTS_MAX = 3;

/** Other texts for the main button, in the language of the page. They promise nothing that the page does not say. */
export function suggestButtonTexts(facts: CroFacts): CroReport['cta_alternatives'] {
  if (!isSelling(facts) && facts.goal.source !== 'given') return [];
  const primary = primaryCta(facts.ctas);
  const own = primary?.type === 'other' ? undefined : primary?.type;
  const goal = facts.goal.value ?? own;
  const texts = goal === undefined ? undefined : findButtonTexts(facts, goal, primary?.text ?? '');
  if (goal === undefined || texts === undefined) return [];
  const present = new Set(facts.ctas.map(({ text }) => toPlainWords(text, 200)));
  const said = [...facts.blocks.map(({ plain }) => plain), ...present];
  const isOffered = (need: string): boolean => said.some((plain) => hasPhrase(plain, findNeed(need)));
  return texts
    .filter(({ text, needs }) => (needs === undefined || isOffered(needs)) && !present.has(toPlainWords(text, 200)))
    .slice(0, BUTTON_TEXTS_MAX)
    .map(({ text, needs }) => ({ text, instead_of: primary?.text ?? null, why: explainButtonText(needs, goal) }));
}

/** Ways to do what a goal counts, which have button texts of their own: nobody adds a table for two to a cart. */
const ACTIONS: Readonly<Partial<Record<Goal, readonly string[]>>> = {
  purchase: ['donation', 'booking'],
  contact_sales: ['appointment', 'quote'],
};

function findButtonTexts(
  { language, offer }: CroFacts,
  goal: Goal,
  primary: string,
): readonly ButtonText[] | undefined {
  const words = toPlainWords(primary, 200);
  const action = ACTIONS[goal]?.find((each) => offer.kind === each || hasPhrase(words, findList(`action.${each}`)));
  return BUTTON_TEXTS.get(`${language || 'en'} ${action === undefined ? goal : `${goal}.${action}`}`);
}

function parseButtonText(written: string): ButtonText {
  const [, needs, text] = /^([a-z_]+):(.*)$/.exec(written) ?? [];
  return { text: text ?? written, needs };
}

/** @throws if the phrases that a button text needs are listed nowhere: it would never be suggested */
function findNeed(need: string): PhraseList {
  const list = findList(`offers.${need}`) ?? findList(`objection.${need}`);
  if (list === undefined) throw new Error(`No phrases say that a page offers ${need}.`);
  return list;
}

const EXPLAINED: Readonly<Record<string, string>> = {
  free: 'Repeats on the button that it is free, as the page says.',
  no_card: 'Repeats on the button that no card is needed, as the page says.',
};

function explainButtonText(needs: ButtonText['needs'], goal: Goal): string {
  const explained = needs === undefined ? undefined : EXPLAINED[needs];
  return explained ?? `Says in the visitor’s words what clicking it does (${goal.replaceAll('_', ' ')}).`;
}

const EXPERIMENTS_MAX = 6;

const METRICS: Readonly<Record<Goal, string>> = {
  signup: 'completed sign-ups per visitor',
  trial: 'trials started per visitor',
  demo: 'demos booked per visitor',
  purchase: 'orders per visitor',
  contact_sales: 'inquiries per visitor',
  subscribe: 'subscriptions per visitor',
  download: 'downloads per visitor',
  learn_more: 'clicks to the next page per visitor',
};

/** What fixing a finding is expected to achieve. */
const EFFECTS: Readonly<Record<string, string>> = {
  'cta.present': 'more visitors will take the next step',
  'cta.above-fold': 'visitors who do not scroll can also act',
  'cta.goal': 'more visitors will do what the page is for',
  'cta.wording': 'more visitors will know what they get and click',
  'cta.repeated': 'visitors who read to the end can act there',
  'cta.competition': 'fewer visitors will hesitate between buttons',
  'vp.heading': 'more visitors will see at once what the page offers',
  'vp.meaning': 'more visitors will see at once what the page offers',
  'vp.support': 'more visitors will understand the offer and read on',
  'vp.specific': 'more visitors will see that the offer is meant for them',
  'proof.none': 'more visitors will trust the offer',
  'objection.price': 'fewer visitors will leave to look for the price',
  'objection.refund': 'fewer visitors will hesitate over the risk',
  'objection.cancel': 'fewer visitors will worry about being locked in',
  'objection.no_card': 'more visitors will start',
  'objection.privacy': 'more visitors will share their data',
  'objection.faq': 'fewer visitors will leave with an open question',
  'objection.support': 'fewer visitors will leave with an open question',
  'objection.delivery': 'fewer visitors will leave to look for delivery details',
  'friction.form': 'more visitors will finish the form',
  'friction.phone': 'more visitors will finish the form',
  'friction.menu': 'fewer visitors will wander off',
  'friction.hidden-price': 'fewer visitors will leave to look for the price',
  'intent.heading': 'more visitors who searched for it will stay',
  'intent.promise': 'fewer visitors will leave at first glance',
  'clarity.sentences': 'more visitors will read to the end',
  'clarity.paragraphs': 'more visitors will read to the end',
};

/** Experiments that follow from the findings, most serious first. They promise no figure: nobody knows it in advance. */
export function suggestExperiments(
  sections: CroReport['sections'],
  facts: CroFacts,
  missing: CroReport['missing_proof'],
): CroReport['experiments'] {
  const metric = facts.goal.value === null ? 'clicks on the main button per visitor' : METRICS[facts.goal.value];
  const open = SECTION_NAMES.flatMap((name) => sections[name].findings).filter(({ id }) => Object.hasOwn(EFFECTS, id));
  const experiments = [
    ...open.filter(({ status }) => status === 'fail'),
    ...open.filter(({ status }) => status === 'warn'),
  ].map((finding) => makeExperiment(finding, metric));
  const [proof] = missing;
  const primary = primaryCta(facts.ctas);
  const hasProofExperiment = sections.proof.findings.some(({ id }) => id === 'proof.none');
  if (proof !== undefined && primary !== undefined && !hasProofExperiment) {
    experiments.push({
      hypothesis: `If we put proof next to “${primary.text}”, more visitors will trust the offer.`,
      change: proof.how,
      metric,
      based_on: proof.why,
    });
  }
  return experiments.slice(0, EXPERIMENTS_MAX);
}

function makeExperiment({ id, message, quote, fix }: Finding, metric: string): CroReport['experiments'][number] {
  const change = fix ?? message;
  const effect = EFFECTS[id] ?? 'more visitors will act';
  const first = change.charAt(0).toLowerCase() + change.slice(1).replace(/\.$/, '');
  return {
    hypothesis: `If we ${first}, ${effect}.`,
    change,
    metric,
    based_on: quote === null ? message : `${message} “${quote}”`,
  };
}
