import { displayLength } from '../../../web/page/words.ts';
import { cited, fail, many, notApplicable, type Outcome, pass, quoted, warn } from './check.ts';
import type { Facts } from './facts.ts';
import type { Rule } from './rule.ts';

const IMAGES = 'https://developers.google.com/search/docs/appearance/google-images';
/** Longer texts belong beside the image; screen readers cannot pause within an alt text. */
const ALT_MAX = 150;

export const IMAGE_RULES: readonly Rule[] = [
  {
    id: 'img.alt-missing',
    severity: 'medium',
    expected: 'every image has an alt attribute; alt="" where it is only decoration',
    fix: 'Describe what the image shows in alt, or write alt="" when it only decorates.',
    docs: `${IMAGES}#use-descriptive-alt-text`,
    needs: 'content',
    judge: (facts) => {
      const images = facts.page.images.filter((image) => !image.hidden);
      if (images.length === 0) return notApplicable('no images');
      const without = images.filter((image) => !image.excused && lacksAlt(image.alt, facts.page.format));
      if (without.length === 0) return pass(`${many(images.length, 'image')} with alt`);
      return fail(`${without.length.toLocaleString('en-US')} of ${many(images.length, 'image')} without alt`, {
        evidence: quoted(facts.page, without),
      });
    },
  },
  {
    id: 'img.alt-file-name',
    severity: 'low',
    expected: 'alt texts that describe the image',
    fix: 'Replace the file name by a description.',
    docs: `${IMAGES}#use-descriptive-alt-text`,
    needs: 'content',
    judge: (facts) =>
      judgeAlts(
        facts,
        (alt) =>
          /^\S{1,200}\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/i.test(alt) ||
          /^(?:IMG|DSC|DCIM|Screenshot)[-_ ]?\d{3,}/i.test(alt),
        'a file name as alt',
      ),
  },
  {
    id: 'img.alt-long',
    severity: 'low',
    expected: `alt texts of at most ${ALT_MAX} characters`,
    fix: 'Shorten the alt text and say the rest beside the image.',
    docs: `${IMAGES}#use-descriptive-alt-text`,
    needs: 'content',
    judge: (facts) =>
      judgeAlts(facts, (alt) => alt.length > ALT_MAX && displayLength(alt) > ALT_MAX, 'a very long alt'),
  },
  {
    id: 'img.size',
    severity: 'low',
    expected: 'width and height on images, so that the page does not jump while it loads',
    fix: 'Write the width and height of the image file into the element.',
    docs: 'https://web.dev/articles/optimize-cls#images-without-dimensions',
    needs: 'head',
    judge: (facts) => {
      const images = facts.page.images.filter(
        (image) =>
          !image.hidden && !image.excused && image.src !== undefined && !/^data:|\.svg(?:[?#]|$)/i.test(image.src),
      );
      if (images.length === 0) return notApplicable('no images whose size could matter');
      const without = images.filter((image) => !image.sized);
      if (without.length * 2 < images.length) {
        return pass(
          `${(images.length - without.length).toLocaleString('en-US')} of ${many(images.length, 'image')} with width and height`,
        );
      }
      const told = `${without.length.toLocaleString('en-US')} of ${many(images.length, 'image')} without width and height`;
      return warn(`${told} in the document; style sheets were not read`, { evidence: quoted(facts.page, without) });
    },
  },
];

/** Only alt="" says that an image decorates, not one of spaces; Markdown cannot leave the alt text out, so there an empty one is a forgotten one. */
function lacksAlt(alt: string | undefined, format: Facts['page']['format']): boolean {
  if (alt === undefined) return true;
  return alt.trim() === '' && (alt !== '' || format === 'markdown');
}

function judgeAlts(facts: Facts, isWrong: (alt: string) => boolean, told: string): Outcome {
  const images = facts.page.images.filter(
    (image) => !image.hidden && image.alt !== undefined && image.alt.trim() !== '',
  );
  if (images.length === 0) return notApplicable('no images with alt text');
  const wrong = images.filter((image) => isWrong((image.alt ?? '').trim()));
  const [first] = wrong;
  if (first === undefined) return pass(many(images.length, 'alt text'));
  return warn(`${many(wrong.length, 'image')} with ${told}: ${cited(first.alt ?? '', 60)}`, {
    evidence: quoted(facts.page, wrong),
  });
}
