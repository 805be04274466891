import type { Finding } from './rule.ts';
import { finding } from './rules-answers.ts';
import { TEMPLATE_PAGES_MIN } from './templates.ts';
import type { SiteView } from './view.ts';

/** Of the pages of a template: what so many have, the others were meant to have. */
const USUAL_SHARE_MIN = 0.8;

/** Types of structured data that nearly all pages of a template have, and some lack. */
export function judgeSchema(view: SiteView): Finding[] {
  const templates = Map.groupBy(
    [...view.indexable.keys()].filter((at) => view.indexable[at] === true),
    (at) => view.template[at] ?? '',
  );
  return [...templates].flatMap(([template, members]) =>
    members.length < TEMPLATE_PAGES_MIN ? [] : judgeTemplate(view, template, members),
  );
}

function judgeTemplate({ pages }: SiteView, template: string, members: readonly number[]): Finding[] {
  const counts = new Map<string, number>();
  for (const at of members) {
    for (const type of new Set(pages[at]?.schema_types)) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const usual = [...counts].flatMap(([type, count]) =>
    count >= members.length * USUAL_SHARE_MIN && count < members.length ? [type] : [],
  );
  if (usual.length === 0) return [];
  return members.flatMap((at) => {
    const missing = usual.filter((type) => pages[at]?.schema_types.includes(type) !== true);
    if (missing.length === 0) return [];
    return [finding('sd.coverage', at, { cause: template, detail: `no ${missing.toSorted().join(', ')}` })];
  });
}
