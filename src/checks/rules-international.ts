import { counted } from '../kernel/grammar.ts';
import { languageOfTag } from '../web/words.ts';
import { isHttp, isSameAddress } from '../web/url.ts';
import { quoteText, fail, notApplicable, type Outcome, pass, quoteElements, quoteAnswer, warn } from './check.ts';
import type { Alternate, Facts } from './facts.ts';
import { findHreflangProblem, isLanguageTag } from '../web/language-codes.ts';
import { defineRules } from './rule.ts';

export const INTERNATIONAL_RULES = defineRules({
  'hreflang.code': judgeCodes,
  'hreflang.relative': (facts) => judgeSet(facts, (each) => !isHttp(each.written), 'without scheme and host'),
  'hreflang.duplicate': judgeDuplicates,
  'hreflang.no-self': judgeSelf,
  'hreflang.canonical-conflict': judgeConflict,
  'hreflang.language-mismatch': judgeMismatch,
  'html.lang': judgeLanguage,
  'html.charset': judgeCharset,
});

const NONE = notApplicable('no hreflang');

function judgeCodes(facts: Facts): Outcome {
  const { alternates } = facts;
  if (alternates.length === 0) return NONE;
  const wrong = alternates.flatMap((each) => {
    const problem = findHreflangProblem(each.language);
    return problem === undefined ? [] : [{ each, problem }];
  });
  const [first] = wrong;
  if (first === undefined) return pass(counted(alternates.length, 'version'));
  const worst = wrong.find(({ problem }) => !problem.is_tag);
  const evidence = wrong.map(({ each }) => each.evidence);
  const share = { wrong: [wrong.length, alternates.length] as const };
  if (worst === undefined)
    return warn(`${quoteTag(first.each.language)} ${first.problem.text}`, { evidence, severity: 'medium', ...share });
  return fail(`${quoteTag(worst.each.language)} ${worst.problem.text}`, { evidence, ...share });
}

/** With its spaces, which may be the problem. */
function quoteTag(language: string): string {
  return language === language.trim() ? quoteText(language, 40) : `“${language.slice(0, 40)}”`;
}

function judgeSet(facts: Facts, isWrong: (alternate: Alternate) => boolean, problem: string): Outcome {
  if (facts.alternates.length === 0) return NONE;
  const wrong = facts.alternates.filter(isWrong);
  if (wrong.length === 0) return pass(counted(facts.alternates.length, 'version'));
  return fail(`${counted(wrong.length, 'URL')} ${problem}`, {
    wrong: [wrong.length, facts.alternates.length],
    evidence: wrong.map((each) => each.evidence),
  });
}

function judgeDuplicates(facts: Facts): Outcome {
  const first = new Map<string, Alternate>();
  const conflicts: Alternate[] = [];
  for (const each of facts.alternates) {
    const key = each.language.trim().toLowerCase();
    const known = first.get(key);
    if (known === undefined) first.set(key, each);
    else if (!sameTarget(known, each)) conflicts.push(known, each);
  }
  if (facts.alternates.length === 0) return NONE;
  if (conflicts.length === 0) return pass('one URL per language');
  return fail(`${quoteText(conflicts[0]?.language ?? '', 40)} has different URLs`, {
    wrong: [conflicts.length, facts.alternates.length],
    evidence: conflicts.map((each) => each.evidence),
  });
}

function sameTarget(one: Alternate, other: Alternate): boolean {
  if (one.url === undefined || other.url === undefined) return one.written === other.written;
  return isSameAddress(one.url, other.url);
}

/** The page's own URL, and what it declares as that. */
function listSelves(facts: Facts): readonly string[] {
  return [facts.own_url, ...facts.canonicals.map((each) => each.url)].filter((url) => url !== undefined);
}

function judgeSelf(facts: Facts): Outcome {
  if (facts.alternates.length === 0) return NONE;
  const selves = listSelves(facts);
  const [self] = selves;
  if (self === undefined) return notApplicable('the URL of the page is unknown');
  const own = facts.alternates.find(({ url }) => url !== undefined && selves.some((each) => isSameAddress(url, each)));
  if (own !== undefined) return pass(`${quoteText(own.language, 40)} is the page itself`, [own.evidence]);
  return fail(`none of ${counted(facts.alternates.length, 'version')} is ${quoteText(self)}`, {
    evidence: facts.alternates.map((each) => each.evidence),
  });
}

function judgeConflict(facts: Facts): Outcome {
  const canonical = facts.canonicals.find((each) => each.url !== undefined);
  if (facts.alternates.length === 0 || facts.own_url === undefined || canonical?.url === undefined) {
    return notApplicable('hreflang, a canonical and a known URL are not all present');
  }
  const { url } = canonical;
  const own = facts.own_url;
  if (isSameAddress(url, own)) return pass('the canonical is the page itself');
  const names = (address: string): boolean =>
    facts.alternates.some((each) => each.url !== undefined && isSameAddress(each.url, address));
  if (!names(url) || !names(own))
    return notApplicable('the canonical is not another language version; see canonical.other');
  return fail(`the canonical is another language version: ${quoteText(url)}`, { evidence: [canonical.evidence] });
}

function judgeMismatch(facts: Facts): Outcome {
  const [self] = listSelves(facts);
  const own = facts.alternates.filter((each) => isVersionAt(each, self));
  const { language } = facts.page;
  if (own.length === 0 || language === undefined)
    return notApplicable('not both html lang and hreflang for the page itself');
  const claimed = languageOfTag(language.value);
  if (own.some((each) => languageOfTag(each.language.trim().slice(0, 2)) === claimed))
    return pass(quoteText(language.value, 40));
  const evidence = [...quoteElements(facts.page, [language]), ...own.map((each) => each.evidence)];
  return warn(`html lang is ${quoteText(language.value, 40)}, hreflang ${quoteText(own[0]?.language ?? '', 40)}`, {
    evidence,
  });
}

function isVersionAt(alternate: Alternate, self: string | undefined): boolean {
  if (alternate.url === undefined || self === undefined || alternate.language.trim().toLowerCase() === 'x-default')
    return false;
  return isSameAddress(alternate.url, self);
}

function judgeLanguage(facts: Facts): Outcome {
  const { language } = facts.page;
  if (language === undefined || language.value === '') return warn('no html lang');
  const evidence = quoteElements(facts.page, [language]);
  return isLanguageTag(language.value)
    ? pass(quoteText(language.value, 40), evidence)
    : fail(`${quoteText(language.value, 40)} is not a language tag`, { evidence });
}

function judgeCharset(facts: Facts): Outcome {
  const { charset } = facts.page.head;
  const header = facts.answer?.headers['content-type'] ?? '';
  const sent = /charset\s*=\s*"?([^\s";,]+)/i.exec(header)?.[1];
  if (charset === undefined) return judgeSentCharset(facts, sent);
  const evidence = quoteElements(facts.page, [charset]);
  const declared = quoteText(charset.value, 40);
  if (sent === undefined || normalizeCharset(sent) === normalizeCharset(charset.value)) return pass(declared, evidence);
  return warn(`${quoteText(sent, 40)} in the header, ${declared} on the page`, {
    evidence: [...evidence, quoteAnswer(`content-type: ${header}`)],
  });
}

/** Without a meta tag, the header or a byte order mark has to say it. */
function judgeSentCharset(facts: Facts, sent: string | undefined): Outcome {
  if (sent !== undefined) return pass(`${quoteText(sent, 40)} in the header`);
  if (facts.page.source.startsWith('\uFEFF')) return pass('a byte order mark');
  return warn(facts.answer === undefined ? 'no meta charset; the header was not checked' : 'no charset');
}

/** Browsers read latin1 and ASCII labels as windows-1252. */
function normalizeCharset(charset: string): string {
  const label = charset.trim().toLowerCase().replaceAll('_', '-');
  if (label === 'utf8') return 'utf-8';
  return /^(?:iso-?8859-1|latin1|us-ascii|ascii|windows-1252|cp1252)$/.test(label) ? 'windows-1252' : label;
}
