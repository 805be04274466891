import { type CroFacts, finding, isConversion, primaryCta } from './facts.ts';
import { isOneOf, plain } from './phrases.ts';
import type { Cta, Finding, Section } from './report.ts';
import { type Weighted, weightedScore } from './score.ts';
import { VAGUE_CTAS } from './vocabulary.ts';

const LONG_PAGE_WORDS = 500;
const GOALS_MAX = 3;

/** Whether there is a clear thing to do, where visitors see it, for the goal that counts. */
export function callToAction(facts: CroFacts): Section {
  const { ctas, goal } = facts;
  const wanted =
    goal.source === 'given' && goal.value === 'learn_more'
      ? ctas.filter(({ type }) => type !== 'other')
      : ctas.filter(({ type }) => isConversion(type));
  const primary = primaryCta(ctas);
  const present = wanted[0] ?? ctas.find(({ type, element }) => type === 'other' && element !== 'link');
  const findings: Weighted[] = [[6, presence(facts, wanted, present)]];
  if (present !== undefined) {
    findings.push(
      [5, fold(facts, wanted.length > 0 ? wanted : [present])],
      [5, goalMatch(facts)],
      [2, wording(facts, primary)],
      [2, repetition(facts, wanted)],
      [2, competition(facts)],
    );
  }
  return { score: weightedScore(findings), element: primary?.text ?? null, findings: findings.map(([, each]) => each) };
}

function at(cta: Cta): { text: string; line: number } {
  return { text: cta.text, line: cta.line };
}

function about(found: Finding, cta: Cta | undefined): Finding {
  if (cta === undefined) return found;
  const { text, line } = at(cta);
  return { ...found, quote: text, line };
}

function presence(facts: CroFacts, wanted: readonly Cta[], present: Cta | undefined): Finding {
  const fix = 'Add a button that says what the visitor gets by pressing it.';
  if (wanted.length > 0)
    return about(finding(facts, ['cta.present', 'pass', 'The page asks the visitor to act.'], undefined), wanted[0]);
  if (present === undefined)
    return finding(facts, ['cta.present', 'fail', 'No call to action was found.'], undefined, fix);
  return about(
    finding(
      facts,
      ['cta.present', 'warn', 'There is a button, but its words do not tell what it brings.'],
      undefined,
      fix,
    ),
    present,
  );
}

function fold(facts: CroFacts, wanted: readonly Cta[]): Finding {
  const seen = wanted.find(({ above_fold }) => above_fold === true);
  if (seen !== undefined)
    return about(
      finding(
        facts,
        [
          'cta.above-fold',
          'pass',
          'A call to action stands at the top of the page (estimated by the words before it).',
        ],
        undefined,
      ),
      seen,
    );
  const first = wanted[0];
  if (wanted.some(({ above_fold }) => above_fold === null)) {
    return about(
      finding(
        facts,
        [
          'cta.above-fold',
          'not_applicable',
          `Whether the first call to action is seen without scrolling cannot be told: ${first?.words_before ?? 0} words stand before it.`,
        ],
        undefined,
      ),
      first,
    );
  }
  return about(
    finding(
      facts,
      ['cta.above-fold', 'fail', `The first call to action comes after ${first?.words_before ?? 0} words.`],
      undefined,
      'Repeat the main call to action right below the main heading.',
    ),
    first,
  );
}

function goalMatch(facts: CroFacts): Finding {
  const { goal, ctas } = facts;
  if (goal.source !== 'given' || goal.value === null)
    return finding(facts, ['cta.goal', 'not_applicable', 'No conversion_goal was sent.'], undefined);
  const match = ctas.find(({ matches_goal }) => matches_goal === true);
  const name = goal.value.replaceAll('_', ' ');
  if (match !== undefined)
    return about(finding(facts, ['cta.goal', 'pass', `A call to action serves the goal “${name}”.`], undefined), match);
  return about(
    finding(
      facts,
      ['cta.goal', 'fail', `No call to action serves the goal “${name}”.`],
      undefined,
      `Make the main button lead to the goal “${name}”, in words that say so.`,
    ),
    primaryCta(ctas),
  );
}

function wording(facts: CroFacts, primary: Cta | undefined): Finding {
  const vague = primary !== undefined && isOneOf(plain(primary.text, 200), VAGUE_CTAS);
  return about(
    finding(
      facts,
      [
        'cta.wording',
        vague ? 'warn' : 'pass',
        vague
          ? 'The words of the main button do not say what pressing it brings.'
          : 'The words of the main button say what pressing it brings.',
      ],
      undefined,
      'Write what the visitor gets, such as “Get my quote” in place of “Submit”.',
    ),
    primary,
  );
}

function repetition(facts: CroFacts, wanted: readonly Cta[]): Finding {
  if (facts.words < LONG_PAGE_WORDS)
    return finding(
      facts,
      ['cta.repeated', 'not_applicable', 'The page is short enough for one call to action.'],
      undefined,
    );
  const late = wanted.find(({ words_before, region }) => region === 'content' && words_before > facts.words * 0.6);
  return about(
    finding(
      facts,
      [
        'cta.repeated',
        late === undefined ? 'warn' : 'pass',
        late === undefined
          ? `Of ${facts.words} words the last 40 % have no call to action.`
          : 'A call to action stands in the last part of the page too.',
      ],
      undefined,
      'Repeat the main call to action at the end of the page.',
    ),
    late,
  );
}

function competition(facts: CroFacts): Finding {
  const types = new Map<Cta['type'], Cta>();
  for (const cta of facts.ctas) {
    if (cta.region === 'content' && isConversion(cta.type) && cta.element !== 'link' && !types.has(cta.type))
      types.set(cta.type, cta);
  }
  const many = types.size > GOALS_MAX;
  const names = [...types.values()].map(({ text }) => `“${text}”`).join(', ');
  return about(
    finding(
      facts,
      [
        'cta.competition',
        many ? 'warn' : 'pass',
        many
          ? `Buttons for ${types.size} different things compete: ${names}.`
          : 'The buttons do not compete for different goals.',
      ],
      undefined,
      'Keep one main button; turn the others into links.',
    ),
    many ? [...types.values()][0] : undefined,
  );
}
