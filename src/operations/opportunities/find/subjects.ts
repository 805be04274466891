import type { KeywordView } from './facts.ts';

/** What a task is done on: a page, or the page that ranks for some keywords where the source does not tell which one that is. */
export interface Subject {
  readonly url: string | null;
  /** Head keyword of those that one page can answer; null where the page is known. */
  readonly topic: string | null;
  readonly views: readonly KeywordView[];
}

/** Keywords by what a task for them is done on. */
export function groupBySubject(views: readonly KeywordView[]): Subject[] {
  const groups = Map.groupBy(views, ({ row, topic }) => (row.url === null ? `topic ${topic ?? row.keyword}` : row.url));
  return [...groups.values()].flatMap((all): Subject[] => {
    const [first] = all;
    if (first === undefined) return [];
    const { url } = first.row;
    return [{ url, topic: url === null ? (first.topic ?? first.row.keyword) : null, views: all }];
  });
}
