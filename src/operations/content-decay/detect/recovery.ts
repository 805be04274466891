import { inline } from '../../../kernel/markdown.ts';
import type { Cause } from './causes.ts';
import type { PageState } from './page-state.ts';

interface RecoveryInput {
  readonly url: string;
  readonly keyword: string;
  readonly page: PageState;
  readonly causes: readonly Cause[];
  readonly is_decaying: boolean;
}

/** What to do about the causes, in their order. A page that cannot be shown is mended first, whatever else. */
export function listRecovery({ url, keyword, page, causes, is_decaying }: RecoveryInput): string[] {
  const faults = page.faults.map(({ fix }) => fix);
  const steps = causes
    .filter(({ cause }) => cause !== 'technical')
    .flatMap((cause) => listSteps(cause, { url, keyword }));
  const all = [...new Set([...faults, ...steps])];
  return all.length === 0 && is_decaying ? findTheCause(url, keyword) : all;
}

/** Where the figures cannot tell the causes apart, as across days that were miscounted. */
function findTheCause(url: string, keyword: string): string[] {
  return [
    `Look at the result page for “${inline(keyword, 80)}”: see which pages stand above ${url} and what else takes the clicks.`,
    `Check ${url} for technical faults before you change its text.`,
  ];
}

function listSteps({ cause, evidence }: Cause, about: { readonly url: string; readonly keyword: string }): string[] {
  const keyword = `“${inline(about.keyword, 80)}”`;
  const { url } = about;
  switch (cause) {
    case 'rank':
      return [
        `Compare ${url} with the pages that rank above it for ${keyword}, and add what they answer and it does not.`,
        `Link to ${url} from related pages of the site with the words of the search.`,
      ];
    case 'demand':
      return [`Do not rewrite ${url} for this: fewer people search for ${keyword}. Find what they search for instead.`];
    case 'clicks_lost_above':
      return [
        `Look at the result page for ${keyword}: see what now stands above ${url}, and whether it can be cited or win the feature.`,
        `Rewrite the title and description of ${url} so that the result earns the click.`,
      ];
    case 'cannibalised':
      return [`Decide which page answers ${keyword}, and merge or set apart the other: ${evidence[0] ?? ''}.`];
    case 'competitor':
      return [`Read the pages that moved above ${url}, and give the page what they offer and it lacks.`];
    case 'stale':
      return [`Update the facts, figures and examples of ${url}. Change its date only if the content changes.`];
    case 'technical':
      return [];
  }
}
