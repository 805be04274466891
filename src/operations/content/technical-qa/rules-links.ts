import { agree, counted } from '../../../kernel/grammar.ts';
import { isGenericText } from '../../../text/generic-anchors.ts';
import type { Link } from '../../../web/page/page.ts';
import { readHost, isLocalHost, isSameAddress } from '../../../web/url.ts';
import { cited, fail, notApplicable, type Outcome, pass, quoted, quotedWhole, stated, warn } from './check.ts';
import type { Facts } from './facts.ts';
import type { Rule } from './rule.ts';

const CRAWLABLE = 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable';
const QUALIFY = 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links';
const MIXED = 'https://web.dev/articles/fixing-mixed-content';

export const LINK_RULES: readonly Rule[] = [
  {
    id: 'link.localhost',
    severity: 'high',
    expected: 'no links to hosts that only you can reach',
    fix: 'Replace the host with the public one.',
    docs: CRAWLABLE,
    needs: 'written',
    judge: judgeLocal,
  },
  {
    id: 'link.none-internal',
    severity: 'high',
    expected: 'links to other pages of the site',
    fix: 'Link to related pages of the site, so that visitors and crawlers can move on.',
    docs: CRAWLABLE,
    needs: 'rendered',
    judge: judgeInternal,
  },
  {
    id: 'link.uncrawlable',
    severity: 'medium',
    expected: 'links with a resolvable URL in href',
    fix: 'Use <a href="…"> with a URL for links, and <button> for what only runs a script.',
    docs: CRAWLABLE,
    needs: 'written',
    judge: judgeCrawlable,
  },
  {
    id: 'sec.mixed',
    severity: 'medium',
    expected: 'all resources loaded over https',
    fix: 'Load it over https: browsers block or upgrade http resources.',
    docs: MIXED,
    needs: 'head',
    judge: judgeMixed,
  },
  {
    id: 'sec.form-http',
    severity: 'medium',
    expected: 'forms that submit over https',
    fix: 'Submit the form to an https URL.',
    docs: MIXED,
    needs: 'head',
    judge: (facts) => {
      if (!isSecure(facts)) return notApplicable('whether the page is served over https is unknown');
      const plain = facts.page.forms.filter((form) => /^http:/i.test(form.url ?? ''));
      if (plain.length === 0) return pass(counted(facts.page.forms.length, 'form'));
      return fail(`${counted(plain.length, 'form')} over http`, { evidence: quoted(facts.page, plain) });
    },
  },
  {
    id: 'link.empty-text',
    severity: 'low',
    expected: 'text, alt text or a label on every link',
    fix: 'Give the link text or an aria-label, or its image alt text.',
    docs: `${CRAWLABLE}#anchor-text`,
    needs: 'written',
    judge: judgeEmptyLinks,
  },
  {
    id: 'link.text',
    severity: 'low',
    expected: 'anchor texts that describe their target',
    fix: 'Describe the target in the anchor text.',
    docs: `${CRAWLABLE}#anchor-text`,
    needs: 'written',
    judge: judgeLinkTexts,
  },
  {
    id: 'link.nofollow-internal',
    severity: 'low',
    expected: 'no rel=nofollow on internal links',
    fix: 'Remove nofollow from links to your own pages.',
    docs: QUALIFY,
    needs: 'written',
    judge: (facts) => {
      const internal = facts.links.internal;
      if (internal.length === 0) return notApplicable('no known internal links');
      const found = internal.filter(isMutedPage);
      if (found.length === 0) return pass('none');
      return warn(`${counted(found.length, 'internal link')} with nofollow`, {
        evidence: quoted(facts.page, found),
      });
    },
  },
  {
    id: 'link.http',
    severity: 'low',
    expected: 'internal links with https',
    fix: 'Write internal links with https or without a host, so that they need no redirect.',
    docs: 'https://web.dev/articles/why-https-matters',
    needs: 'written',
    judge: (facts) => {
      if (!isSecure(facts)) return notApplicable('whether the page is served over https is unknown');
      const found = facts.links.internal.filter((link) => /^http:/i.test(link.href ?? ''));
      if (found.length === 0) return pass('none over http');
      return warn(`${counted(found.length, 'internal link')} over http`, { evidence: quoted(facts.page, found) });
    },
  },
  {
    id: 'link.pagination',
    severity: 'low',
    expected: '<a> links to the pages in rel=next and rel=prev',
    fix: 'Link to the next and previous page with <a href>: crawlers do not follow link elements.',
    docs: 'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
    needs: 'rendered',
    judge: judgePagination,
  },
  {
    id: 'link.duplicate-id',
    severity: 'low',
    expected: 'unique ids for jump links',
    fix: 'Give each element its own id: a link jumps to the first one.',
    docs: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
    needs: 'rendered',
    judge: judgeIds,
  },
  {
    id: 'url.form',
    severity: 'low',
    expected: 'a short, readable URL',
    fix: 'Use lowercase words with hyphens, single slashes and few parameters.',
    docs: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    needs: 'address',
    judge: judgeUrlForm,
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
    return notApplicable('the page itself is on such a host');
  const found = facts.links.pages.filter(isForgottenLocal);
  const [first] = found;
  if (first === undefined) return pass('none');
  const evidence = quoted(facts.page, found);
  const links = `${counted(found.length, 'link')}, such as ${cited(first.href ?? '')}`;
  // Documentation tells readers to open what they have started on their own machine.
  const technical =
    facts.page_type.type === 'docs' || facts.page_type.type === 'guide' || facts.page_type.type === 'software';
  return technical ? warn(links, { evidence, severity: 'low' }) : fail(links, { evidence });
}

/** A link whose text is the URL tells readers to open it on their own machine. */
function isForgottenLocal(link: Link): boolean {
  const host = readHost(link.url);
  return /^https?:\/\//i.test(link.href ?? '') && host !== undefined && isLocalHost(host) && !link.text.includes(host);
}

function judgeInternal(facts: Facts): Outcome {
  const internal = facts.links.internal.filter(
    (link) => !link.hidden && !isSameAddress(link.url ?? '', facts.own_url ?? ''),
  );
  if (internal.length > 0) return pass(counted(internal.length, 'internal link'));
  if (facts.own_host === undefined && facts.page.links.length > 0)
    return notApplicable('the site is unknown, so internal links cannot be told from external ones');
  if (facts.page.format === 'markdown' || (facts.own_host === undefined && !facts.page.head.explicit))
    return warn('no internal links in the draft', { severity: 'low' });
  return fail('no links to other pages of the site');
}

function judgeMixed(facts: Facts): Outcome {
  if (!isSecure(facts)) return notApplicable('whether the page is served over https is unknown');
  const plain = facts.page.resources.filter((resource) => /^http:/i.test(resource.url));
  const [first] = plain;
  if (first === undefined) return pass('nothing over http');
  const active = plain.some((resource) => resource.kind !== 'image' && resource.kind !== 'media');
  const loaded = `${counted(plain.length, 'resource')} over http, such as ${cited(first.url)}`;
  const evidence = quoted(facts.page, plain);
  return active ? fail(loaded, { evidence }) : warn(loaded, { evidence, severity: 'low' });
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
    : warn(`${counted(missing.length, 'page')} linked only by link elements`, {
        evidence: quoted(facts.page, missing),
      });
}

function judgeIds(facts: Facts): Outcome {
  const jumped = new Set(
    facts.page.links.flatMap((link) =>
      link.href?.startsWith('#') === true && link.href.length > 1 ? [decodeFragment(link.href.slice(1))] : [],
    ),
  );
  if (jumped.size === 0) return notApplicable('no jump links');
  const found = facts.page.duplicate_ids.filter(({ id }) => jumped.has(id));
  if (found.length === 0) return pass('every target is unique');
  return warn(`${counted(found.length, 'id')} used more than once, such as ${cited(found[0]?.id ?? '', 60)}`, {
    evidence: quoted(facts.page, found),
  });
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** More parameters make many URLs for one page. */
const PARAMETERS_MAX = 4;

function judgeUrlForm(facts: Facts): Outcome {
  const parsed = URL.parse(facts.own_url ?? '');
  if (parsed === null) return notApplicable('the URL of the page is unknown');
  const problems: string[] = [];
  if (parsed.pathname.includes('//')) problems.push('double slashes');
  if (/%20|\+|%09/.test(parsed.pathname)) problems.push('spaces');
  if ([...parsed.searchParams.keys()].length > PARAMETERS_MAX) problems.push(`more than ${PARAMETERS_MAX} parameters`);
  if (/[?&;](?:phpsessid|jsessionid|sid|sessionid)=/i.test(parsed.href)) problems.push('a session id');
  if (problems.length === 0) return pass('readable');
  return warn(`the URL has ${problems.join(' and ')}`, { evidence: [stated(parsed.href)] });
}

/** An element with a role says itself that it is a button, a tab or the like. */
function judgeCrawlable(facts: Facts): Outcome {
  const links = facts.page.links.filter((link) => !link.hidden && !link.anchor && link.role === undefined);
  if (links.length === 0) return notApplicable('no links');
  const broken = links.filter(isBroken);
  const [first] = broken;
  if (first !== undefined) {
    const target = first.href === undefined ? 'has no href' : `goes to ${cited(first.href)}`;
    return fail(`${counted(broken.length, 'link')} that crawlers cannot follow; the first ${target}`, {
      evidence: quoted(facts.page, broken),
    });
  }
  const scripts = links.filter((link) => isScript(link.href ?? ''));
  if (scripts.length === 0) return pass(`${counted(links.length, 'link')}, none that only runs a script`);
  return warn(`${counted(scripts.length, 'link')} that only ${agree(scripts.length, 'runs')} a script`, {
    evidence: quoted(facts.page, scripts),
    severity: 'low',
  });
}

/** `javascript:` links are usually controls rather than broken links, so they are judged separately. */
function isBroken(link: Link): boolean {
  if (link.href === undefined) return link.scripted || link.dangling;
  if (isScript(link.href)) return false;
  if (/^(?:file:|[a-z]:\\)/i.test(link.href)) return true;
  return link.href.length < REFERENCE_CHARACTERS_MAX && URL.parse(link.href, 'https://base.invalid/') === null;
}

/** Longer ones are data: URLs of images and the like. */
const REFERENCE_CHARACTERS_MAX = 100_000;

function isScript(href: string): boolean {
  return /^javascript\s*:/i.test(href);
}

function judgeEmptyLinks(facts: Facts): Outcome {
  const links = facts.links.pages;
  if (links.length === 0) return notApplicable('no links');
  const empty = links.filter((link) => link.text === '' && link.label === undefined);
  if (empty.length === 0) return pass(`${counted(links.length, 'link')} with text or a label`);
  return warn(`${counted(empty.length, 'link')} without text or label`, {
    evidence: quoted(facts.page, empty),
  });
}

function judgeLinkTexts(facts: Facts): Outcome {
  const links = facts.links.pages.filter(
    (link) => !link.rel.includes('nofollow') && !isSameAddress(link.url ?? '', facts.own_url ?? ''),
  );
  if (links.length === 0) return notApplicable('no links');
  const pageLanguage =
    readPrimaryTag(facts.page.body_language ?? '') || readPrimaryTag(facts.page.language?.value ?? '');
  const generic = links.filter((link) => isGenericLink(link, pageLanguage || facts.language));
  const [first] = generic;
  if (first === undefined) return pass(`${counted(links.length, 'link')}, none generic`);
  return warn(`${counted(generic.length, 'generic anchor text')}, such as ${cited(first.words)}`, {
    evidence: quotedWhole(facts.page, generic, '</a>'),
  });
}

/**
 * The alt text of an image next to the words, or a label, may say what the words do not. An image alone is not judged,
 * since its alt text is often the name of a site.
 */
function isGenericLink(link: Link, pageLanguage: string): boolean {
  if (link.words === '') return false;
  const language = detectLinkLanguage(link, pageLanguage);
  const isGeneric = (text: string): boolean => isGenericText(text, language);
  if (link.label !== undefined && !isGeneric(link.label)) return false;
  return isGeneric(link.text) || (isGeneric(link.words) && link.image_names.every(isGeneric));
}

/** '' where the words are in several languages, or in none that the page names. */
function detectLinkLanguage(link: Link, pageLanguage: string): string {
  const languages = new Set(link.languages.map((tag) => (tag === '' ? pageLanguage : readPrimaryTag(tag))));
  const [only = pageLanguage] = languages;
  return languages.size > 1 ? '' : only;
}

function readPrimaryTag(tag: string): string {
  return /^\s*([a-z]{2,3})(?![a-z])/i.exec(tag)?.[1]?.toLowerCase() ?? '';
}
