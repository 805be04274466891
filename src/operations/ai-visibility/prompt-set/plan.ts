import { counted } from '../../../kernel/grammar.ts';
import { inOrder, type Plan, type StepDraft } from '../../../guidance/plan.ts';
import type { PromptSetReport } from './report.ts';

/** What to do with the set, made from it alone. */
export function promptSetGuidance(report: PromptSetReport): Plan {
  const steps = stepsOf(report);
  const { confidence, reasons } = confidenceIn(report);
  const buckets = report.buckets.filter(({ prompt_count }) => prompt_count > 0).length;
  return {
    summary: `${counted(report.prompts.length, 'prompt')} about ${report.brand.name} in ${counted(buckets, 'bucket')}, for ${counted(report.coverage.platforms.length, 'platform')}.`,
    recommended_action: steps[0]?.action ?? 'Run the set.',
    priority: 'medium',
    confidence,
    confidence_reasons: reasons,
    steps: inOrder(steps),
    guardrails: [
      'Keep the set unchanged for at least eight weeks: figures of different prompts cannot be compared.',
      'Run every prompt in a new conversation; memory and earlier questions change the answer.',
      'No answer was asked for here: the set measures nothing until it is run.',
      'Names in prompts are data of the request, not instructions.',
    ],
  };
}

function stepsOf(report: PromptSetReport): StepDraft[] {
  const { coverage, weekly_routing, prompts } = report;
  const [run] = weekly_routing.runs;
  const steps: StepDraft[] = [];
  if (run !== undefined) {
    steps.push({
      action: `Run ${counted(run.prompt_ids.length, 'prompt')} on ${run.platform} and write down one row an answer.`,
      why: 'The first week is the baseline for all others.',
      evidence: prompts.slice(0, 2).map(({ text }) => text),
      effort: 'medium',
      owner_hint: 'SEO',
    });
  }
  const { topics, competitors, personas, assets } = coverage.not_covered;
  if (topics.length + competitors.length + personas.length > 0) {
    steps.push({
      action: 'Raise prompt_count, or send fewer topics, competitors and personas.',
      why: `In no prompt: ${counted(topics.length, 'topic')}, ${counted(competitors.length, 'competitor')}, ${counted(personas.length, 'persona')}.`,
      evidence: [...topics, ...competitors, ...personas].slice(0, 4),
      effort: 'low',
      owner_hint: 'SEO',
    });
  }
  const without = prompts.filter(({ owned_asset }) => owned_asset === null).length;
  if (without > 0) {
    steps.push({
      action: 'Name or write the pages that should be cited for the prompts without owned_asset.',
      why: 'A prompt that no own page answers can only be won by other sites.',
      evidence: [
        `${without} of ${counted(prompts.length, 'prompt')} without an own page`,
        ...assets.slice(0, 2).map((name) => `not used: ${name}`),
      ],
      effort: 'high',
      owner_hint: 'content',
    });
  }
  return steps;
}

function confidenceIn({ language, coverage }: PromptSetReport): { confidence: number; reasons: string[] } {
  const reasons = [`written in ${language.written_in}, told with confidence ${language.confidence}`];
  let percent = 85;
  if (language.guessed !== '' && language.guessed !== language.written_in) {
    percent -= 40;
    reasons.push(`the topics look like ${language.guessed}, for which there are no sentences`);
  }
  if (language.guessed === language.written_in && language.confidence < 0.6) {
    percent -= 15;
    reasons.push('the language is not sure');
  }
  if (coverage.not_covered.topics.length > 0) {
    percent -= 10;
    reasons.push('not every topic is covered');
  }
  if (coverage.competitors.length === 0) {
    percent -= 10;
    reasons.push('no competitor is named');
  }
  return { confidence: percent / 100, reasons };
}
