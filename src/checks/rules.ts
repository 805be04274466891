import { type Check, type Group, GROUPS, notApplicable, type Outcome } from './check.ts';
import type { Facts } from './facts.ts';
import type { Need, Rule } from './rule.ts';
import { CANONICAL_RULES } from './rules-canonical.ts';
import { HEADING_RULES } from './rules-headings.ts';
import { INDEXABILITY_RULES } from './rules-indexability.ts';
import { INTERNATIONAL_RULES } from './rules-international.ts';
import { LINK_RULES } from './rules-links.ts';
import { METADATA_RULES } from './rules-metadata.ts';
import { IMAGE_RULES, MOBILE_RULES, SOCIAL_RULES } from './rules-presentation.ts';
import { STRUCTURED_DATA_RULES } from './rules-structured-data.ts';

/** The whole table; each rule is in one group. */
export const RULES: Readonly<Record<Group, readonly Rule[]>> = {
  indexability: INDEXABILITY_RULES,
  metadata: METADATA_RULES,
  canonical: CANONICAL_RULES,
  headings: HEADING_RULES,
  structured_data: STRUCTURED_DATA_RULES,
  links: LINK_RULES,
  images: IMAGE_RULES,
  mobile: MOBILE_RULES,
  international: INTERNATIONAL_RULES,
  social: SOCIAL_RULES,
};

/** Judges a page by every rule of the table, in its order. */
export function judgeRules(facts: Facts): Check[] {
  return GROUPS.flatMap((group) => RULES[group].map((rule) => makeCheck(rule, group, facts)));
}

function makeCheck(rule: Rule, group: Group, facts: Facts): Check {
  const reason = explainError(rule, facts) ?? UNMET[rule.needs](facts);
  const outcome = reason === undefined ? judgeRule(rule, facts) : notApplicable(reason);
  const wrong = outcome.status === 'fail' || outcome.status === 'warn';
  return {
    id: rule.id,
    group,
    status: outcome.status,
    severity: outcome.severity ?? rule.severity,
    share: outcome.share === undefined ? null : Math.round(outcome.share * 1000) / 1000,
    found: outcome.found,
    expected: rule.expected,
    evidence: [...outcome.evidence],
    fix: wrong ? (outcome.fix ?? rule.fix) : '',
    docs: rule.docs,
  };
}

function judgeRule(rule: Rule, facts: Facts): Outcome {
  const outcome = rule.judge(facts);
  return rule.needs === 'written' && facts.script_shell && outcome.status === 'pass' ? notApplicable(SCRIPTS) : outcome;
}

const NO_DOCUMENT = 'the response had no HTML to read';
const SCRIPTS = 'scripts, which were not run, fill the page';
const NO_ANSWER = 'only text was supplied: the HTTP response and robots.txt were not checked';

/** What an error shows instead of a page is nobody's copy: only the answer itself is to be mended. */
function explainError({ needs }: Rule, { answer }: Facts): string | undefined {
  if (needs === 'answer' || answer === undefined || answer.status < 400) return undefined;
  return `the URL returns ${answer.status}, so there is no page to check`;
}

/** Why a rule cannot be judged, by what it needs; undefined when it can. */
const UNMET: Readonly<Record<Need, (facts: Facts) => string | undefined>> = {
  head: (facts) => {
    if (!facts.has_document) return NO_DOCUMENT;
    return facts.page.format === 'markdown' ? 'Markdown has no head' : undefined;
  },
  directives: (facts) => (facts.answer === undefined ? UNMET.head(facts) : undefined),
  content: (facts) => (facts.has_document ? undefined : NO_DOCUMENT),
  rendered: (facts) => {
    if (!facts.has_document) return NO_DOCUMENT;
    return facts.script_shell ? SCRIPTS : undefined;
  },
  written: (facts) => (facts.has_document ? undefined : NO_DOCUMENT),
  answer: (facts) => (facts.answer === undefined ? NO_ANSWER : undefined),
  address: (facts) =>
    facts.own_url === undefined ? 'only text was supplied: the URL of the page is unknown' : undefined,
};
