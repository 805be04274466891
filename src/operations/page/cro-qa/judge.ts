import { priorityOf } from '../../../kernel/level.ts';
import { sharedOut } from '../../../kernel/points.ts';
import { cleanText } from '../../../text/normalize.ts';
import { ctaAlternatives } from './alternatives.ts';
import { experimentsOf } from './experiments.ts';
import { type CroFacts, type CroInput, factsOf, primaryCta } from './facts.ts';
import { type CroReport, type Section, SECTION_NAMES, type SectionName } from './report.ts';
import { callToAction } from './section-cta.ts';
import { intentMatch, valueProposition } from './section-message.ts';
import { objectionSection, proofSection } from './section-proof.ts';
import { claritySection, frictionSection } from './section-reading.ts';

/** Points of each section when all could be judged; they add up to 100. Our own weights. */
const POINTS: Readonly<Record<SectionName, number>> = {
  value_proposition: 22,
  cta: 25,
  proof: 15,
  objection_handling: 12,
  friction: 10,
  clarity: 8,
  intent_match: 8,
};

/** Fewer words are a shell that scripts fill, or nothing: no page to judge. */
const WORDS_MIN = 5;

/**
 * Judges how ready a page is to convert.
 *
 * `conversion_score` = Σ points × section score ÷ Σ points over the sections that could be judged, rounded; each component
 * is the section's part of it, rounded by largest remainder so that they add up. A page without text has no score.
 */
export function judgeConversion(input: CroInput): CroReport {
  const facts = factsOf(input);
  const empty = facts.words < WORDS_MIN;
  const { sections, missing } = empty ? { sections: unjudged(), missing: [] } : sectionsOf(facts);
  const primary = primaryCta(facts.ctas);
  const { score, components } = empty ? { score: null, components: {} } : scoreOf(sections);
  return {
    url: input.url ?? null,
    checked: input.url === undefined ? facts.page.format : 'url',
    page_type: facts.page_type,
    conversion_goal: facts.goal,
    language: facts.language === '' ? null : facts.language,
    conversion_score: score,
    score_components: components,
    // What is worth doing soon is what is far from good.
    priority: score === null ? null : priorityOf(100 - score),
    sections,
    ctas: [...facts.ctas],
    primary_cta: primary === undefined ? null : { text: primary.text, line: primary.line },
    cta_alternatives: ctaAlternatives(facts),
    friction_points: frictionPoints(sections),
    missing_proof: missing,
    experiments: experimentsOf(sections, facts, missing),
    page: {
      title: facts.title === undefined ? null : cleanText(facts.title, 300),
      h1: facts.h1 === undefined ? null : cleanText(facts.h1.text, 300),
      word_count: facts.words,
      truncated: facts.page.truncated,
    },
    notes: notesOf(facts, empty),
  };
}

function sectionsOf(facts: CroFacts): { sections: CroReport['sections']; missing: CroReport['missing_proof'] } {
  const { section: proof, missing } = proofSection(facts);
  const sections = {
    value_proposition: valueProposition(facts),
    cta: callToAction(facts),
    proof,
    objection_handling: objectionSection(facts),
    friction: frictionSection(facts),
    clarity: claritySection(facts),
    intent_match: intentMatch(facts),
  };
  return { sections, missing };
}

/** A page without text is not bad at anything: nothing of it is known. */
function unjudged(): CroReport['sections'] {
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

function scoreOf(sections: CroReport['sections']): { score: number; components: Record<string, number> } {
  const judged = SECTION_NAMES.flatMap((name) => {
    const { score } = sections[name];
    return score === null ? [] : [{ name, score }];
  });
  const possible = judged.reduce((sum, { name }) => sum + POINTS[name], 0);
  const parts = judged.map(({ name, score }) => (POINTS[name] * score) / Math.max(1, possible));
  const total = Math.round(parts.reduce((sum, part) => sum + part, 0));
  const shared = sharedOut(parts, total);
  return { score: total, components: Object.fromEntries(judged.map(({ name }, at) => [name, shared[at] ?? 0])) };
}

/** Findings of other sections that stand in a visitor's way too. */
const HINDERING = new Set(['cta.above-fold', 'cta.competition', 'cta.goal', 'cta.present', 'clarity.paragraphs']);

function frictionPoints(sections: CroReport['sections']): CroReport['friction_points'] {
  const open = SECTION_NAMES.flatMap((name) =>
    sections[name].findings.filter(
      ({ id, status }) => (status === 'fail' || status === 'warn') && (name === 'friction' || HINDERING.has(id)),
    ),
  );
  return open.map(({ message, quote, line, fix }) => ({ point: message, quote, line, fix: fix ?? '' }));
}

function notesOf({ page, input, goal, page_type, words, language }: CroFacts, empty: boolean): string[] {
  const notes = [
    'Nothing was rendered: what stands above the fold is estimated by the words before it, and pictures were not looked at.',
  ];
  if ((input.status ?? 200) >= 400)
    notes.unshift(`The server answered ${input.status}: what was judged is its error page.`);
  if (empty) {
    const scripted = /<script/i.test(page.source);
    notes.unshift(
      scripted
        ? `Only ${words} words stand in the HTML; scripts, which are not run here, may write the rest. No score was given.`
        : `Only ${words} words stand on the page. No score was given.`,
    );
  }
  if (goal.source === 'detected')
    notes.push(`The goal was guessed from the buttons: ${goal.value}. Send conversion_goal to have it judged.`);
  if (page_type.source === 'unknown')
    notes.push('The type of the page is not known; it was judged as a page that sells.');
  if (language === '') notes.push('The language of the page could not be told.');
  return notes;
}
