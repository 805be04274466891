import { counted } from '../../../kernel/grammar.ts';
import { displayLength } from '../../../web/page/words.ts';
import { isHttp, isSameAddress } from '../../../web/url.ts';
import { cited, fail, notApplicable, type Outcome, pass, quoted, warn } from './check.ts';
import { type Facts, metaContent } from './facts.ts';
import type { Rule } from './rule.ts';

const IMAGES = 'https://developers.google.com/search/docs/appearance/google-images';
/** Longer texts belong next to the image: screen readers cannot pause within alt text. */
const ALT_MAX = 150;

export const IMAGE_RULES: readonly Rule[] = [
  {
    id: 'img.alt-missing',
    severity: 'medium',
    expected: 'alt on every image; alt="" on purely decorative ones',
    fix: 'Describe the image in alt, or use alt="" if it is purely decorative.',
    docs: `${IMAGES}#use-descriptive-alt-text`,
    needs: 'content',
    judge: (facts) => {
      const images = facts.page.images.filter((image) => !image.hidden);
      if (images.length === 0) return notApplicable('no images');
      const without = images.filter((image) => !image.excused && lacksAlt(image.alt, facts.page.format));
      if (without.length === 0) return pass(`${counted(images.length, 'image')} with alt`);
      return fail(`${without.length.toLocaleString('en-US')} of ${counted(images.length, 'image')} without alt`, {
        evidence: quoted(facts.page, without),
      });
    },
  },
  {
    id: 'img.alt-file-name',
    severity: 'low',
    expected: 'alt texts that describe the image',
    fix: 'Replace the file name with a description.',
    docs: `${IMAGES}#use-descriptive-alt-text`,
    needs: 'content',
    judge: (facts) =>
      judgeAlts(
        facts,
        (alt) =>
          /^\S{1,200}\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/i.test(alt) ||
          /^(?:IMG|DSC|DCIM|Screenshot)[-_ ]?\d{3,}/i.test(alt),
        'a file name as alt text',
      ),
  },
  {
    id: 'img.alt-long',
    severity: 'low',
    expected: `alt texts of at most ${ALT_MAX} characters`,
    fix: 'Shorten the alt text and put the rest in the text next to the image.',
    docs: `${IMAGES}#use-descriptive-alt-text`,
    needs: 'content',
    judge: (facts) =>
      judgeAlts(facts, (alt) => alt.length > ALT_MAX && displayLength(alt) > ALT_MAX, 'very long alt text'),
  },
  {
    id: 'img.size',
    severity: 'low',
    expected: 'width and height on images, so that the layout does not shift while the page loads',
    fix: 'Add the width and height of the image file to the element.',
    docs: 'https://web.dev/articles/optimize-cls#images-without-dimensions',
    needs: 'head',
    judge: (facts) => {
      const images = facts.page.images.filter(
        (image) =>
          !image.hidden && !image.excused && image.src !== undefined && !/^data:|\.svg(?:[?#]|$)/i.test(image.src),
      );
      if (images.length === 0) return notApplicable('no images that need a size');
      const without = images.filter((image) => !image.sized);
      if (without.length * 2 < images.length) {
        return pass(
          `${(images.length - without.length).toLocaleString('en-US')} of ${counted(images.length, 'image')} with width and height`,
        );
      }
      const found = `${without.length.toLocaleString('en-US')} of ${counted(images.length, 'image')} without width and height`;
      return warn(`${found} in the HTML; style sheets were not read`, { evidence: quoted(facts.page, without) });
    },
  },
];

/** Only alt="" marks decoration, not an alt of spaces. Markdown cannot omit alt text, so an empty one was forgotten. */
function lacksAlt(alt: string | undefined, format: Facts['page']['format']): boolean {
  if (alt === undefined) return true;
  return alt.trim() === '' && (alt !== '' || format === 'markdown');
}

function judgeAlts(facts: Facts, isWrong: (alt: string) => boolean, problem: string): Outcome {
  const images = facts.page.images.filter(
    (image) => !image.hidden && image.alt !== undefined && image.alt.trim() !== '',
  );
  if (images.length === 0) return notApplicable('no images with alt text');
  const wrong = images.filter((image) => isWrong((image.alt ?? '').trim()));
  const [first] = wrong;
  if (first === undefined) return pass(counted(images.length, 'alt text'));
  return warn(`${counted(wrong.length, 'image')} with ${problem}: ${cited(first.alt ?? '', 60)}`, {
    evidence: quoted(facts.page, wrong),
  });
}

const VIEWPORT = 'https://web.dev/articles/responsive-web-design-basics#viewport';

export const MOBILE_RULES: readonly Rule[] = [
  {
    id: 'html.viewport',
    severity: 'medium',
    expected: '<meta name="viewport" content="width=device-width, initial-scale=1">',
    fix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to the head.',
    docs: VIEWPORT,
    needs: 'head',
    judge: judgeViewport,
  },
  {
    id: 'html.viewport-zoom',
    severity: 'low',
    expected: 'visitors can zoom',
    fix: 'Remove user-scalable=no and maximum-scale from the viewport.',
    docs: 'https://web.dev/articles/accessible-responsive-design',
    needs: 'head',
    judge: judgeZoom,
  },
];

function judgeViewport(facts: Facts): Outcome {
  const found = findViewports(facts);
  const [first] = found;
  if (first === undefined) return fail('no viewport');
  const evidence = quoted(facts.page, found);
  if (/width\s*=\s*device-width/i.test(first.content) || /initial-scale\s*=/i.test(first.content))
    return pass(cited(first.content), evidence);
  return warn(`${cited(first.content)} does not use the device width`, { evidence });
}

function judgeZoom(facts: Facts): Outcome {
  const locked = findViewports(facts).filter((meta) =>
    /user-scalable\s*=\s*(?:no|0)(?![.\d])|maximum-scale\s*=\s*(?:0?\.\d|1(?:\.\d+)?)(?![\d.])/i.test(meta.content),
  );
  return locked.length === 0
    ? pass('zoom is not disabled')
    : warn('the viewport disables zooming', { evidence: quoted(facts.page, locked) });
}

function findViewports(facts: Facts): Facts['page']['head']['metas'] {
  return facts.page.head.metas.filter((meta) => meta.name === 'viewport' && meta.content !== '');
}

const OGP = 'https://ogp.me/';

export const SOCIAL_RULES: readonly Rule[] = [
  {
    id: 'social.og',
    severity: 'low',
    expected: 'og:title and og:image',
    fix: 'Add the missing Open Graph properties so that shared links show a title and image.',
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
    expected: 'an absolute http(s) URL in og:image',
    fix: 'Use the absolute URL of the image.',
    docs: `${OGP}#structured`,
    needs: 'head',
    judge: (facts) => {
      const image = metaContent(facts.page, 'og:image');
      if (image === undefined) return notApplicable('no og:image');
      return isHttp(image)
        ? pass(cited(image))
        : warn(`${cited(image)} is not absolute`, { evidence: quoteMetas(facts, 'og:image') });
    },
  },
  {
    id: 'social.og-url',
    severity: 'low',
    expected: 'the same URL in og:url and the canonical',
    fix: 'Set og:url to the canonical URL.',
    docs: OGP,
    needs: 'head',
    judge: judgeOgUrl,
  },
  {
    id: 'social.twitter',
    severity: 'low',
    expected: 'twitter:card, or Open Graph instead',
    fix: 'Add <meta name="twitter:card" content="summary_large_image">.',
    docs: 'https://developer.x.com/en/docs/x-for-websites/cards/overview/abouts-cards',
    needs: 'head',
    judge: (facts) => {
      const card = metaContent(facts.page, 'twitter:card');
      if (card !== undefined) return pass(cited(card));
      return metaContent(facts.page, 'og:title') === undefined
        ? warn('no twitter:card and no Open Graph')
        : pass('no twitter:card; Open Graph is used instead');
    },
  },
];

function judgeOgUrl(facts: Facts): Outcome {
  const url = metaContent(facts.page, 'og:url');
  const canonical = facts.canonicals.find((each) => each.url !== undefined)?.url;
  if (url === undefined || canonical === undefined) return notApplicable('not both og:url and a canonical');
  const absolute = URL.parse(url, facts.page.base_url)?.href ?? '';
  if (isSameAddress(absolute, canonical)) return pass('the same URL');
  return warn(`og:url is ${cited(url)}, the canonical ${cited(canonical)}`, { evidence: quoteMetas(facts, 'og:url') });
}

function quoteMetas(facts: Facts, key: string): ReturnType<typeof quoted> {
  return quoted(
    facts.page,
    facts.page.head.metas.filter((meta) => meta.property === key || meta.name === key),
  );
}
