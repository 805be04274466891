import type { Link } from '../../../web/page/page.ts';
import { isSameAddress } from '../../../web/url.ts';
import { cited, many, notApplicable, type Outcome, pass, quoted, quotedWhole, warn } from './check.ts';
import type { Facts } from './facts.ts';
import { isGenericText } from '../../../text/generic-anchors.ts';

export function judgeEmptyLinks(facts: Facts): Outcome {
  const links = facts.links.pages;
  if (links.length === 0) return notApplicable('no links');
  const empty = links.filter((link) => link.text === '' && link.label === undefined);
  if (empty.length === 0) return pass(`${many(links.length, 'link')} with a name`);
  return warn(many(empty.length, 'link without a name', 'links without a name'), {
    evidence: quoted(facts.page, empty),
  });
}

export function judgeLinkTexts(facts: Facts): Outcome {
  const links = facts.links.pages.filter(
    (link) => !link.rel.includes('nofollow') && !isSameAddress(link.url ?? '', facts.own_url ?? ''),
  );
  if (links.length === 0) return notApplicable('no links');
  const pageLanguage = primaryOf(facts.page.body_language ?? '') || primaryOf(facts.page.language?.value ?? '');
  const generic = links.filter((link) => saysNothing(link, pageLanguage || facts.language));
  const [first] = generic;
  if (first === undefined) return pass(`${many(links.length, 'link')} with a text of its own`);
  return warn(`${many(generic.length, 'link')} such as ${cited(first.words)}`, {
    evidence: quotedWhole(facts.page, generic, '</a>'),
  });
}

/**
 * The name of an image beside the words, or a label, may say what the words do not. An image alone is not judged: its
 * alt text is as often the name of a site as the word that it happens to be.
 */
function saysNothing(link: Link, pageLanguage: string): boolean {
  if (link.words === '') return false;
  const language = languageOf(link, pageLanguage);
  const isGeneric = (text: string): boolean => isGenericText(text, language);
  if (link.label !== undefined && !isGeneric(link.label)) return false;
  return isGeneric(link.text) || (isGeneric(link.words) && link.image_names.every(isGeneric));
}

/** '' where the words are of several languages, or of none that anything on the page names. */
function languageOf(link: Link, pageLanguage: string): string {
  const languages = new Set(link.languages.map((tag) => (tag === '' ? pageLanguage : primaryOf(tag))));
  const [only = pageLanguage] = languages;
  return languages.size > 1 ? '' : only;
}

function primaryOf(tag: string): string {
  return /^\s*([a-z]{2,3})(?![a-z])/i.exec(tag)?.[1]?.toLowerCase() ?? '';
}
