import { agree, counted } from '../kernel/grammar.ts';
import { isGenericText } from '../text/generic-anchors.ts';
import type { Link } from '../web/page/page.ts';
import { readHost, isLocalHost, isSameAddress } from '../web/url.ts';
import {
  quoteText,
  fail,
  notApplicable,
  type Outcome,
  pass,
  quoteElements,
  quoteWhole,
  quoteAnswer,
  warn,
} from './check.ts';
import type { Facts } from './facts.ts';
import { defineRules } from './rule.ts';

export const LINK_RULES = defineRules({
  'link.localhost': judgeLocal,
  'link.none-internal': judgeInternal,
  'link.uncrawlable': judgeCrawlable,
  'sec.mixed': judgeMixed,
  'sec.form-http': (facts) => {
    if (!isSecure(facts)) return notApplicable(explainScheme(facts));
    const plain = facts.page.forms.filter((form) => /^http:/i.test(form.url ?? ''));
    if (plain.length === 0) return pass(counted(facts.page.forms.length, 'form'));
    return fail(`${counted(plain.length, 'form')} over http`, { evidence: quoteElements(facts.page, plain) });
  },
  'link.empty-text': judgeEmptyLinks,
  'link.text': judgeLinkTexts,
  'link.nofollow-internal': (facts) => {
    const internal = facts.links.internal;
    if (internal.length === 0) return notApplicable('no known internal links');
    const found = internal.filter(isMutedPage);
    if (found.length === 0) return pass('none');
    return warn(`${counted(found.length, 'internal link')} with nofollow`, {
      wrong: [found.length, internal.length],
      evidence: quoteElements(facts.page, found),
    });
  },
  'link.http': (facts) => {
    if (!isSecure(facts)) return notApplicable(explainScheme(facts));
    const found = facts.links.internal.filter((link) => /^http:/i.test(link.href ?? ''));
    if (found.length === 0) return pass('none over http');
    return warn(`${counted(found.length, 'internal link')} over http`, {
      wrong: [found.length, facts.links.internal.length],
      evidence: quoteElements(facts.page, found),
    });
  },
  'link.pagination': judgePagination,
  'link.duplicate-id': judgeIds,
  'url.form': judgeUrlForm,
});

/** Links with parameters (sort, reply, share) are often kept from crawlers on purpose. */
function isMutedPage(link: Link): boolean {
  return (
    link.rel.includes('nofollow') &&
    link.region === 'content' &&
    !link.hidden &&
    !/[?#]|\/cdn-cgi\//.test(link.href ?? '')
  );
}

/** Why nothing can be said of what an https page should not load or link to. */
export function explainScheme({ own_url: url }: Facts): string {
  return url === undefined
    ? 'whether the page is served over https is unknown'
    : 'the page is served over http; see index.https';
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
  const evidence = quoteElements(facts.page, found);
  const links = `${counted(found.length, 'link')}, such as ${quoteText(first.href ?? '')}`;
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
  if (!isSecure(facts)) return notApplicable(explainScheme(facts));
  const plain = facts.page.resources.filter((resource) => /^http:/i.test(resource.url));
  const [first] = plain;
  if (first === undefined) return pass('nothing over http');
  const active = plain.some((resource) => resource.kind !== 'image' && resource.kind !== 'media');
  const loaded = `${counted(plain.length, 'resource')} over http, such as ${quoteText(first.url)}`;
  const evidence = quoteElements(facts.page, plain);
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
        evidence: quoteElements(facts.page, missing),
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
  return warn(`${counted(found.length, 'id')} used more than once, such as ${quoteText(found[0]?.id ?? '', 60)}`, {
    wrong: [found.length, jumped.size],
    evidence: quoteElements(facts.page, found),
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
  return warn(`the URL has ${problems.join(' and ')}`, { evidence: [quoteAnswer(parsed.href)] });
}

/** An element with a role says itself that it is a button, a tab or the like. */
function judgeCrawlable(facts: Facts): Outcome {
  const links = facts.page.links.filter((link) => !link.hidden && !link.anchor && link.role === undefined);
  if (links.length === 0) return notApplicable('no links');
  const broken = links.filter(isBroken);
  const [first] = broken;
  if (first !== undefined) {
    const target = first.href === undefined ? 'has no href' : `goes to ${quoteText(first.href)}`;
    return fail(`${counted(broken.length, 'link')} that crawlers cannot follow; the first ${target}`, {
      wrong: [broken.length, links.length],
      evidence: quoteElements(facts.page, broken),
    });
  }
  const scripts = links.filter((link) => isScript(link.href ?? ''));
  if (scripts.length === 0) return pass(`${counted(links.length, 'link')}, none that only runs a script`);
  return warn(`${counted(scripts.length, 'link')} that only ${agree(scripts.length, 'runs')} a script`, {
    wrong: [scripts.length, links.length],
    evidence: quoteElements(facts.page, scripts),
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
    wrong: [empty.length, links.length],
    evidence: quoteElements(facts.page, empty),
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
  return warn(`${counted(generic.length, 'generic anchor text')}, such as ${quoteText(first.words)}`, {
    wrong: [generic.length, links.length],
    evidence: quoteWhole(facts.page, generic, '</a>'),
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
