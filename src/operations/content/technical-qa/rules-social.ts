import { isHttp, isSameAddress } from '../../../web/url.ts';
import { cited, type Outcome, notApplicable, pass, quoted, warn } from './check.ts';
import { type Facts, metaContent } from './facts.ts';
import type { Rule } from './rule.ts';

const OGP = 'https://ogp.me/';

export const SOCIAL_RULES: readonly Rule[] = [
  {
    id: 'social.og',
    severity: 'low',
    expected: 'og:title and og:image',
    fix: 'Add the missing Open Graph properties, so that shared links show title and image.',
    docs: OGP,
    needs: 'head',
    judge: (facts) => {
      const missing = ['og:title', 'og:image'].filter(
        (key) => metaContent(facts.page, key) === undefined && metaContent(facts.page, `${key}:url`) === undefined,
      );
      return missing.length === 0 ? pass('og:title and og:image') : warn(`no ${missing.join(' and no ')}`);
    },
  },
  {
    id: 'social.og-image',
    severity: 'low',
    expected: 'an absolute http(s) address in og:image',
    fix: 'Write the absolute address of the image.',
    docs: `${OGP}#structured`,
    needs: 'head',
    judge: (facts) => {
      const image = metaContent(facts.page, 'og:image');
      if (image === undefined) return notApplicable('no og:image');
      return isHttp(image)
        ? pass(cited(image))
        : warn(`${cited(image)} is not absolute`, { evidence: metas(facts, 'og:image') });
    },
  },
  {
    id: 'social.og-url',
    severity: 'low',
    expected: 'the same address in og:url and canonical',
    fix: 'Write the canonical address into og:url.',
    docs: OGP,
    needs: 'head',
    judge: judgeUrl,
  },
  {
    id: 'social.twitter',
    severity: 'low',
    expected: 'twitter:card, or Open Graph in its place',
    fix: 'Add <meta name="twitter:card" content="summary_large_image">.',
    docs: 'https://developer.x.com/en/docs/x-for-websites/cards/overview/abouts-cards',
    needs: 'head',
    judge: (facts) => {
      const card = metaContent(facts.page, 'twitter:card');
      if (card !== undefined) return pass(cited(card));
      return metaContent(facts.page, 'og:title') === undefined
        ? warn('no twitter:card and no Open Graph')
        : pass('no twitter:card; Open Graph serves instead');
    },
  },
];

function judgeUrl(facts: Facts): Outcome {
  const url = metaContent(facts.page, 'og:url');
  const canonical = facts.canonicals.find((each) => each.url !== undefined)?.url;
  if (url === undefined || canonical === undefined) return notApplicable('not both og:url and a canonical');
  const absolute = URL.parse(url, facts.page.base_url)?.href ?? '';
  if (isSameAddress(absolute, canonical)) return pass('the same address');
  return warn(`og:url is ${cited(url)}, the canonical ${cited(canonical)}`, { evidence: metas(facts, 'og:url') });
}

function metas(facts: Facts, key: string): ReturnType<typeof quoted> {
  return quoted(
    facts.page,
    facts.page.head.metas.filter((meta) => meta.property === key || meta.name === key),
  );
}
