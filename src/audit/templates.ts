/** Fewer pages than this of one form are no template. */
export const TEMPLATE_PAGES_MIN = 10;

/**
 * The form of an address: numbers and long codes become `#`, and the last segment `*` where its folder has ten pages or
 * more, so that pages which one template makes share a form.
 */
export function templatesOf(paths: readonly string[], hostAt: (at: number) => string = () => ''): readonly string[] {
  const folders = new Map<string, number>();
  const forms = paths.map((path, at) => {
    const { folder, last, query } = formOf(path);
    return { folder: hostAt(at) + folder, last, query };
  });
  for (const { folder } of forms) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  // A hundred thousand pages have a few templates, so their names are kept once.
  const names = new Map<string, string>();
  return forms.map(({ folder, last, query }) => {
    const name = `${folder}/${(folders.get(folder) ?? 0) >= TEMPLATE_PAGES_MIN ? '*' : last}${query}`;
    const known = names.get(name) ?? name;
    names.set(name, known);
    return known;
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
