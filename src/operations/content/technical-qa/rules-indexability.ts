import { counted } from '../../../kernel/grammar.ts';
import { cited, fail, notApplicable, type Outcome, pass, quoted, stated, warn } from './check.ts';
import { parseDate } from '../../../web/dates.ts';
import { type Directive, isForGoogle, isForOtherEngines } from '../../../web/directives.ts';
import type { Facts, StatedDirective } from './facts.ts';
import type { Rule } from './rule.ts';

const ROBOTS_META = 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag';
const STATUS_CODES = 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors';
const ROBOTS_TXT = 'https://www.rfc-editor.org/rfc/rfc9309';

/** Google reads the first 2 MB of a document (Googlebot documentation, February 2026). */
const BYTES_MAX = 2_097_152;

export const INDEXABILITY_RULES: readonly Rule[] = [
  {
    id: 'index.status',
    severity: 'critical',
    expected: 'HTTP status 200',
    fix: 'Make the URL return 200, or publish the page under the URL that does.',
    docs: STATUS_CODES,
    needs: 'answer',
    judge: judgeStatus,
  },
  {
    id: 'index.noindex-meta',
    severity: 'critical',
    expected: 'no noindex in a robots or googlebot meta tag',
    fix: 'Remove noindex (or none) from the robots meta tag.',
    docs: ROBOTS_META,
    needs: 'head',
    judge: (facts) => judgeNoindex(facts, 'meta'),
  },
  {
    id: 'index.noindex-header',
    severity: 'critical',
    expected: 'no noindex in the X-Robots-Tag header',
    fix: 'Remove noindex (or none) from the X-Robots-Tag header that the server sends for this page.',
    docs: ROBOTS_META,
    needs: 'answer',
    judge: (facts) => judgeNoindex(facts, 'header'),
  },
  {
    id: 'index.robots-blocked',
    severity: 'critical',
    expected: 'robots.txt allows crawlers to fetch the URL',
    fix: 'Remove or narrow the robots.txt rule so that the page can be crawled.',
    docs: ROBOTS_TXT,
    needs: 'answer',
    judge: judgeRobotsTxt,
  },
  {
    id: 'robots.unavailable',
    severity: 'high',
    expected: 'robots.txt returns 200, or 404 if there is none',
    fix: 'Make robots.txt available: while it returns 5xx, crawlers treat the whole site as disallowed.',
    docs: ROBOTS_TXT,
    needs: 'answer',
    judge: judgeRobotsAnswer,
  },
  {
    id: 'robots.valid',
    severity: 'low',
    expected: 'robots.txt without lines that crawlers ignore',
    fix: 'Fix or remove the line: crawlers ignore what they do not understand.',
    docs: ROBOTS_TXT,
    needs: 'answer',
    judge: judgeRobotsLines,
  },
  {
    id: 'index.unavailable-after',
    severity: 'high',
    expected: 'no unavailable_after date in the past',
    fix: 'Remove unavailable_after, or set a date in the future.',
    docs: ROBOTS_META,
    needs: 'directives',
    judge: judgeUnavailableAfter,
  },
  {
    id: 'index.content-type',
    severity: 'high',
    expected: 'content-type text/html or application/xhtml+xml',
    fix: 'Send the page with content-type: text/html; charset=utf-8.',
    docs: 'https://www.rfc-editor.org/rfc/rfc9110#name-content-type',
    needs: 'answer',
    judge: judgeContentType,
  },
  {
    id: 'index.redirect',
    severity: 'medium',
    expected: 'no redirect, or a single permanent one',
    fix: 'Link to and submit the final URL, and redirect every old URL to it in one permanent (301 or 308) step.',
    docs: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    needs: 'answer',
    judge: judgeRedirects,
  },
  {
    id: 'index.https',
    severity: 'medium',
    expected: 'a page served over https',
    fix: 'Serve the page over https and redirect http to it.',
    docs: 'https://web.dev/articles/why-https-matters',
    needs: 'address',
    judge: (facts) =>
      facts.own_url?.startsWith('https:') === true
        ? pass('served over https')
        : fail('served over http', { evidence: [stated(facts.own_url ?? '')] }),
  },
  {
    id: 'index.meta-refresh',
    severity: 'medium',
    expected: 'no meta refresh',
    fix: 'Replace the meta refresh with a server redirect, or remove it.',
    docs: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects#metarefresh',
    needs: 'head',
    judge: judgeRefresh,
  },
  {
    id: 'index.nofollow',
    severity: 'medium',
    expected: 'crawlers may follow the links on the page',
    fix: 'Remove the page-level nofollow and mark individual links with rel instead.',
    docs: ROBOTS_META,
    needs: 'directives',
    judge: (facts) =>
      judgeDirective(facts, (directive) => directive.name === 'nofollow' || directive.name === 'none', 'nofollow'),
  },
  {
    id: 'index.nosnippet',
    severity: 'low',
    expected: 'search engines may show a snippet',
    fix: 'Remove nosnippet or max-snippet:0, unless results must not show any text from the page.',
    docs: ROBOTS_META,
    needs: 'directives',
    judge: (facts) => judgeDirective(facts, isNosnippet, 'nosnippet'),
  },
  {
    id: 'robots.separator',
    severity: 'low',
    expected: 'commas between robots directives',
    fix: 'Separate the directives with commas, for example “noindex, nofollow”: not every crawler accepts anything else.',
    docs: ROBOTS_META,
    needs: 'directives',
    judge: judgeSeparator,
  },
  {
    id: 'index.noimageindex',
    severity: 'low',
    expected: 'images on the page may be indexed',
    fix: 'Remove noimageindex, unless the images must stay out of search.',
    docs: ROBOTS_META,
    needs: 'directives',
    judge: (facts) => judgeDirective(facts, (directive) => directive.name === 'noimageindex', 'noimageindex'),
  },
  {
    id: 'index.soft-404',
    severity: 'high',
    expected: 'no error page with status 200',
    fix: 'Return 404 or 410 for missing pages, or give this page its content.',
    docs: `${STATUS_CODES}#soft-404-errors`,
    needs: 'answer',
    judge: judgeSoft404,
  },
  {
    id: 'html.size',
    severity: 'high',
    expected: 'at most 2 MB of HTML',
    fix: 'Move embedded data, styles and images out of the HTML: Google does not read beyond 2 MB.',
    docs: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
    needs: 'head',
    judge: judgeSize,
  },
];

function judgeStatus(facts: Facts): Outcome {
  const status = facts.answer?.status ?? 0;
  const evidence = [stated(`HTTP ${status} ${facts.own_url ?? ''}`)];
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
  const evidence = robots.matched_line === null ? [] : [stated(`robots.txt: ${robots.matched_line}`)];
  if (robots.allowed)
    return pass(robots.matched_line === null ? 'no robots.txt rule applies to the URL' : 'allowed', evidence);
  return fail(`blocked by ${cited(robots.matched_line ?? 'robots.txt')}`, { evidence });
}

function judgeRobotsAnswer(facts: Facts): Outcome {
  const robots = facts.answer?.robots ?? null;
  if (robots === null) return notApplicable('robots.txt was not requested');
  const { status } = robots;
  // No response may be caused by our own network, so the page does not fail.
  if (status === null) return warn('robots.txt did not respond', { fix: 'Check that robots.txt is reachable.' });
  if (status >= 500 || status === 429)
    return fail(`robots.txt returns ${status}`, { evidence: [stated(`HTTP ${status} /robots.txt`)] });
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
    evidence: problems.map(({ line, text }) => stated(`robots.txt line ${line}: ${text}`)),
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
  const evidence = [stated(`content-type: ${facts.answer?.headers['content-type'] ?? type}`)];
  if (type === 'text/html' || type === 'application/xhtml+xml') return pass(type, evidence);
  if (type === '') return warn('no content-type header', { severity: 'medium' });
  return fail(`content-type ${cited(type)}`, { evidence });
}

function judgeRedirects(facts: Facts): Outcome {
  const hops = facts.answer?.redirects ?? [];
  const evidence = hops.map((hop) => stated(`${hop.status} ${hop.url} → ${hop.location}`));
  if (hops.length === 0) return pass('no redirect');
  if (hops.length > 1) return warn(`a chain of ${counted(hops.length, 'redirect')}`, { evidence });
  const status = hops[0]?.status ?? 0;
  if (status === 301 || status === 308) return pass('one permanent redirect', evidence);
  return warn(`a temporary redirect (${status})`, { evidence, severity: 'low' });
}

function judgeRefresh(facts: Facts): Outcome {
  const found = facts.page.head.metas.filter((meta) => meta.http_equiv === 'refresh' && meta.content !== '');
  if (found.length === 0) return pass('no meta refresh');
  const evidence = quoted(facts.page, found);
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
  return warn(`${cited(first.name)} is separated from the directive before it without a comma`, {
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
  return warn(`status ${status}, but the title is ${cited(facts.title)}`, { evidence: quoted(facts.page, titles) });
}

function judgeSize(facts: Facts): Outcome {
  const bytes = Math.max(facts.answer?.bytes ?? 0, Buffer.byteLength(facts.page.source));
  const kilobytes = Math.ceil(bytes / 1024).toLocaleString('en-US');
  return bytes > BYTES_MAX ? fail(`${kilobytes} kB`) : pass(`${kilobytes} kB`);
}
