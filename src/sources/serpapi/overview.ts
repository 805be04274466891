import type { AiOverview } from '../../ports/serp.ts';
import { NO_AI_OVERVIEW } from '../result-pages/compose-serp.ts';
import { readText } from '../result-pages/texts.ts';
import { domainOf, readResultUrl } from '../result-pages/urls.ts';
import type { Overview, TextBlock } from './answer.ts';

const LEVELS_MAX = 4;

/** What is there of an overview: one that has only a token is there, and not loaded. */
export function readOverview(overview: Overview | null | undefined): AiOverview {
  if (overview === null || overview === undefined) return NO_AI_OVERVIEW;
  const markdown = (overview.text_blocks ?? []).flatMap((block) => linesOf(block, 0)).join('\n\n');
  const references = (overview.references ?? []).flatMap(({ title, link }) => {
    const url = readResultUrl(link);
    return url === null ? [] : [{ url, domain: domainOf(url) ?? '', title: readText(title) }];
  });
  if (markdown === '' && references.length === 0) return { ...NO_AI_OVERVIEW, status: 'async_not_loaded' };
  return { status: 'present', markdown: markdown === '' ? null : markdown, references };
}

function linesOf(block: TextBlock, level: number): string[] {
  if (level > LEVELS_MAX) return [];
  const text = readText(block.snippet);
  const title = readText(block.title);
  const rows = (block.table ?? []).map((cells) => `| ${cells.map(cellText).join(' | ')} |`);
  const points = (block.list ?? []).map((point) => `- ${linesOf(point, level + 1).join(' ')}`);
  return [
    ...(title === null ? [] : [block.type === 'heading' ? `### ${title}` : `**${title}**`]),
    ...(text === null ? [] : [block.type === 'heading' ? `### ${text}` : text]),
    ...(rows.length === 0 ? [] : [rows.join('\n')]),
    ...(points.length === 0 ? [] : [points.join('\n')]),
    ...(block.text_blocks ?? []).flatMap((inner) => linesOf(inner, level + 1)),
  ];
}

function cellText(cell: unknown): string {
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';
}
