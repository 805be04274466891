import type { Serp } from '../../../ports/serp.ts';
import { readSite } from '../../../serp/results.ts';
import type { SeenQuestion } from '../../../study/questions.ts';
import { cleanText } from '../../../text/normalize.ts';
import { readPage } from '../../../web/page/read.ts';
import { ownership } from '../../../web/url.ts';
import type { OpportunityBrief } from './report.ts';

type Targets = OpportunityBrief['ai_overview_targets'];

const MARKDOWN_MAX = 20_000;
const PASSAGES_MAX = 8;
const PASSAGE_CHARACTERS_MAX = 300;

/** What the AI Overview says and cites; null where the source cannot see one. */
export function describeOverview(
  { ai_overview: { status, markdown, references } }: Serp,
  questions: readonly SeenQuestion[],
  own_domains: readonly string[],
): Targets {
  if (status === 'unavailable') return null;
  const isOwn = ownership(own_domains);
  const cited = references.map(({ url, domain, title }) => ({
    url,
    domain: readSite(url, domain),
    title: title === null ? null : cleanText(title, PASSAGE_CHARACTERS_MAX),
    own: isOwn(url),
  }));
  return {
    status,
    cited: status === 'async_not_loaded' ? null : cited,
    passages: status === 'absent' ? [] : listPassages(markdown),
    questions: questions.filter(({ seen_in }) => seen_in !== 'headings').map(({ question }) => question),
  };
}

/** Its paragraphs and list items, word for word: each is a statement that it has taken from what it cites. */
function listPassages(markdown: string | null): string[] | null {
  if (markdown === null) return null;
  return readPage({ markdown: markdown.slice(0, MARKDOWN_MAX).toWellFormed() }, undefined)
    .blocks.map(({ text }) => cleanText(text, PASSAGE_CHARACTERS_MAX))
    .filter((text) => text !== '')
    .slice(0, PASSAGES_MAX);
}
