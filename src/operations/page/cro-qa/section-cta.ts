import { agree, counted } from '../../../kernel/grammar.ts';
import { type CroFacts, isConversion, isSelling, primaryCta } from './facts.ts';
import { leaveUnjudged, makeFinding, makeSection, type Weighted } from './findings.ts';
import { findList, isPhrase, toPlainWords } from './phrases.ts';
import type { Cta, Finding, Section } from './report.ts';

const LONG_PAGE_WORDS = 500;
const GOALS_MAX = 3;

/** Whether there is a clear thing to do, where visitors see it, for the goal that counts. */
export function judgeCallToAction(facts: CroFacts): Section {
  const { ctas, goal } = facts;
  if (!isSelling(facts) && goal.source !== 'given') return leaveUnjudged(facts, 'cta');
  const wanted =
    goal.source === 'given' && goal.value === 'learn_more'
      ? ctas.filter(({ type }) => type !== 'other')
      : ctas.filter(({ type }) => isConversion(type));
  const primary = primaryCta(ctas);
  const present = wanted[0] ?? ctas.find(({ type, element }) => type === 'other' && element !== 'link');
  const findings: Weighted[] = [[6, judgePresence(facts, wanted, present)]];
  if (present !== undefined) {
    findings.push(
      [5, judgeFold(facts, wanted.length > 0 ? wanted : [present])],
      [5, judgeGoal(facts)],
      [2, judgeWording(facts, primary)],
      [2, judgeRepetition(facts, wanted)],
      [2, judgeCompetition(facts)],
    );
  }
  return makeSection(findings, primary?.text ?? null);
}

function judgePresence(facts: CroFacts, wanted: readonly Cta[], present: Cta | undefined): Finding {
  const fix = 'Add a button that says what visitors get when they click it.';
  const [first] = wanted;
  if (first !== undefined) return makeFinding(facts, ['cta.present', 'pass', 'The page asks visitors to act.'], first);
  if (present === undefined)
    return makeFinding(facts, ['cta.present', 'fail', 'The page has no call to action.'], undefined, fix);
  if (!isVague(present)) {
    const message = 'Whether its buttons ask visitors to act is unclear: none has words that say so.';
    return makeFinding(facts, ['cta.present', 'not_applicable', message], present);
  }
  const message = 'The page has a button, but its text does not say what it does.';
  return makeFinding(facts, ['cta.present', 'warn', message], present, fix);
}

function judgeFold(facts: CroFacts, wanted: readonly Cta[]): Finding {
  const id = 'cta.above-fold';
  const seen = wanted.find(({ above_fold }) => above_fold === true);
  if (seen !== undefined) {
    const message = 'A call to action is near the top of the page (estimated from the words before it).';
    return makeFinding(facts, [id, 'pass', message], seen);
  }
  const [first] = wanted;
  const before = first?.words_before ?? 0;
  if (wanted.some(({ above_fold }) => above_fold === null)) {
    const message = `It is unclear whether visitors see the first call to action without scrolling: ${counted(before, 'word')} ${agree(before, 'comes')} before it.`;
    return makeFinding(facts, [id, 'not_applicable', message], first);
  }
  const message = `The first call to action comes after ${counted(before, 'word')}.`;
  return makeFinding(
    facts,
    [id, 'fail', message],
    first,
    'Repeat the main call to action right below the main heading.',
  );
}

function judgeGoal(facts: CroFacts): Finding {
  const { goal, ctas } = facts;
  if (goal.source !== 'given' || goal.value === null)
    return makeFinding(facts, ['cta.goal', 'not_applicable', 'No conversion_goal was sent.']);
  const match = ctas.find(({ matches_goal }) => matches_goal === true);
  const name = goal.value.replaceAll('_', ' ');
  if (match !== undefined)
    return makeFinding(facts, ['cta.goal', 'pass', `A call to action serves the goal “${name}”.`], match);
  const fix = `Make the main button serve the goal “${name}”, and say so in its text.`;
  const message = `No call to action serves the goal “${name}”.`;
  return makeFinding(facts, ['cta.goal', 'fail', message], primaryCta(ctas), fix);
}

function judgeWording(facts: CroFacts, primary: Cta | undefined): Finding {
  const vague = primary !== undefined && isVague(primary);
  return makeFinding(
    facts,
    vague
      ? ['cta.wording', 'warn', 'The main button does not say what visitors get.']
      : ['cta.wording', 'pass', 'The main button says what visitors get.'],
    primary,
    'Say what visitors get, such as “Get my quote” instead of “Submit”.',
  );
}

function isVague({ text }: Cta): boolean {
  return isPhrase(toPlainWords(text, 200), findList('cta_vague'));
}

/** Regions that scroll away, wherever they stand in the source. */
const TOP: ReadonlySet<Cta['region']> = new Set<Cta['region']>(['header', 'navigation']);

/** Below a product or a shelf of them stand details and more products, which have buttons of their own. */
function judgeRepetition(facts: CroFacts, wanted: readonly Cta[]): Finding {
  const id = 'cta.repeated';
  if (facts.offer.kind === 'goods')
    return makeFinding(facts, [id, 'not_applicable', 'Shoppers find the button beside what they buy.']);
  if (facts.words < LONG_PAGE_WORDS)
    return makeFinding(facts, [id, 'not_applicable', 'The page is short enough for one call to action.']);
  const late = wanted.find(({ words_before, region }) => !TOP.has(region) && words_before > facts.words * 0.6);
  if (late !== undefined)
    return makeFinding(facts, [id, 'pass', 'The last part of the page has a call to action too.'], late);
  const message = `The page has ${counted(facts.words, 'word')}, and the last 40% have no call to action.`;
  const fix = 'Repeat the main call to action at the end of the page.';
  return makeFinding(facts, [id, 'warn', message], undefined, fix);
}

function judgeCompetition(facts: CroFacts): Finding {
  const types = new Map<Cta['type'], Cta>();
  for (const cta of facts.ctas) {
    if (cta.region === 'content' && isConversion(cta.type) && cta.element !== 'link' && !types.has(cta.type))
      types.set(cta.type, cta);
  }
  if (types.size <= GOALS_MAX)
    return makeFinding(facts, ['cta.competition', 'pass', 'The buttons do not compete for different goals.']);
  const buttons = [...types.values()];
  const names = buttons.map(({ text }) => `“${text}”`).join(', ');
  const message = `Buttons for ${types.size} different goals compete: ${names}.`;
  const fix = 'Keep one main button and turn the others into links.';
  return makeFinding(facts, ['cta.competition', 'warn', message], buttons[0], fix);
}
