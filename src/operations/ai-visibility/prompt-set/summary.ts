import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import type { PromptSetReport } from './report.ts';

const ROWS_MAX = 10;

/** What a person would paste into a report about the set. */
export function promptSetSummary(report: PromptSetReport): string {
  const { prompts, coverage, buckets } = report;
  const { topics, competitors, personas } = coverage.not_covered;
  const withAsset = prompts.filter(({ owned_asset }) => owned_asset !== null).length;
  const facts = [
    `${counted(prompts.length, 'prompt')} in ${report.language.written_in}, on ${coverage.platforms.map(({ name }) => name).join(', ')}`,
    buckets.map(({ bucket, prompt_count }) => `${bucket.replaceAll('_', ' ')} ${prompt_count}`).join(', '),
    `Topics covered: ${coverage.topics.length - topics.length} of ${coverage.topics.length}; competitors named: ${coverage.competitors.length - competitors.length} of ${coverage.competitors.length}${coverage.personas.length === 0 ? '' : `; personas addressed: ${coverage.personas.length - personas.length} of ${coverage.personas.length}`}`,
    `${withAsset} of ${counted(prompts.length, 'prompt')} with an own page that should be cited`,
  ];
  const rows = prompts
    .slice(0, ROWS_MAX)
    .map(({ text, bucket, platform_fit }) => [inline(text, 90), bucket.replaceAll('_', ' '), platform_fit.join(', ')]);
  return summary([
    `## AI visibility prompts: ${inline(report.brand.name)}`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    markdownTable(['Prompt', 'Bucket', 'Platforms'], rows),
    prompts.length > ROWS_MAX ? `${counted(prompts.length - ROWS_MAX, 'further prompt')} in the full list.` : '',
    'Next: run the set once a week, three times a prompt, and keep it unchanged for eight weeks.',
  ]);
}
