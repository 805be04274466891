import { counted } from '../kernel/grammar.ts';
import { displayLength } from '../web/words.ts';
import { isHttp, isSameAddress } from '../web/url.ts';
import { quoteText, fail, notApplicable, type Outcome, pass, quoteElements, warn } from './check.ts';
import { type Facts, metaContent } from './facts.ts';
import { defineRules } from './rule.ts';

/** Longer texts belong next to the image: screen readers cannot pause within alt text. */
const ALT_MAX = 150;

export const IMAGE_RULES = defineRules(
  {
    'img.alt-missing': (facts) => {
      const images = facts.page.images.filter((image) => !image.hidden);
      if (images.length === 0) return notApplicable('no images');
      const without = images.filter((image) => !image.excused && lacksAlt(image.alt, facts.page.format));
      if (without.length === 0) return pass(`${counted(images.length, 'image')} with alt`);
      return fail(`${without.length.toLocaleString('en-US')} of ${counted(images.length, 'image')} without alt`, {
        wrong: [without.length, images.length],
        evidence: quoteElements(facts.page, without),
      });
    },
    'img.alt-file-name': (facts) =>
      judgeAlts(
        facts,
        (alt) =>
          /^\S{1,200}\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/i.test(alt) ||
          /^(?:IMG|DSC|DCIM|Screenshot)[-_ ]?\d{3,}/i.test(alt),
        'a file name as alt text',
      ),
    'img.alt-long': (facts) =>
      judgeAlts(facts, (alt) => alt.length > ALT_MAX && displayLength(alt) > ALT_MAX, 'very long alt text'),
    'img.size': (facts) => {
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
      return warn(`${found} in the HTML; style sheets were not read`, {
        wrong: [without.length, images.length],
        evidence: quoteElements(facts.page, without),
      });
    },
  },
  { alt_max: ALT_MAX },
);

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
  return warn(`${counted(wrong.length, 'image')} with ${problem}: ${quoteText(first.alt ?? '', 60)}`, {
    wrong: [wrong.length, images.length],
    evidence: quoteElements(facts.page, wrong),
  });
}

export const MOBILE_RULES = defineRules({
  'html.viewport': judgeViewport,
  'html.viewport-zoom': judgeZoom,
});

function judgeViewport(facts: Facts): Outcome {
  const found = findViewports(facts);
  const [first] = found;
  if (first === undefined) return fail('no viewport');
  const evidence = quoteElements(facts.page, found);
  if (/width\s*=\s*device-width/i.test(first.content) || /initial-scale\s*=/i.test(first.content))
    return pass(quoteText(first.content), evidence);
  return warn(`${quoteText(first.content)} does not use the device width`, { evidence });
}

function judgeZoom(facts: Facts): Outcome {
  const locked = findViewports(facts).filter((meta) =>
    /user-scalable\s*=\s*(?:no|0)(?![.\d])|maximum-scale\s*=\s*(?:0?\.\d|1(?:\.\d+)?)(?![\d.])/i.test(meta.content),
  );
  return locked.length === 0
    ? pass('zoom is not disabled')
    : warn('the viewport disables zooming', { evidence: quoteElements(facts.page, locked) });
}

function findViewports(facts: Facts): Facts['page']['head']['metas'] {
  return facts.page.head.metas.filter((meta) => meta.name === 'viewport' && meta.content !== '');
}

export const SOCIAL_RULES = defineRules({
  'social.og': (facts) => {
    const missing = ['og:title', 'og:image'].filter(
      (key) => metaContent(facts.page, key) === undefined && metaContent(facts.page, `${key}:url`) === undefined,
    );
    return missing.length === 0 ? pass('og:title and og:image') : warn(`no ${missing.join(' and no ')}`);
  },
  'social.og-image': (facts) => {
    const image = metaContent(facts.page, 'og:image');
    if (image === undefined) return notApplicable('no og:image');
    return isHttp(image)
      ? pass(quoteText(image))
      : warn(`${quoteText(image)} is not absolute`, { evidence: quoteMetas(facts, 'og:image') });
  },
  'social.og-url': judgeOgUrl,
  'social.twitter': (facts) => {
    const card = metaContent(facts.page, 'twitter:card');
    if (card !== undefined) return pass(quoteText(card));
    return metaContent(facts.page, 'og:title') === undefined
      ? warn('no twitter:card and no Open Graph')
      : pass('no twitter:card; Open Graph is used instead');
  },
});

function judgeOgUrl(facts: Facts): Outcome {
  const url = metaContent(facts.page, 'og:url');
  const canonical = facts.canonicals.find((each) => each.url !== undefined)?.url;
  if (url === undefined || canonical === undefined) return notApplicable('not both og:url and a canonical');
  const absolute = URL.parse(url, facts.page.base_url)?.href ?? '';
  if (isSameAddress(absolute, canonical)) return pass('the same URL');
  return warn(`og:url is ${quoteText(url)}, the canonical ${quoteText(canonical)}`, {
    evidence: quoteMetas(facts, 'og:url'),
  });
}

function quoteMetas(facts: Facts, key: string): ReturnType<typeof quoteElements> {
  return quoteElements(
    facts.page,
    facts.page.head.metas.filter((meta) => meta.property === key || meta.name === key),
  );
}
