import { counted } from '../../../kernel/grammar.ts';
import type { PageClicks } from '../../../rankings/page-clicks.ts';
import type { GapReport } from '../../../study/gap-report.ts';
import { cleanHeading } from '../../../study/headings.ts';
import type { OwnPage, Study } from '../../../study/study.ts';
import { listPassages } from '../../../study/text.ts';
import { readWords } from '../../../text/reading/words.ts';
import type { RefreshReport } from './report.ts';

type Kept = RefreshReport['keep'][number];
type Reason = Kept['reasons'][number];

const KEPT_MAX = 8;
const EVIDENCE_MAX = 4;

const WHY: Readonly<Record<Reason, string>> = {
  earns_clicks: 'Searches that bring this page clicks are about it.',
  earns_links: 'Other sites link to this page with words about it.',
  unique: 'No compared page has it: it is what your page adds.',
  expected: 'Ranking pages treat it, too.',
};

interface Earnings {
  readonly clicks: PageClicks | null;
  readonly equity: RefreshReport['link_equity'];
}

/** Sections that must survive: those that clicks or links are known to come from, then what only this page has, then what is expected. */
export function listKept(gap: GapReport, own: OwnPage, study: Study, { clicks, equity }: Earnings): Kept[] {
  const found = new Map<string, { readonly reasons: Set<Reason>; readonly evidence: string[] }>();
  const add = (heading: string | null | undefined, reason: Reason, evidence: string): void => {
    if (heading === null || heading === undefined || heading === '') return;
    const row = found.get(heading) ?? { reasons: new Set<Reason>(), evidence: [] };
    found.set(heading, row);
    row.reasons.add(reason);
    row.evidence.push(evidence);
  };
  const find = openSections(own, study);
  for (const { query, clicks: earned } of clicks?.queries ?? [])
    add(find(query), 'earns_clicks', `“${query}”: ${counted(earned, 'click')} in ${clicks?.days} days`);
  for (const anchor of equity?.top_anchors ?? []) add(find(anchor), 'earns_links', `links with the words “${anchor}”`);
  for (const { heading, words } of gap.unique_topics)
    add(heading, 'unique', `${counted(words, 'word')} that no compared page has`);
  for (const { own_heading, topic, coverage, of, priority } of gap.covered_topics)
    if (priority === 'high')
      add(own_heading, 'expected', `${coverage} of ${counted(of, 'compared page')} treat “${topic}”`);
  // Added strongest reason first, so that they stand in that order.
  return [...found].slice(0, KEPT_MAX).map(([heading, { reasons, evidence }]) => ({
    heading,
    why: [...reasons].map((reason) => WHY[reason]).join(' '),
    reasons: [...reasons],
    evidence: evidence.slice(0, EVIDENCE_MAX),
  }));
}

/** Finds the section that a phrase is about, by its words that the search itself does not have; most phrases are about the whole page. */
function openSections({ page }: OwnPage, { serp, language }: Study): (phrase: string) => string | undefined {
  const termsOf = (text: string): string[] =>
    readWords(text, language).flatMap(({ term }) => (term === '' ? [] : [term]));
  const subject = new Set(termsOf(serp.keyword));
  const passages = listPassages(page, language);
  return (phrase) => {
    const own = termsOf(phrase).filter((term) => !subject.has(term));
    if (own.length === 0) return undefined;
    const held = passages.filter(({ terms }) => own.every((term) => terms.has(term)));
    const place = held.find(({ is_heading }) => is_heading) ?? held[0];
    const section = place === undefined ? undefined : page.sections[place.section];
    return section === undefined || section.level < 2 ? undefined : cleanHeading(section.heading);
  };
}
