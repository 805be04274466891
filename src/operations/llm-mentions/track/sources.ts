import type { SiteVerdict } from '../../../mentions/citations.ts';
import { compareText } from '../../../text/normalize.ts';
import { citesOwn, distinctPages, type FigureRules, tellsCitations } from './figures.ts';
import type { CitedPage, Citations, MentionAudit, SourceRow } from './report.ts';
import type { Trial } from './trials.ts';

export interface SiteRules extends FigureRules {
  readonly classify: (host: string) => SiteVerdict;
  readonly competitors: readonly string[];
}

const ROWS_MAX = 30;
const URLS_MAX = 3;

/** A page that some text cites, or a discussion that was found. */
interface Seen {
  readonly domain: string;
  readonly forum: string | null;
  readonly url: string | null;
  readonly title: string | null;
  readonly trial: Trial;
}

function listSeen(trials: readonly Trial[]): Seen[] {
  return trials.flatMap((trial): Seen[] => {
    const { answer, discussion } = trial;
    if (discussion !== null) {
      const { url, title, forum } = discussion;
      return [{ domain: hostOf(url), forum, url, title, trial }];
    }
    return distinctPages(answer?.cited ?? []).map(({ domain, url, title }) => ({
      domain: plain(domain),
      forum: null,
      url,
      title,
      trial,
    }));
  });
}

function hostOf(url: string): string {
  return plain(URL.parse(url)?.hostname ?? '');
}

function plain(domain: string): string {
  return domain.toLowerCase().replace(/^www\./, '');
}

/** The sites that answers cite and discussions are on, most citations first. */
export function listSources(trials: readonly Trial[], rules: SiteRules): SourceRow[] {
  const seen = listSeen(trials);
  const sites = Map.groupBy(seen, ({ domain, forum }) => `${domain} ${forum ?? ''}`);
  return [...sites.values()]
    .map((own) => describeSource(own, seen.length, rules))
    .sort((one, other) => other.citations - one.citations || compareText(keyOf(one), keyOf(other)))
    .slice(0, ROWS_MAX);
}

function keyOf({ domain, forum }: SourceRow): string {
  return `${domain} ${forum ?? ''}`;
}

function describeSource(own: readonly Seen[], all: number, { classify, competitors }: SiteRules): SourceRow {
  const [first] = own;
  const domain = first?.domain ?? '';
  const verdict = classify(domain);
  return {
    domain,
    forum: first?.forum ?? null,
    class: verdict.value,
    competitor: verdict.competitor === undefined ? null : (competitors[verdict.competitor] ?? null),
    citations: own.length,
    share: Math.round((own.length / all) * 1000) / 1000,
    answers_naming_brand: new Set(own.filter(({ trial }) => trial.reading.is_named).map(({ trial }) => trial)).size,
    platforms: listDistinct(own.map(({ trial }) => trial.platform)),
    urls: listDistinct(own.flatMap(({ url }) => url ?? [])).slice(0, URLS_MAX),
  };
}

export function listDistinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted(compareText);
}

/** Who is cited, and the two gaps that matter most: cited without a name, and named without a citation. */
export function describeCitations(trials: readonly Trial[], rules: SiteRules): Citations | null {
  const telling = trials.filter(tellsCitations);
  if (telling.length === 0) return null;
  const seen = listSeen(telling);
  const retrieved = telling.flatMap((trial): Seen[] => {
    const cited = new Set(trial.answer?.cited?.map(({ url, domain }) => url ?? domain));
    return distinctPages(trial.answer?.retrieved ?? [])
      .filter(({ url, domain }) => rules.isOwnHost(domain) && !cited.has(url ?? domain))
      .map(({ domain, url, title }) => ({ domain: plain(domain), forum: null, url, title, trial }));
  });
  const isOf = (value: SiteVerdict['value']) => (one: Seen) => rules.classify(one.domain).value === value;
  return {
    answers: telling.length,
    own: listPages(seen.filter(isOf('own')), rules),
    competitor: listPages(seen.filter(isOf('competitor')), rules),
    own_retrieved_not_cited: listPages(retrieved, rules),
    cited_not_named: groupAnswers(
      telling.filter((trial) => citesOwn(trial, rules) && !trial.reading.is_named),
      rules.isOwnHost,
    ),
    named_not_cited: groupAnswers(
      telling.filter((trial) => !citesOwn(trial, rules) && trial.reading.is_named),
      () => true,
    ),
  };
}

function listPages(seen: readonly Seen[], { classify, competitors }: SiteRules): CitedPage[] {
  return [...Map.groupBy(seen, ({ url, domain }) => url ?? `https://${domain}/`)]
    .map(([url, own]) => {
      const domain = own[0]?.domain ?? '';
      const { competitor } = classify(domain);
      return {
        url,
        domain,
        title: own.find(({ title }) => title !== null)?.title ?? null,
        competitor: competitor === undefined ? null : (competitors[competitor] ?? null),
        citations: own.length,
        platforms: listDistinct(own.map(({ trial }) => trial.platform)),
        queries: listDistinct(own.map(({ trial }) => trial.query)),
      };
    })
    .sort((one, other) => other.citations - one.citations || compareText(one.url, other.url))
    .slice(0, ROWS_MAX);
}

function groupAnswers(trials: readonly Trial[], isShown: (host: string) => boolean): Citations['cited_not_named'] {
  return [...Map.groupBy(trials, ({ query, platform }) => JSON.stringify([query, platform])).values()]
    .map((own) => ({
      query: own[0]?.query ?? '',
      platform: own[0]?.platform ?? '',
      answers: own.length,
      urls: listDistinct(
        own.flatMap(
          ({ answer }) => answer?.cited?.filter(({ domain }) => isShown(domain)).flatMap(({ url }) => url ?? []) ?? [],
        ),
      ).slice(0, URLS_MAX),
    }))
    .sort(
      (one, other) =>
        other.answers - one.answers || compareText(one.query, other.query) || compareText(one.platform, other.platform),
    )
    .slice(0, ROWS_MAX);
}

/** Sites that stand behind answers that name competitors, and behind none that names the brand: whom to win over. */
export function listTargets(trials: readonly Trial[], rules: SiteRules): MentionAudit['source_targets'] {
  const seen = listSeen(trials.filter(({ answer }) => answer !== null));
  return [...Map.groupBy(seen, ({ domain }) => domain)]
    .flatMap(([domain, own]) => {
      const { value } = rules.classify(domain);
      const rivals = own.flatMap(({ trial }) => trial.reading.competitors.flatMap((at) => rules.competitors[at] ?? []));
      if (value === 'own' || value === 'competitor' || rivals.length === 0) return [];
      if (own.some(({ trial }) => trial.reading.is_named)) return [];
      return [
        {
          domain,
          class: value,
          answers: new Set(own.map(({ trial }) => trial)).size,
          competitors: listDistinct(rivals),
          queries: listDistinct(own.map(({ trial }) => trial.query)),
          example_url: own.find(({ url }) => url !== null)?.url ?? null,
        },
      ];
    })
    .sort((one, other) => other.answers - one.answers || compareText(one.domain, other.domain))
    .slice(0, ROWS_MAX);
}
