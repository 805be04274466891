import { agree, counted } from '../../../kernel/grammar.ts';
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
  expected: 'Ranking pages cover it too.',
};

interface Earnings {
  readonly clicks: PageClicks | null;
  readonly equity: RefreshReport['link_equity'];
}

/** Sections that must survive: those that clicks or links are known to come from, then what only this page has, then what is expected. */
export function listKept(gap: GapReport, own: OwnPage, study: Study, earnings: Earnings): Kept[] {
  const signs = [...listEarning(openSections(own, study), earnings), ...listCovering(gap)];
  // Signs come strongest first, and so do the sections and their reasons.
  return [...Map.groupBy(signs, ({ heading }) => heading)].slice(0, KEPT_MAX).map(([heading, found]) => {
    const reasons = [...new Set(found.map(({ reason }) => reason))];
    const why = reasons.map((reason) => WHY[reason]).join(' ');
    return { heading, why, reasons, evidence: found.map(({ evidence }) => evidence).slice(0, EVIDENCE_MAX) };
  });
}

interface Sign {
  readonly heading: string;
  readonly reason: Reason;
  readonly evidence: string;
}

function listEarning(find: (phrase: string) => string | undefined, { clicks, equity }: Earnings): Sign[] {
  const sign = (phrase: string, reason: Reason, evidence: string): Sign[] => {
    const heading = find(phrase);
    return heading === undefined || heading === '' ? [] : [{ heading, reason, evidence }];
  };
  return [
    ...(clicks?.queries ?? []).flatMap(({ query, clicks: earned }) =>
      sign(query, 'earns_clicks', `“${query}”: ${counted(earned, 'click')} in ${clicks?.days} days`),
    ),
    ...(equity?.top_anchors ?? []).flatMap((anchor) => sign(anchor, 'earns_links', `links with the words “${anchor}”`)),
  ];
}

function listCovering({ unique_topics, covered_topics }: GapReport): Sign[] {
  const unique = unique_topics.map(({ heading, words }): Sign => {
    return { heading, reason: 'unique', evidence: `${counted(words, 'word')} that no compared page has` };
  });
  // A section that only this page has touches on what is expected in passing.
  const expected = covered_topics.flatMap(({ own_heading: heading, topic, coverage, of, priority }): Sign[] =>
    priority !== 'high' || heading === null || unique.some((each) => each.heading === heading)
      ? []
      : [
          {
            heading,
            reason: 'expected',
            evidence: `${coverage} of ${counted(of, 'compared page')} ${agree(coverage, 'covers', 'cover')} “${topic}”`,
          },
        ],
  );
  return [...unique, ...expected];
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
