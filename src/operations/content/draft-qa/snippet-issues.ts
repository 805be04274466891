import { cutToResult, measure } from '../../../text/snippet/option.ts';
import type { ReadPage } from '../../../text/reading/reading.ts';
import { findHeadingYear, findYears } from '../../../study/years.ts';
import { readWords } from '../../../text/reading/words.ts';
import type { Issue } from './report.ts';

interface Setting {
  readonly language: string;
  readonly now: Date;
}

/** What is wrong with title, description and headings of a draft. A Markdown draft may have no description yet. */
export function findSnippetIssues(page: ReadPage, keyword: string, setting: Setting): Issue[] {
  return [...checkTitle(page, keyword, setting), ...checkDescription(page), ...checkHeadings(page)];
}

function checkTitle({ title }: ReadPage, keyword: string, { language, now }: Setting): Issue[] {
  if (title === null || title.trim() === '')
    return [{ field: 'title', issue: 'There is no title.', fix: 'Write one that says what the page answers.' }];
  const issues: Issue[] = [];
  const width = measure(title, 'title');
  if (width.truncation_risk === 'high')
    issues.push({
      field: 'title',
      issue: `The title is ${width.pixel_width} pixels wide, and results cut it: “${cutToResult(title, 'title')}”.`,
      fix: 'Shorten it to 561 pixels, some 55 characters.',
    });
  const held = new Set(readWords(title, language).map(({ term }) => term));
  const missing = readWords(keyword, language).filter(({ term }) => term !== '' && !held.has(term));
  if (missing.length > 0)
    issues.push({
      field: 'title',
      issue: `The title lacks ${missing.map(({ start, end }) => `“${keyword.slice(start, end)}”`).join(', ')} of the search.`,
      fix: 'Name what people search for, in their words where that reads well.',
    });
  const year = findHeadingYear(title, language, now);
  if (year !== undefined && !findYears(keyword).includes(year))
    issues.push({
      field: 'title',
      issue: `The title names ${year}, a year gone by.`,
      fix: `Remove ${year} unless it names a product or an event, or bring the whole text up to date and set the year to ${now.getUTCFullYear()}.`,
    });
  return issues;
}

function checkDescription({ description }: ReadPage): Issue[] {
  if (description === null || description.trim() === '')
    return [
      {
        field: 'description',
        issue: 'There is no description.',
        fix: 'Write one or two sentences that say what readers get; in Markdown, in the front matter.',
      },
    ];
  const width = measure(description, 'description');
  if (width.truncation_risk !== 'high') return [];
  return [
    {
      field: 'description',
      issue: `The description is ${width.pixel_width} pixels wide, and results cut it.`,
      fix: 'Shorten it to 920 pixels, some 150 characters.',
    },
  ];
}

function checkHeadings({ sections }: ReadPage): Issue[] {
  const levels = sections.filter(({ level }) => level > 0).map(({ level, heading }) => ({ level, heading }));
  const issues: Issue[] = [];
  const tops = levels.filter(({ level }) => level === 1);
  if (tops.length > 1)
    issues.push({
      field: 'headings',
      issue: `There are ${tops.length} headings of level 1.`,
      fix: 'Keep the title as the only one.',
    });
  const skipped = levels.find(({ level }, at) => at > 0 && level > (levels[at - 1]?.level ?? level) + 1);
  if (skipped !== undefined)
    issues.push({
      field: 'headings',
      issue: `“${skipped.heading}” skips a level.`,
      fix: `Make it a heading of level ${skipped.level - 1}.`,
    });
  return issues;
}
