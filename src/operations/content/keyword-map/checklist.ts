import { namePageType } from '../../../text/page-types.ts';
import type { KeywordMapReport } from './report.ts';

type Core = Pick<
  KeywordMapReport,
  'mappings' | 'weak_matches' | 'missing_pages' | 'cannibalization_risks' | 'page_load'
>;

const ITEMS_MAX = 10;

/** What is to be done about the map, the most pressing first; tasks without an item are left out. */
export function checklistOf(core: Core): KeywordMapReport['checklist'] {
  const untargeted = core.mappings.filter((one) => one.match === 'strong' && !one.already_targeted);
  const tasks = [
    {
      task: 'Decide for one page where several are after the same keyword.',
      why: 'Pages that answer the same search divide its clicks and links.',
      items: core.cannibalization_risks.map(
        ({ keywords, pages }) => `${keywords[0] ?? ''}: ${pages.map(({ url }) => url).join(' · ')}`,
      ),
    },
    {
      task: 'Make the pages that are missing.',
      why: 'No page has the words, or is of the kind, that these keywords ask for; those worth most come first.',
      items: core.missing_pages.map(
        (page) =>
          `${page.keywords.join(', ')} → /${page.suggested_slug} (${namePageType(page.suggested_page_type)}, worth ${page.worth})`,
      ),
    },
    {
      task: 'Extend the pages that nearly answer a keyword.',
      why: 'A section of its own can turn a weak match into a medium one.',
      items: core.weak_matches.map(
        (one) =>
          `${one.keyword} → ${one.primary_url}${one.missing_words.length > 0 ? `: add ${one.missing_words.join(', ')}` : ''}`,
      ),
    },
    {
      task: 'Relieve pages with a heavy load.',
      why: 'A page that is to answer everything answers nothing well.',
      items: core.page_load.filter(({ load }) => load === 'heavy').map(({ url, note }) => `${url}: ${note}`),
    },
    {
      task: 'Check title and main heading of the pages with a strong match.',
      why: 'The primary keyword belongs in both, once, as people would say it.',
      items: untargeted.map((one) => `${one.keyword} → ${one.primary_url}`),
    },
  ];
  return tasks
    .filter(({ items }) => items.length > 0)
    .map(({ items, ...task }, at) => ({ order: at + 1, ...task, items: items.slice(0, ITEMS_MAX) }));
}
