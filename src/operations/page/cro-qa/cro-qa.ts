import { priorityOf } from '../../../kernel/level.ts';
import { counted } from '../../../kernel/grammar.ts';
import { leavePoints } from '../../../kernel/points.ts';
import { definePageTask, type Task } from '../../../kernel/task.ts';
import { cleanText } from '../../../text/normalize.ts';
import { type CroFacts, type CroInput, gatherFacts, isSelling, primaryCta } from './facts.ts';
import { type CroReport, type Section, SECTION_NAMES, type SectionName } from './report.ts';
import { judgeCallToAction } from './section-cta.ts';
import { judgeIntentMatch, judgeValueProposition } from './section-message.ts';
import { judgeObjections } from './section-objections.ts';
import { judgeProof } from './section-proof.ts';
import { judgeClarity, judgeFriction } from './section-reading.ts';
import { suggestButtonTexts, suggestExperiments } from './suggestions.ts';

/** Judges how ready a page is to convert, by its words, buttons and forms. */
export const croQa: Task<CroInput, CroReport> = definePageTask(import.meta.url, 'croQa', judgeConversion);

/** Share of the points that are left which a section takes when nothing in it is right. Our own weights. */
const LOSS: Readonly<Record<SectionName, number>> = {
  value_proposition: 0.6,
  cta: 0.7,
  proof: 0.5,
  objection_handling: 0.5,
  friction: 0.4,
  clarity: 0.4,
  intent_match: 0.4,
};
const LOSS_OF_ALL = Object.values(LOSS).reduce((sum, each) => sum + each, 0);

const SCORE_OF =
  'Points left of 100: a section in which nothing is right takes 70% (call to action), 60% (value proposition), 50% (proof, objection handling) or 40% (friction, clarity, search intent match) of what is left, one that is half right half as much. Sections that could not be judged take nothing.';

/** Fewer words are a shell that scripts fill, or nothing at all: no page to judge. */
const WORDS_MIN = 5;

/**
 * `conversion_score` = 100 × Π (1 − loss × (1 − section score ÷ 100)) over the sections that could be judged. Its
 * components are what each section took. A page without text has no score, and neither has one that offers nothing.
 */
function judgeConversion(input: CroInput): CroReport {
  const facts = gatherFacts(input);
  const empty = facts.words < WORDS_MIN;
  const { sections, missing } = empty ? { sections: leaveUnjudged(), missing: [] } : judgeSections(facts);
  const primary = primaryCta(facts.ctas);
  const score = empty || !isMeantToConvert(facts) ? UNSCORED : scoreSections(sections);
  return {
    url: input.url ?? null,
    checked: input.url === undefined ? facts.page.format : 'url',
    page_type: facts.page_type,
    offer: facts.offer,
    conversion_goal: facts.goal,
    language: facts.language === '' ? null : facts.language,
    ...score,
    sections,
    ctas: [...facts.ctas],
    primary_cta: primary === undefined ? null : { text: primary.text, line: primary.line },
    cta_alternatives: suggestButtonTexts(facts),
    friction_points: listFrictionPoints(sections),
    missing_proof: missing,
    experiments: suggestExperiments(sections, facts, missing),
    page: {
      title: facts.title === undefined ? null : cleanText(facts.title, 300),
      h1: facts.h1 === undefined ? null : cleanText(facts.h1.text, 300),
      word_count: facts.words,
      truncated: facts.page.truncated,
    },
    notes: writeNotes(facts, empty),
  };
}

function judgeSections(facts: CroFacts): { sections: CroReport['sections']; missing: CroReport['missing_proof'] } {
  const { section: proof, missing } = judgeProof(facts);
  const sections = {
    value_proposition: judgeValueProposition(facts),
    cta: judgeCallToAction(facts),
    proof,
    objection_handling: judgeObjections(facts),
    friction: judgeFriction(facts),
    clarity: judgeClarity(facts),
    intent_match: judgeIntentMatch(facts),
  };
  return { sections, missing };
}

/** A page without text is not bad at anything: nothing is known about it. */
function leaveUnjudged(): CroReport['sections'] {
  const none: Section = { score: null, element: null, findings: [] };
  return {
    value_proposition: none,
    cta: none,
    proof: none,
    objection_handling: none,
    friction: none,
    clarity: none,
    intent_match: none,
  };
}

/** A page that offers nothing is judged as one that does only where the request says what it is or is for. */
function isMeantToConvert(facts: CroFacts): boolean {
  return isSelling(facts) || facts.goal.source === 'given' || facts.page_type.source === 'given';
}

type Score = Pick<CroReport, 'conversion_score' | 'score_of' | 'score_components' | 'score_coverage' | 'priority'>;

const UNSCORED: Score = {
  conversion_score: null,
  score_of: SCORE_OF,
  score_components: {},
  score_coverage: 0,
  priority: null,
};
/** With less, the score says too little to set a priority by. */
const COVERAGE_MIN = 0.5;

function scoreSections(sections: CroReport['sections']): Score {
  const judged = SECTION_NAMES.flatMap((name) => {
    const { score } = sections[name];
    return score === null ? [] : [{ name, loss: LOSS[name], share: 1 - score / 100 }];
  });
  const { score, components } = leavePoints(new Map(judged.map(({ name, loss, share }) => [name, 1 - loss * share])));
  const known = judged.reduce((sum, { loss }) => sum + loss, 0);
  const coverage = Math.round((known / LOSS_OF_ALL) * 100) / 100;
  return {
    conversion_score: score,
    score_of: SCORE_OF,
    score_components: components,
    score_coverage: coverage,
    // The further from good, the more urgent.
    priority: coverage < COVERAGE_MIN ? null : priorityOf(100 - score),
  };
}

/** Findings of other sections that are friction too. */
const HINDERING = new Set(['cta.above-fold', 'cta.competition', 'cta.goal', 'cta.present', 'clarity.paragraphs']);

function listFrictionPoints(sections: CroReport['sections']): CroReport['friction_points'] {
  const open = SECTION_NAMES.flatMap((name) =>
    sections[name].findings.filter(
      ({ id, status }) => (status === 'fail' || status === 'warn') && (name === 'friction' || HINDERING.has(id)),
    ),
  );
  return open.map(({ message, quote, line, fix }) => ({ point: message, quote, line, fix: fix ?? '' }));
}

function writeNotes({ page, input, goal, offer, page_type, words, language }: CroFacts, empty: boolean): string[] {
  const notes = [
    'Nothing was rendered: what is above the fold is estimated from the words before it, and images were not analyzed.',
  ];
  if ((input.status ?? 200) >= 400)
    notes.unshift(`The server returned ${input.status}: this report judges its error page.`);
  if (empty) {
    const scripted = /<script/i.test(page.source);
    notes.unshift(
      scripted
        ? `The HTML has only ${counted(words, 'word')}; scripts, which were not run, may add the rest. The page was not scored.`
        : `The page has only ${counted(words, 'word')} and was not scored.`,
    );
  }
  if (goal.source === 'detected')
    notes.push(
      `The goal was guessed from the buttons: ${goal.value}. Send conversion_goal to judge the buttons by it.`,
    );
  if (offer.kind === 'none')
    notes.push('The page offers nothing to buy, book or ask for, so it was not judged as a sales page.');
  else if (page_type.source === 'unknown')
    notes.push('The page type is unknown, so the page was judged as a sales page.');
  if (language === '') notes.push('The language of the page is unknown.');
  return notes;
}
