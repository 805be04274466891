import { styled, type Terminal } from './terminal.ts';
import { printableText, tableLines, type TextTable } from './text-table.ts';

/** The Markdown of our own summaries as text for a terminal: headings and stress in bold, tables aligned. */
export function markdownText(markdown: string, terminal: Terminal, columns: number): string {
  const bold = (text: string): string => styled(terminal, 'bold', text);
  return blocksOf(markdown)
    .flatMap((block) => {
      if (typeof block !== 'string') return tableLines(block, columns, bold);
      const heading = /^#{1,6} (.*)$/.exec(block)?.[1];
      return heading === undefined ? inlineText(block, bold) : bold(inlineText(heading, (text) => text));
    })
    .join('\n');
}

/** The tables of a summary, as their cells read. */
export function tablesIn(markdown: string): readonly TextTable[] {
  return blocksOf(markdown).filter((block) => typeof block !== 'string');
}

/** Lines one by one, and tables as one block each. */
function blocksOf(markdown: string): (string | TextTable)[] {
  const blocks: (string | TextTable)[] = [];
  let table: string[][] = [];
  const close = (): void => {
    const [head, ...rows] = table;
    if (head !== undefined) blocks.push({ head, rows });
    table = [];
  };
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) {
      close();
      blocks.push(line);
    } else if (!/^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line)) table.push(cellsOf(line));
  }
  close();
  return blocks;
}

function cellsOf(line: string): string[] {
  const inside = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inside.split(/(?<!\\)\|/).map((cell) => inlineText(cell.trim(), (text) => text));
}

function inlineText(text: string, bold: (text: string) => string): string {
  const indent = /^ */.exec(text)?.[0] ?? '';
  const plain = printableText(text)
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, '$1 ($2)')
    .replaceAll(/(?<!\\)\*\*(.+?)(?<!\\)\*\*/g, (_whole, inner: string) => bold(inner));
  return indent + plain.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}
