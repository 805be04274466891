import type { Link } from '../../../web/page/page.ts';
import { readHost, isLocalHost, isSameAddress } from '../../../web/url.ts';
import { cited, fail, many, notApplicable, type Outcome, pass, quoted, stated, warn } from './check.ts';
import type { Facts } from './facts.ts';
import { judgeCrawlable } from './link-targets.ts';
import { judgeEmptyLinks, judgeLinkTexts } from './link-texts.ts';
import type { Rule } from './rule.ts';

const CRAWLABLE = 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable';
const QUALIFY = 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links';
const MIXED = 'https://web.dev/articles/fixing-mixed-content';

export const LINK_RULES: readonly Rule[] = [
  {
    id: 'link.localhost',
    severity: 'high',
    expected: 'no links to hosts that only the author can reach',
    fix: 'Replace the host by the public one.',
    docs: CRAWLABLE,
    needs: 'written',
    judge: judgeLocal,
  },
  {
    id: 'link.none-internal',
    severity: 'high',
    expected: 'links to other pages of the site',
    fix: 'Link to the pages of the site that belong to the subject, so that visitors and crawlers get on.',
    docs: CRAWLABLE,
    needs: 'rendered',
    judge: judgeInternal,
  },
  {
    id: 'link.uncrawlable',
    severity: 'medium',
    expected: 'links with an address in href that can be resolved',
    fix: 'Use <a href="…"> with an address for links, and <button> for what only runs a script.',
    docs: CRAWLABLE,
    needs: 'written',
    judge: judgeCrawlable,
  },
  {
    id: 'sec.mixed',
    severity: 'medium',
    expected: 'everything that the page loads comes over https',
    fix: 'Load it over https: browsers block or upgrade what comes over http.',
    docs: MIXED,
    needs: 'head',
    judge: judgeMixed,
  },
  {
    id: 'sec.form-http',
    severity: 'medium',
    expected: 'forms send over https',
    fix: 'Send the form to an https address.',
    docs: MIXED,
    needs: 'head',
    judge: (facts) => {
      if (!isSecure(facts)) return notApplicable('the page is not known to be served over https');
      const plain = facts.page.forms.filter((form) => /^http:/i.test(form.url ?? ''));
      if (plain.length === 0) return pass(many(facts.page.forms.length, 'form'));
      return fail(`${many(plain.length, 'form')} over http`, { evidence: quoted(facts.page, plain) });
    },
  },
  {
    id: 'link.empty-text',
    severity: 'low',
    expected: 'every link has a text, an alt text or a label',
    fix: 'Give the link a text, its image an alt text, or the link an aria-label.',
    docs: `${CRAWLABLE}#anchor-text`,
    needs: 'written',
    judge: judgeEmptyLinks,
  },
  {
    id: 'link.text',
    severity: 'low',
    expected: 'link texts that say what they lead to',
    fix: 'Name the target in the link text.',
    docs: `${CRAWLABLE}#anchor-text`,
    needs: 'written',
    judge: judgeLinkTexts,
  },
  {
    id: 'link.nofollow-internal',
    severity: 'low',
    expected: 'no rel=nofollow on links within the site',
    fix: 'Remove nofollow from links to pages of the own site.',
    docs: QUALIFY,
    needs: 'written',
    judge: (facts) => {
      const internal = facts.links.internal;
      if (internal.length === 0) return notApplicable('no internal links are known');
      const found = internal.filter(isMutedPage);
      if (found.length === 0) return pass('none');
      return warn(many(found.length, 'internal link with nofollow', 'internal links with nofollow'), {
        evidence: quoted(facts.page, found),
      });
    },
  },
  {
    id: 'link.http',
    severity: 'low',
    expected: 'links within the site use https',
    fix: 'Write the links with https or without a host, so that they need no redirect.',
    docs: 'https://web.dev/articles/why-https-matters',
    needs: 'written',
    judge: (facts) => {
      if (!isSecure(facts)) return notApplicable('the page is not known to be served over https');
      const found = facts.links.internal.filter((link) => /^http:/i.test(link.href ?? ''));
      if (found.length === 0) return pass('none over http');
      return warn(`${many(found.length, 'internal link')} over http`, { evidence: quoted(facts.page, found) });
    },
  },
  {
    id: 'link.pagination',
    severity: 'low',
    expected: 'the pages that rel=next and rel=prev name are linked with <a>',
    fix: 'Link the next and previous page with <a href>: link elements alone are not followed.',
    docs: 'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
    needs: 'rendered',
    judge: judgePagination,
  },
  {
    id: 'link.duplicate-id',
    severity: 'low',
    expected: 'every id that a link jumps to stands once',
    fix: 'Give each element an id of its own: links jump to the first.',
    docs: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
    needs: 'rendered',
    judge: judgeIds,
  },
  {
    id: 'url.form',
    severity: 'low',
    expected: 'a short readable address',
    fix: 'Use lower-case words with hyphens, one slash at a time and few parameters.',
    docs: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    needs: 'address',
    judge: judgeAddress,
  },
];

/** Links with parameters (sort, reply, share) are often kept from crawlers on purpose. */
function isMutedPage(link: Link): boolean {
  return (
    link.rel.includes('nofollow') &&
    link.region === 'content' &&
    !link.hidden &&
    !/[?#]|\/cdn-cgi\//.test(link.href ?? '')
  );
}

function isSecure(facts: Facts): boolean {
  return facts.own_url?.startsWith('https:') === true;
}

function judgeLocal(facts: Facts): Outcome {
  if (facts.own_host !== undefined && isLocalHost(facts.own_host))
    return notApplicable('the page itself stands on such a host');
  const found = facts.links.pages.filter(isForgottenLocal);
  const [first] = found;
  if (first === undefined) return pass('none');
  const evidence = quoted(facts.page, found);
  const told = `${many(found.length, 'link')} such as ${cited(first.href ?? '')}`;
  // Documentation tells its readers to open what they have started on their own machine.
  const technical =
    facts.page_type.type === 'docs' || facts.page_type.type === 'guide' || facts.page_type.type === 'software';
  return technical ? warn(told, { evidence, severity: 'low' }) : fail(told, { evidence });
}

/** A link whose text is the address tells readers to open it on their own machine. */
function isForgottenLocal(link: Link): boolean {
  const host = readHost(link.url);
  return /^https?:\/\//i.test(link.href ?? '') && host !== undefined && isLocalHost(host) && !link.text.includes(host);
}

function judgeInternal(facts: Facts): Outcome {
  const internal = facts.links.internal.filter(
    (link) => !link.hidden && !isSameAddress(link.url ?? '', facts.own_url ?? ''),
  );
  if (internal.length > 0) return pass(many(internal.length, 'internal link'));
  if (facts.page.format === 'markdown' || (facts.own_host === undefined && !facts.page.head.explicit)) {
    const told = 'no internal links in the draft';
    return facts.own_host === undefined && facts.page.links.length > 0
      ? notApplicable('the site of the page is not known, so internal links cannot be told from others')
      : warn(told, { severity: 'low' });
  }
  if (facts.own_host === undefined && facts.page.links.length > 0) {
    return notApplicable('the site of the page is not known, so internal links cannot be told from others');
  }
  return fail('no links to other pages of the site');
}

function judgeMixed(facts: Facts): Outcome {
  if (!isSecure(facts)) return notApplicable('the page is not known to be served over https');
  const plain = facts.page.resources.filter((resource) => /^http:/i.test(resource.url));
  const [first] = plain;
  if (first === undefined) return pass('nothing over http');
  const active = plain.some((resource) => resource.kind !== 'image' && resource.kind !== 'media');
  const told = `${many(plain.length, 'resource')} over http, such as ${cited(first.url)}`;
  const evidence = quoted(facts.page, plain);
  return active ? fail(told, { evidence }) : warn(told, { evidence, severity: 'low' });
}

function judgePagination(facts: Facts): Outcome {
  const named = facts.page.head.links.filter(
    (link) => (link.rel.includes('next') || link.rel.includes('prev')) && link.url !== undefined,
  );
  if (named.length === 0) return notApplicable('no rel=next or rel=prev');
  const linked = new Set(facts.page.links.map((link) => link.url));
  const missing = named.filter((link) => !linked.has(link.url));
  return missing.length === 0
    ? pass('linked')
    : warn(`${many(missing.length, 'page')} only in link elements`, { evidence: quoted(facts.page, missing) });
}

function judgeIds(facts: Facts): Outcome {
  const jumped = new Set(
    facts.page.links.flatMap((link) =>
      link.href?.startsWith('#') === true && link.href.length > 1 ? [decoded(link.href.slice(1))] : [],
    ),
  );
  if (jumped.size === 0) return notApplicable('no links within the page');
  const found = facts.page.duplicate_ids.filter(({ id }) => jumped.has(id));
  if (found.length === 0) return pass('every target stands once');
  return warn(`${many(found.length, 'target')} more than once, such as ${cited(found[0]?.id ?? '', 60)}`, {
    evidence: quoted(facts.page, found),
  });
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** More parameters than these make many addresses of one page. */
const PARAMETERS_MAX = 4;

function judgeAddress(facts: Facts): Outcome {
  const parsed = URL.parse(facts.own_url ?? '');
  if (parsed === null) return notApplicable('the address of the page is not known');
  const problems: string[] = [];
  if (parsed.pathname.includes('//')) problems.push('two slashes in a row');
  if (/%20|\+|%09/.test(parsed.pathname)) problems.push('spaces');
  if ([...parsed.searchParams.keys()].length > PARAMETERS_MAX) problems.push(`more than ${PARAMETERS_MAX} parameters`);
  if (/[?&;](?:phpsessid|jsessionid|sid|sessionid)=/i.test(parsed.href)) problems.push('a session id');
  if (problems.length === 0) return pass('readable');
  return warn(`the address has ${problems.join(' and ')}`, { evidence: [stated(parsed.href)] });
}
