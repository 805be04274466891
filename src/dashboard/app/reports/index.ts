import { content } from './content.ts';
import { keywords } from './keywords.ts';
import { links } from './links.ts';
import { local } from './local.ts';
import { page } from './page.ts';
import { rankings } from './rankings.ts';
import type { Fields, Report } from '../model/report.ts';
import { resultPages } from './result-pages.ts';
import { site } from './site.ts';
import { visibility } from './visibility.ts';

export const REPORTS: ReadonlyMap<string, Report> = new Map(
  [...links, ...site, ...page, ...keywords, ...rankings, ...resultPages, ...visibility, ...local, ...content].map(
    (each) => [each.operation, each],
  ),
);

export function titleOf(operation: string, input: Fields): string {
  return REPORTS.get(operation)?.title(input) ?? operation;
}
