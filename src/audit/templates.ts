/** Fewer pages than this of one form are no template. */
export const TEMPLATE_PAGES_MIN = 10;

/**
 * The form of an address: numbers and long codes become `#`, and the last segment `*` where its folder has ten pages or
 * more, so that pages which one template makes share a form.
 */
export function templatesOf(paths: readonly string[]): readonly string[] {
  const folders = new Map<string, number>();
  const forms = paths.map((path) => formOf(path));
  for (const { folder } of forms) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  return forms.map(({ folder, last, query }) => {
    const name = (folders.get(folder) ?? 0) >= TEMPLATE_PAGES_MIN ? '*' : last;
    return `${folder}/${name}${query}`;
  });
}

function formOf(path: string): { readonly folder: string; readonly last: string; readonly query: string } {
  const [way = '', query = ''] = path.split('?', 2);
  const segments = way.split('/').map((segment) => segment.replaceAll(/\d+|[\da-f]{12,}/gi, '#'));
  const last = segments.pop() ?? '';
  const names = query
    .split('&')
    .map((pair) => pair.split('=', 1)[0] ?? '')
    .filter((name) => name !== '');
  return { folder: segments.join('/'), last, query: names.length === 0 ? '' : `?${names.toSorted().join('&')}` };
}
