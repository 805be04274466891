import { counted } from '../kernel/grammar.ts';
import { quoteText, fail, notApplicable, type Outcome, pass, quoteElements, quoteAnswer, warn } from './check.ts';
import { parseDate } from '../web/dates.ts';
import { type Directive, isForGoogle, isForOtherEngines } from '../web/directives.ts';
import { isLocalHost } from '../web/url.ts';
import type { Facts, StatedDirective } from './facts.ts';
import { defineRules } from './rule.ts';

/** Google reads the first 2 MB of a document (Googlebot documentation, February 2026). */
const BYTES_MAX = 2_097_152;

export const INDEXABILITY_RULES = defineRules({
  'index.status': judgeStatus,
  'index.noindex-meta': (facts) => judgeNoindex(facts, 'meta'),
  'index.noindex-header': (facts) => judgeNoindex(facts, 'header'),
  'index.robots-blocked': judgeRobotsTxt,
  'robots.unavailable': judgeRobotsAnswer,
  'robots.valid': judgeRobotsLines,
  'index.unavailable-after': judgeUnavailableAfter,
  'index.content-type': judgeContentType,
  'index.redirect': judgeRedirects,
  'index.https': judgeHttps,
  'index.meta-refresh': judgeRefresh,
  'index.nofollow': (facts) =>
    judgeDirective(facts, (directive) => directive.name === 'nofollow' || directive.name === 'none', 'nofollow'),
  'index.nosnippet': (facts) => judgeDirective(facts, isNosnippet, 'nosnippet'),
  'robots.separator': judgeSeparator,
  'index.noimageindex': (facts) =>
    judgeDirective(facts, (directive) => directive.name === 'noimageindex', 'noimageindex'),
  'index.soft-404': judgeSoft404,
  'html.size': judgeSize,
});

/** A page on the machine of its author is on its way to a host that has a certificate. */
function judgeHttps({ own_url: url, own_host: host }: Facts): Outcome {
  if (url?.startsWith('https:') === true) return pass('served over https');
  if (host !== undefined && isLocalHost(host)) return notApplicable('the page is on a host that only you can reach');
  return fail('served over http', { evidence: [quoteAnswer(url ?? '')] });
}

function judgeStatus(facts: Facts): Outcome {
  const status = facts.answer?.status ?? 0;
  const evidence = [quoteAnswer(`HTTP ${status} ${facts.own_url ?? ''}`)];
  if (status >= 200 && status < 300 && status !== 204 && status !== 205) return pass(`status ${status}`, evidence);
  return fail(`status ${status}`, { evidence });
}

function judgeNoindex(facts: Facts, source: StatedDirective['source']): Outcome {
  const found = facts.directives.filter(
    (each) => each.source === source && (each.name === 'noindex' || each.name === 'none'),
  );
  const google = found.filter(isForGoogle);
  const where = source === 'meta' ? 'meta tag' : 'X-Robots-Tag header';
  if (google.length > 0) {
    return fail(`${google[0]?.name ?? 'noindex'} in the ${where}`, { evidence: google.map((each) => each.evidence) });
  }
  if (found.length === 0) return pass(`no noindex in a ${where}`);
  const evidence = found.map((each) => each.evidence);
  const others = `noindex only for ${[...new Set(found.map((each) => each.agent))].join(', ').slice(0, 100)}`;
  return found.some(isForOtherEngines) ? warn(others, { evidence, severity: 'medium' }) : pass(others, evidence);
}

function judgeRobotsTxt(facts: Facts): Outcome {
  const robots = facts.answer?.robots ?? null;
  if (robots === null) return notApplicable('robots.txt was not requested');
  if (robots.allowed === null) return notApplicable('robots.txt could not be read; see robots.unavailable');
  const evidence = robots.matched_line === null ? [] : [quoteAnswer(`robots.txt: ${robots.matched_line}`)];
  if (robots.allowed)
    return pass(robots.matched_line === null ? 'no robots.txt rule applies to the URL' : 'allowed', evidence);
  return fail(`blocked by ${quoteText(robots.matched_line ?? 'robots.txt')}`, { evidence });
}

function judgeRobotsAnswer(facts: Facts): Outcome {
  const robots = facts.answer?.robots ?? null;
  if (robots === null) return notApplicable('robots.txt was not requested');
  const { status } = robots;
  // No response may be caused by our own network, so the page does not fail.
  if (status === null) return warn('robots.txt did not respond', { fix: 'Check that robots.txt is reachable.' });
  if (status >= 500 || status === 429)
    return fail(`robots.txt returns ${status}`, { evidence: [quoteAnswer(`HTTP ${status} /robots.txt`)] });
  return pass(`robots.txt returns ${status}`);
}

function judgeRobotsLines(facts: Facts): Outcome {
  const robots = facts.answer?.robots ?? null;
  if (robots === null) return notApplicable('robots.txt was not requested');
  if (robots.status === null || robots.status < 200 || robots.status > 299) return notApplicable('no robots.txt');
  const problems = robots.problems ?? [];
  const [first] = problems;
  if (first === undefined) return pass('no ignored lines');
  return warn(`${counted(problems.length, 'line')} with a problem: line ${first.line} ${first.why}`, {
    evidence: problems.map(({ line, text }) => quoteAnswer(`robots.txt line ${line}: ${text}`)),
  });
}

function judgeUnavailableAfter(facts: Facts): Outcome {
  const found = facts.directives.filter((each) => each.name === 'unavailable_after' && isForGoogle(each));
  if (found.length === 0) return notApplicable('no unavailable_after');
  const evidence = found.map((each) => each.evidence);
  const days = found.map((each) => parseDate(each.value)?.slice(0, 10));
  const passed = days.find((day) => day !== undefined && day < facts.today);
  if (passed !== undefined) return fail(`unavailable after ${passed}, which is in the past`, { evidence });
  if (days.includes(undefined)) return warn('a date that cannot be parsed', { evidence, severity: 'low' });
  return pass(`unavailable after ${days[0] ?? ''}`, evidence);
}

function judgeContentType(facts: Facts): Outcome {
  const type = facts.answer?.content_type ?? '';
  const evidence = [quoteAnswer(`content-type: ${facts.answer?.headers['content-type'] ?? type}`)];
  if (type === 'text/html' || type === 'application/xhtml+xml') return pass(type, evidence);
  if (type === '') return warn('no content-type header', { severity: 'medium' });
  return fail(`content-type ${quoteText(type)}`, { evidence });
}

function judgeRedirects(facts: Facts): Outcome {
  const hops = facts.answer?.redirects ?? [];
  const evidence = hops.map((hop) => quoteAnswer(`${hop.status} ${hop.url} → ${hop.location}`));
  if (hops.length === 0) return pass('no redirect');
  if (hops.length > 1) return warn(`a chain of ${counted(hops.length, 'redirect')}`, { evidence });
  const status = hops[0]?.status ?? 0;
  if (status === 301 || status === 308) return pass('one permanent redirect', evidence);
  return warn(`a temporary redirect (${status})`, { evidence, severity: 'low' });
}

function judgeRefresh(facts: Facts): Outcome {
  const found = facts.page.head.metas.filter((meta) => meta.http_equiv === 'refresh' && meta.content !== '');
  if (found.length === 0) return pass('no meta refresh');
  const evidence = quoteElements(facts.page, found);
  if (found.some((meta) => /[;,]\s*\S/.test(meta.content))) return fail('a meta refresh to another URL', { evidence });
  return warn('a meta refresh that reloads the page', { evidence, severity: 'low', fix: 'Remove the meta refresh.' });
}

function judgeDirective(facts: Facts, asks: (directive: Directive) => boolean, name: string): Outcome {
  const found = facts.directives.filter((each) => isForGoogle(each) && asks(each));
  if (found.length === 0)
    return pass(facts.answer === undefined ? `no ${name} on the page; headers were not checked` : `no ${name}`);
  return warn(`${name} for the whole page`, { evidence: found.map((each) => each.evidence) });
}

function judgeSeparator(facts: Facts): Outcome {
  if (facts.directives.length === 0) return notApplicable('no robots directives');
  const found = facts.directives.filter((each) => each.misseparated);
  const [first] = found;
  if (first === undefined) return pass('commas between directives');
  return warn(`${quoteText(first.name)} is separated from the directive before it without a comma`, {
    evidence: [...new Set(found.map((each) => each.evidence))],
  });
}

function isNosnippet(directive: Directive): boolean {
  return directive.name === 'nosnippet' || (directive.name === 'max-snippet' && directive.value === '0');
}

const ERROR_TITLE =
  /^(?:error )?404\b|^(?:page |file |the page (?:was )?)?not found\b|^page (?:does not exist|missing|introuvable|no encontrada)|^seite (?:wurde )?nicht gefunden|^página no encontrada|^pagina non trovata|^ページが見つかりません/i;

function judgeSoft404(facts: Facts): Outcome {
  const status = facts.answer?.status ?? 0;
  if (status < 200 || status > 299 || facts.title === undefined)
    return notApplicable('not a page with a title and status 200');
  if (!ERROR_TITLE.test(facts.title)) return pass('the title does not look like an error');
  const titles = facts.page.head.titles.filter((title) => title.in_head);
  return warn(`status ${status}, but the title is ${quoteText(facts.title)}`, {
    evidence: quoteElements(facts.page, titles),
  });
}

function judgeSize(facts: Facts): Outcome {
  const bytes = Math.max(facts.answer?.bytes ?? 0, Buffer.byteLength(facts.page.source));
  const kilobytes = Math.ceil(bytes / 1024).toLocaleString('en-US');
  return bytes > BYTES_MAX ? fail(`${kilobytes} kB`) : pass(`${kilobytes} kB`);
}
