import type { Link } from '../../../web/page/page.ts';
import { cited, fail, many, notApplicable, type Outcome, pass, quoted, warn } from './check.ts';
import type { Facts } from './facts.ts';

/** With a role the element is a button, a tab or the like, and says so. */
export function judgeCrawlable(facts: Facts): Outcome {
  const links = facts.page.links.filter((link) => !link.hidden && !link.anchor && link.role === undefined);
  if (links.length === 0) return notApplicable('no links');
  const broken = links.filter(isBroken);
  const [first] = broken;
  if (first !== undefined) {
    const told = first.href === undefined ? 'without href' : `to ${cited(first.href)}`;
    return fail(`${many(broken.length, 'link')} that cannot be followed, the first ${told}`, {
      evidence: quoted(facts.page, broken),
    });
  }
  const scripts = links.filter((link) => isScript(link.href ?? ''));
  if (scripts.length === 0) return pass(`${many(links.length, 'link')}, none that only a script can follow`);
  return warn(many(scripts.length, 'link that only runs a script', 'links that only run a script'), {
    evidence: quoted(facts.page, scripts),
    severity: 'low',
  });
}

/** `javascript:` links are controls more often than lost links, so they are judged apart. */
function isBroken(link: Link): boolean {
  if (link.href === undefined) return link.scripted || link.dangling;
  if (isScript(link.href)) return false;
  if (/^(?:file:|[a-z]:\\)/i.test(link.href)) return true;
  return link.href.length < REFERENCE_CHARACTERS_MAX && URL.parse(link.href, 'https://base.invalid/') === null;
}

/** Longer ones are data: addresses of images and the like. */
const REFERENCE_CHARACTERS_MAX = 100_000;

function isScript(href: string): boolean {
  return /^javascript\s*:/i.test(href);
}
