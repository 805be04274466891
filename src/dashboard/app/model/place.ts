/** Pages about one thing of a workspace, by the list that shows all of them. */
const LISTS: readonly (readonly [page: RegExp, list: string])[] = [
  [/^\/dashboard\/(sites|reports|jobs|rankings)\/.+/, '/dashboard/$1'],
  [/^\/dashboard\/s\/.+/, '/dashboard/sites'],
];

/** The page to show in another workspace: the same, or the list where it is about a thing that only this one has. */
export function pageWithoutIds({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const list = LISTS.find(([page]) => page.test(pathname));
  return list === undefined ? pathname + search : pathname.replace(list[0], list[1]);
}
