import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import type { ClusterPlan } from './cluster-schema.ts';

const ROWS_MAX = 10;

/** What a person would paste into a report about the groups. */
export function clusterSummary(plan: ClusterPlan): string {
  const { clusters, unclustered, duplicates, method } = plan;
  const grouped = clusters.reduce((sum, { keywords }) => sum + keywords.length, 0);
  const facts = [
    `**${counted(clusters.length, 'cluster')}** from ${counted(plan.keyword_count, 'keyword')}; ${grouped} grouped, ${unclustered.length} alone, ${counted(duplicates.length, 'repeat')}`,
    `Method: ${METHODS[method.name]}`,
    `Intents: ${intentsOf(plan)}`,
  ];
  const [largest] = clusters;
  if (largest !== undefined)
    facts.push(
      `Largest: ${inline(largest.name, 60)}, ${counted(largest.keywords.length, 'keyword')}, cohesion ${largest.cohesion}`,
    );
  const rows = clusters
    .slice(0, ROWS_MAX)
    .map(({ id, name, keywords, intent, recommended_page_type, cohesion }) => [
      id,
      inline(name, 60),
      keywords.length,
      intent,
      recommended_page_type.replaceAll('_', ' '),
      cohesion,
    ]);
  return summary([
    '## Keyword clusters',
    facts.map((fact) => `- ${fact}`).join('\n'),
    markdownTable(['Id', 'Cluster', 'Keywords', 'Intent', 'Page', 'Cohesion'], rows),
    clusters.length > ROWS_MAX ? `${counted(clusters.length - ROWS_MAX, 'further cluster')} in the full list.` : '',
    largest === undefined
      ? 'Next: send more keywords of one subject, or plan a page for each of these.'
      : `Next: plan one page for each cluster, beginning with ${inline(largest.name, 60)}, and link neighbours.`,
  ]);
}

const METHODS: Readonly<Record<ClusterPlan['method']['name'], string>> = {
  lexical: 'by words; no search results of these keywords are known',
  mixed: 'by shared search results where known, else by words',
  serp_overlap: 'by shared search results',
};

function intentsOf({ clusters, unclustered }: ClusterPlan): string {
  const counts = new Map<string, number>();
  for (const { intent, keywords } of clusters) counts.set(intent, (counts.get(intent) ?? 0) + keywords.length);
  for (const { intent } of unclustered) if (intent !== null) counts.set(intent, (counts.get(intent) ?? 0) + 1);
  return [...counts]
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .map(([intent, count]) => `${intent} ${count}`)
    .join(', ');
}
