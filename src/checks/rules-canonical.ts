import { counted } from '../kernel/grammar.ts';
import { isHttp, isSameAddress, isSameSite, readHost } from '../web/url.ts';
import { quoteText, fail, notApplicable, type Outcome, pass, quoteElements, quoteAnswer, warn } from './check.ts';
import { isForGoogle } from '../web/directives.ts';
import { type Canonical, type Facts, isCanonical } from './facts.ts';
import { defineRules } from './rule.ts';
import { explainScheme } from './rules-links.ts';

export const CANONICAL_RULES = defineRules({
  'canonical.expected': judgeExpected,
  'canonical.missing': judgeMissing,
  'canonical.multiple': judgeMultiple,
  'canonical.invalid': judgeInvalid,
  'canonical.relative': (facts) => {
    const relative = facts.canonicals.filter(
      (each) => each.written !== '' && !/^[a-z][a-z\d+.-]*:/i.test(each.written),
    );
    if (facts.canonicals.length === 0) return notApplicable('no canonical');
    if (relative.length === 0) return pass('absolute');
    return warn(`${quoteText(relative[0]?.written ?? '')} is relative`, {
      evidence: relative.map((each) => each.evidence),
    });
  },
  'canonical.root': judgeRoot,
  'canonical.other': judgeOther,
  'canonical.scheme': judgeScheme,
  'canonical.header-mismatch': judgeHeader,
  'canonical.outside-head': judgeOutside,
  'canonical.noindex': judgeNoindex,
  'canonical.target': judgeTarget,
});

const NONE = notApplicable('no canonical');

function judgeExpected(facts: Facts): Outcome {
  const expected = facts.expected_canonical;
  if (expected === undefined) return notApplicable('no expected_canonical was sent');
  const fix = `Set rel=canonical to ${expected.slice(0, 300)}.`;
  if (facts.canonicals.length === 0) return fail(`no canonical; expected ${quoteText(expected)}`, { fix });
  const evidence = facts.canonicals.map((each) => each.evidence);
  const other = facts.canonicals.find((each) => each.url === undefined || !isSameAddress(each.url, expected));
  if (other === undefined) return pass('the expected URL', evidence);
  return fail(`${quoteText(other.url ?? other.written)}; expected ${quoteText(expected)}`, { evidence, fix });
}

function judgeMissing(facts: Facts): Outcome {
  if (facts.canonicals.length > 0)
    return pass(
      quoteText(facts.canonicals[0]?.written ?? ''),
      facts.canonicals.map((each) => each.evidence),
    );
  const disabled = facts.page.head.links.filter(
    (link) => link.rel.includes('canonical') && link.href !== '' && !isCanonical(link),
  );
  const note =
    disabled.length > 0 ? 'only one with hreflang, media or type, which does not count as a canonical' : 'no canonical';
  return warn(facts.answer === undefined ? `${note} in the document; headers were not checked` : note, {
    evidence: quoteElements(facts.page, disabled),
  });
}

function judgeMultiple(facts: Facts): Outcome {
  const { canonicals } = facts;
  if (canonicals.length === 0) return NONE;
  const evidence = canonicals.map((each) => each.evidence);
  // canonical.header-mismatch compares the HTML with the header.
  const distinct = Math.max(countDistinct(facts, 'html'), countDistinct(facts, 'header'));
  if (distinct > 1) return fail(`${distinct} different canonical URLs`, { evidence });
  if (canonicals.length === 1) return pass('one canonical');
  const same = countDistinct(facts, undefined) === 1;
  return pass(
    same ? `${counted(canonicals.length, 'canonical')} with the same URL` : 'one in the HTML and one in the header',
    evidence,
  );
}

function countDistinct(facts: Facts, source: Canonical['source'] | undefined): number {
  const found = facts.canonicals.filter((each) => source === undefined || each.source === source);
  return new Set(found.map((each) => each.url ?? each.written)).size;
}

function judgeInvalid(facts: Facts): Outcome {
  const empty = facts.page.head.links.filter((link) => link.rel.includes('canonical') && link.href === '');
  if (empty.length > 0) {
    return warn('a canonical without a URL, which has no effect', {
      evidence: quoteElements(facts.page, empty),
      severity: 'low',
    });
  }
  if (facts.canonicals.length === 0) return NONE;
  const problem = facts.canonicals
    .map((each) => ({ each, why: findProblem(each) }))
    .find(({ why }) => why !== undefined);
  if (problem !== undefined)
    return fail(`${quoteText(problem.each.written)} ${problem.why ?? ''}`, { evidence: [problem.each.evidence] });
  const fragment = facts.canonicals.find((each) => each.written.includes('#'));
  if (fragment === undefined) return pass('a valid URL');
  return warn(`${quoteText(fragment.written)} has a fragment, which search engines ignore`, {
    evidence: [fragment.evidence],
    severity: 'low',
    fix: 'Remove "#…" from the URL.',
  });
}

function findProblem(canonical: Canonical): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(canonical.written) && !isHttp(canonical.written)) return 'is not http(s)';
  if (canonical.url === undefined) return isHttp(canonical.written) ? 'is not a URL' : undefined;
  return isHttp(canonical.url) ? undefined : 'is not http(s)';
}

function judgeRoot(facts: Facts): Outcome {
  const own = URL.parse(facts.own_url ?? '');
  const canonical = facts.canonicals.find((each) => each.url !== undefined);
  const target = URL.parse(canonical?.url ?? '');
  if (own === null || target === null || canonical === undefined) return NONE;
  const root = target.pathname === '/' && target.search === '' && isSameSite(target.hostname, own.hostname);
  if (!root) return pass('not the home page');
  if (HOME.test(own.pathname)) return pass(AT_HOME);
  return fail(`the canonical is the home page ${quoteText(target.href)}`, {
    evidence: [canonical.evidence, quoteAnswer(facts.own_url ?? '')],
  });
}

const AT_HOME = 'this is the home page';

/** The home page, also under the name of its file. */
const HOME = /^\/(?:(?:index|default|home)\.[a-z]{2,5})?$/i;

function judgeOther(facts: Facts): Outcome {
  const canonical = facts.canonicals.find((each) => each.url !== undefined && isHttp(each.url));
  if (canonical?.url === undefined || facts.own_url === undefined) return NONE;
  if (isSameAddress(canonical.url, facts.own_url)) return pass('the page itself', [canonical.evidence]);
  const root = judgeRoot(facts);
  if (root.status === 'fail') return notApplicable('judged by canonical.root');
  if (facts.expected_canonical !== undefined && isSameAddress(canonical.url, facts.expected_canonical)) {
    return pass('another URL, as expected', [canonical.evidence]);
  }
  if (root.found === AT_HOME) return pass(AT_HOME, [canonical.evidence]);
  return warn(`${quoteText(canonical.url)} instead of ${quoteText(facts.own_url)}`, { evidence: [canonical.evidence] });
}

function judgeScheme(facts: Facts): Outcome {
  const secure = [facts.own_url, facts.expected_canonical].find((url) => url?.startsWith('https:'));
  if (facts.canonicals.length === 0) return NONE;
  if (secure === undefined) return notApplicable(explainScheme(facts));
  const plain = facts.canonicals.find(
    (each) => /^http:/i.test(each.written) && isSameSite(readHost(each.url) ?? '', readHost(secure) ?? ''),
  );
  return plain === undefined
    ? pass('https or relative')
    : warn(`${quoteText(plain.written)} is http`, { evidence: [plain.evidence] });
}

function judgeHeader(facts: Facts): Outcome {
  const header = facts.canonicals.find((each) => each.source === 'header');
  const html = facts.canonicals.find((each) => each.source === 'html');
  if (header === undefined || html === undefined) return notApplicable('not in both the HTML and the Link header');
  const evidence = [html.evidence, header.evidence];
  if (header.url !== undefined && header.url === html.url) return pass('the same in both', evidence);
  const found = `${quoteText(html.written)} in HTML, ${quoteText(header.written)} in the header`;
  const close = header.url !== undefined && html.url !== undefined && isSameAddress(header.url, html.url);
  return close ? warn(found, { evidence, severity: 'medium' }) : fail(found, { evidence });
}

function judgeOutside(facts: Facts): Outcome {
  const outside = facts.page.head.links.filter((link) => link.rel.includes('canonical') && !link.in_head);
  if (outside.length === 0) return facts.canonicals.length === 0 ? NONE : pass('in the head');
  const effective = facts.canonicals.map((each) => each.url);
  if (effective.length > 0 && outside.every((link) => link.url !== undefined && effective.includes(link.url))) {
    return pass(
      'in the head or header, and again in the body, where it does not count',
      quoteElements(facts.page, outside),
    );
  }
  const { broken_by: broken } = facts.page.head;
  const evidence = quoteElements(facts.page, broken === undefined ? outside : [...outside, broken]);
  return fail(
    broken === undefined
      ? 'rel=canonical in the body'
      : `rel=canonical after ${nameElement(broken.name)}, which ends the head`,
    { evidence },
  );
}

function nameElement(element: string): string {
  return element === 'text' ? 'text' : `<${element.slice(0, 40)}>`;
}

function judgeNoindex(facts: Facts): Outcome {
  const noindex = facts.directives.find(
    (each) => isForGoogle(each) && (each.name === 'noindex' || each.name === 'none'),
  );
  const canonical = facts.canonicals.find((each) => each.url !== undefined);
  if (noindex === undefined || canonical?.url === undefined) return notApplicable('not both noindex and a canonical');
  if (facts.own_url !== undefined && isSameAddress(canonical.url, facts.own_url))
    return pass('the canonical is the page itself');
  return warn('noindex and a canonical to another page', { evidence: [noindex.evidence, canonical.evidence] });
}

function judgeTarget(facts: Facts): Outcome {
  const target = facts.answer?.canonical_target ?? null;
  if (target === null) return notApplicable('the canonical URL was not requested');
  const evidence = [quoteAnswer(`HTTP ${target.status} ${target.url}`)];
  if (target.status !== 200) return fail(`the canonical URL returns ${target.status}`, { evidence });
  if (target.redirected) return fail('the canonical URL redirects', { evidence, severity: 'medium' });
  return pass('the canonical URL returns 200', evidence);
}
