import { classifySites } from '../../../mentions/citations.ts';
import { type CoMentioned, poolNames } from '../../../mentions/candidates.ts';
import { isOrdinaryName, type Named, readLabel } from '../../../mentions/names.ts';
import { poolRates, poolShares, rateOf } from '../../../mentions/rates.ts';
import { compileReader } from '../../../mentions/read-answer.ts';
import { defineTask, type Task } from '../../../kernel/task.ts';
import { branding } from '../../../text/branded.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { compareText } from '../../../text/normalize.ts';
import { ownership } from '../../../web/url.ts';
import { languageOfTag, tokenize } from '../../../web/words.ts';
import { compareMentions, countFigures, countVoices, countMentions } from './figures.ts';
import { describeMention } from './mentions.ts';
import { countStatuses, describePlatforms, type Platforms } from './platforms.ts';
import { type Basis, BASES, type Change, type MentionAudit, type QueryRow } from './report.ts';
import { listNotes } from './notes.ts';
import { describeCitations, listDistinct, listSources, listTargets, type SiteRules } from './sources.ts';
import { isFailure, readTrials, type Sampled, type Trial } from './trials.ts';

/** Reads and counts what was sampled; answers can be long, so that it may run elsewhere. */
export const auditMentions: Task<Sampled, MentionAudit> = defineTask(import.meta.url, 'auditMentions', audit);

const MENTIONS_MAX = 20;
const BRANDS_MAX = 20;
const FAN_OUT_MAX = 50;
const DENIED_MAX = 50;
const CATEGORY_LETTERS_MIN = 3;

function audit(sampled: Sampled): MentionAudit {
  const { brand, competitors, queries } = sampled;
  const isBranded = compileBranded(sampled);
  const category = listCategoryWords(
    queries.filter((query) => !isBranded(query)),
    sampled.language,
  );
  const read = compileReader({ brand, competitors, language: sampled.language, category });
  const trials = readTrials(sampled, read);
  const isOwn = ownership(brand.domains);
  const rules: SiteRules = {
    isBranded,
    isOwnHost: (host) => isOwn(host) === true,
    hasCompetitors: competitors.length > 0,
    classify: classifySites(brand, competitors),
    competitors: competitors.map(({ name }) => name),
  };
  const platforms = describePlatforms(sampled, trials.all, rules, read);
  const basis = BASES.find((one) => trials.all.some((trial) => trial.basis === one)) ?? null;
  const headline = trials.all.filter((trial) => trial.basis === basis);
  const listed = poolNames(trials.all.map(({ reading }) => reading.listed));
  const { refused, truncated } = countStatuses(sampled.answers.map(({ answer }) => answer));
  const report: Omit<MentionAudit, 'notes'> = {
    brand: describeBrand(brand, trials.all),
    sampling: describeSampled(sampled, isBranded),
    basis,
    ...countFigures(headline, rules),
    change: changeOf(platforms, headline, basis, rules),
    stability: poolStability(platforms, basis),
    sentiment: countSentiment(headline),
    answered: trials.all.length,
    refusals: refused,
    truncations: truncated,
    failures: sampled.failures.filter(isFailure).length,
    queries: queries.map((query) => describeQuery(query, sampled, trials.all, { rules, listed })),
    platforms: [...platforms.rows],
    competitors: competitors.map(({ name }, at) => describeCompetitor(name, at, headline, rules)),
    top_sources: listSources(trials.all, rules),
    co_mentioned_brands: listBrands(trials.all, rules.competitors, listed),
    citations: describeCitations(trials.all, rules),
    source_targets: listTargets(trials.all, rules),
    fan_out_queries: listFanOut(trials.all),
    existence_denied: listDenied(trials.all),
    served_models: listModels(trials.all),
    left_out: { own_posts: trials.own_posts, removed_posts: trials.removed_posts },
    gaps: listGaps(sampled),
  };
  return { ...report, notes: listNotes(report, sampled, trials.all) };
}

function describeBrand({ name, aliases, domains }: Named, trials: readonly Trial[]): MentionAudit['brand'] {
  return {
    name,
    aliases: [...aliases],
    domains: [...domains],
    detection: aliases.length === 0 && domains.length === 0 ? 'name_only' : 'name_and_aliases',
    is_everyday_word: isOrdinaryName(name),
    weak_mentions: trials.filter(({ reading }) => !reading.is_named && reading.weak_mentions > 0).length,
  };
}

function describeSampled(sampled: Sampled, isBranded: (query: string) => boolean): MentionAudit['sampling'] {
  const { runs, queries, assistants, platform, location, language, sampled_at } = sampled;
  return {
    runs,
    queries: queries.length,
    branded_queries: queries.filter(isBranded).length,
    assistants: [...assistants],
    platform,
    location: location?.name ?? null,
    location_code: location?.code ?? null,
    language,
    sampled_at,
  };
}

/** The label of a domain counts as well, so that no query is taken for an unbranded one that is not. */
function compileBranded({ brand }: Sampled): (query: string) => boolean {
  const labels = brand.domains.map(readLabel).filter((label) => label !== '' && !isOrdinaryName(label));
  const tell = branding({ ...brand, aliases: [...brand.aliases, ...labels] });
  return (query) => tell(query) === true;
}

function listCategoryWords(queries: readonly string[], language: string): string[] {
  const code = languageOfTag(language);
  return listDistinct(queries.flatMap((query) => tokenize(query))).filter(
    (word) => word.length >= CATEGORY_LETTERS_MIN && !isStopWord(word, code) && !isOrdinaryName(word),
  );
}

function changeOf(
  { before, previous_at }: Platforms,
  headline: readonly Trial[],
  basis: Basis | null,
  rules: SiteRules,
): Change | null {
  if (previous_at === null) return null;
  const change = compareMentions(
    before.filter((trial) => trial.basis === basis),
    headline,
    rules,
  );
  return change === null ? null : { ...change, previous_at };
}

/** The mean over the assistants of the headline, each compared with itself. */
function poolStability({ rows }: Platforms, basis: Basis | null): number | null {
  const known = rows.flatMap(({ access, stability }) =>
    stability !== null && access !== null && `assistants_${access}` === basis ? [stability] : [],
  );
  if (known.length === 0) return null;
  return Math.round((known.reduce((sum, one) => sum + one, 0) / known.length) * 1000) / 1000;
}

function countSentiment(trials: readonly Trial[]): MentionAudit['sentiment'] {
  if (trials.length === 0) return null;
  const values = trials.flatMap(({ reading }) => (reading.sentiment === null ? [] : [reading.sentiment.value]));
  const count = (wanted: 'positive' | 'negative' | 'neutral' | null): number =>
    values.filter((value) => value === wanted).length;
  return { positive: count('positive'), negative: count('negative'), neutral: count('neutral'), none: count(null) };
}

interface QueryParts {
  readonly rules: SiteRules;
  readonly listed: readonly CoMentioned[];
}

function describeQuery(
  query: string,
  sampled: Sampled,
  trials: readonly Trial[],
  { rules, listed }: QueryParts,
): QueryRow {
  const own = trials.filter((trial) => trial.query === query);
  const naming = own.filter(({ reading }) => reading.is_named);
  const others = new Set(listed.map(({ key }) => key));
  const rivals = own.flatMap(({ reading }) => reading.competitors.flatMap((at) => rules.competitors[at] ?? []));
  return {
    query,
    is_branded: rules.isBranded(query),
    mentioned: own.length === 0 ? null : naming.length > 0,
    answers: own.length,
    platforms: describeQueryPlatforms(query, sampled, own),
    mentions: naming
      .slice(0, MENTIONS_MAX)
      .map((trial) => describeMention(trial, { rules, others, sampled_at: sampled.sampled_at })),
    mentions_count: naming.length,
    competitors_named: countNames(rivals).map(({ name, count }) => ({ name, answers: count })),
  };
}

function describeQueryPlatforms(query: string, sampled: Sampled, trials: readonly Trial[]): QueryRow['platforms'] {
  const answers = sampled.answers.filter((one) => one.query === query).map(({ answer }) => answer);
  const failures = sampled.failures.filter((one) => one.query === query);
  const names = [
    ...new Set([
      ...answers.map(({ assistant }) => assistant),
      ...failures.map(({ platform }) => platform),
      ...trials.map(({ platform }) => platform),
    ]),
  ];
  return names.map((platform) => {
    const texts = trials.filter((trial) => trial.platform === platform);
    const asked = answers.filter(({ assistant }) => assistant === platform);
    const failed = failures.filter((one) => one.platform === platform && isFailure(one)).length;
    const isAssistant = sampled.assistants.includes(platform);
    const { refused, truncated } = countStatuses(asked);
    return {
      platform,
      kind: isAssistant ? 'assistant' : 'discussion',
      asked: isAssistant ? asked.length + failed : texts.length + failed,
      answered: texts.length,
      refused,
      truncated,
      failed,
      mention_rate: rateOf({ hits: texts.filter(({ reading }) => reading.is_named).length, of: texts.length }),
    };
  });
}

function describeCompetitor(
  name: string,
  at: number,
  trials: readonly Trial[],
  { isBranded }: SiteRules,
): MentionAudit['competitors'][number] {
  const unbranded = trials.filter(({ query }) => !isBranded(query));
  const isNamed = ({ reading }: Trial): boolean => reading.competitors.includes(at);
  const mentions = countMentions(unbranded).map(({ id, of }) => ({
    id,
    hits: unbranded.filter((trial) => trial.query === id && isNamed(trial)).length,
    of,
  }));
  return {
    name,
    answers: trials.filter(isNamed).length,
    mention_rate: poolRates(mentions),
    share_of_voice: poolShares(countVoices(unbranded, isNamed)),
  };
}

function listBrands(
  trials: readonly Trial[],
  competitors: readonly string[],
  listed: readonly CoMentioned[],
): MentionAudit['co_mentioned_brands'] {
  const known = competitors.map((name, at) => ({
    name,
    answers: trials.filter(({ reading }) => reading.competitors.includes(at)).length,
    known: true,
  }));
  return [
    ...known.filter(({ answers }) => answers > 0),
    ...listed.map(({ name, answers }) => ({ name, answers, known: false })),
  ]
    .sort((one, other) => other.answers - one.answers || compareText(one.name, other.name))
    .slice(0, BRANDS_MAX);
}

function countNames(names: readonly string[]): { readonly name: string; readonly count: number }[] {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, own]) => ({ name, count: own.length }))
    .sort((one, other) => other.count - one.count || compareText(one.name, other.name));
}

function listFanOut(trials: readonly Trial[]): MentionAudit['fan_out_queries'] {
  const searched = trials.flatMap((trial) =>
    [...new Set(trial.answer?.queries)].map((query) => ({ query, platform: trial.platform })),
  );
  return [...Map.groupBy(searched, ({ query }) => query)]
    .map(([query, own]) => ({
      query,
      answers: own.length,
      platforms: listDistinct(own.map(({ platform }) => platform)),
    }))
    .sort((one, other) => other.answers - one.answers || compareText(one.query, other.query))
    .slice(0, FAN_OUT_MAX);
}

function listDenied(trials: readonly Trial[]): MentionAudit['existence_denied'] {
  return trials
    .flatMap(({ query, platform, answer, reading: { denial, is_named } }) =>
      denial === null
        ? []
        : [{ query, platform, run: answer?.run ?? null, sentence: denial.sentence, counted_as_mention: is_named }],
    )
    .slice(0, DENIED_MAX);
}

function listModels(trials: readonly Trial[]): MentionAudit['served_models'] {
  const served = trials.flatMap(({ platform, answer }) =>
    answer === null || answer.served_model === null ? [] : [{ platform, model: answer.served_model }],
  );
  return [...Map.groupBy(served, ({ platform, model }) => `${platform} ${model}`)]
    .toSorted(([one], [other]) => compareText(one, other))
    .flatMap(([, own]) => (own[0] === undefined ? [] : [{ ...own[0], answers: own.length }]));
}

/** What was asked for and says nothing of the brand, with the reason. */
function listGaps({ answers, failures }: Sampled): MentionAudit['gaps'] {
  const told = answers.flatMap(({ query, answer }) => {
    const { assistant: platform, status } = answer;
    if (status === 'answered') return [];
    const reason = status === 'refused' ? 'The assistant refused to answer.' : 'The answer was cut off before its end.';
    return [{ platform, query, kind: status, reason }];
  });
  return [
    ...Map.groupBy([...failures, ...told], ({ platform, kind, reason }) => JSON.stringify([platform, kind, reason])),
  ]
    .toSorted(([one], [other]) => compareText(one, other))
    .flatMap(([, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      const { platform, kind, reason } = first;
      return [{ platform, kind, count: own.length, queries: listDistinct(own.map(({ query }) => query)), reason }];
    });
}
