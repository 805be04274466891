import { readDataRows } from '../kernel/data.ts';
import { counted } from '../kernel/grammar.ts';
import { parseRobots } from '../web/robots/robots.ts';
import type { Finding } from './rule.ts';
import { finding } from './rules-answers.ts';
import type { SiteView } from './view.ts';

/** What robots.txt closes, and to whom. */
export function judgeRobots(view: SiteView): Finding[] {
  return [...judgeLinked(view), ...judgeHiddenNoindex(view), ...judgeAssets(view), ...judgeAssistants(view)];
}

function judgeLinked(view: SiteView): Finding[] {
  return view.pages.flatMap((_, at) => {
    // Whoever links with nofollow means crawlers to stay away.
    const links = view.followedInlinks[at] ?? 0;
    if (view.blocked[at] !== true || links === 0) return [];
    return [finding('robots.blocks-linked', at, { detail: `${counted(links, 'page')} of the site link to it` })];
  });
}

/** Whoever may not read a page does not learn that it wants to leave the index. */
function judgeHiddenNoindex({ pages, blocked }: SiteView): Finding[] {
  return pages.flatMap(({ noindex, outcome }, at) =>
    blocked[at] === true && noindex && outcome === 'blocked' ? [finding('robots.blocks-noindex', at, {})] : [],
  );
}

/** One finding a page: what closes one script of a folder closes all of them. */
function judgeAssets({ facts, html }: SiteView): Finding[] {
  return facts.closed_assets.flatMap(({ page, url, count }) => {
    if (html[page] !== true) return [];
    const detail = count === 1 ? url : `${url} and ${count - 1} more`;
    return [finding('robots.assets', page, { cause: url, detail })];
  });
}

const AGENTS = readDataRows(import.meta.url, 'data/ai-crawlers.tsv').map(([agent = '', purpose = '']) => ({
  agent,
  purpose,
}));

/** Crawlers of assistants that a file turns away where it lets others in. */
function judgeAssistants({ facts }: SiteView): Finding[] {
  return facts.robots.flatMap(({ url, text }) => {
    const rules = parseRobots(text);
    const home = new URL('/', url).href;
    if (!rules.match('other-crawler', home).allowed) return [];
    return AGENTS.filter(({ agent }) => !rules.match(agent, home).allowed).map(({ agent, purpose }) =>
      finding('ai.blocked', -1, { url, item: agent, cause: url, detail: `${agent}: ${purpose}` }),
    );
  });
}
