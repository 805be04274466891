import { AppError } from '../../../kernel/errors.ts';
import { parseTarget } from '../../../web/target.ts';
import { publicSuffix } from '../../../web/url.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';

export interface Brand {
  /** As prompts name it. */
  readonly name: string;
  /** Its registrable domain, where it was given as one. */
  readonly domain: string | null;
}

const NAME_CHARACTERS_MAX = 60;
const NAME_WORDS_MAX = 6;

/** A brand, product or domain: `harbour-bikes.com` is asked about as "Harbour Bikes". */
export function readBrand(given: string): Brand {
  const target = given.includes('.') ? targetOf(given) : undefined;
  if (target === undefined) return { name: nameOf(given), domain: null };
  const suffix = publicSuffix(target.host);
  const label = suffix === '' ? target.domain : target.domain.slice(0, -suffix.length - 1);
  const words = label.split(/[-_]/).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return { name: nameOf(name === '' ? target.domain : name), domain: target.domain };
}

function nameOf(given: string): string {
  const plain = cleanText(given, 400)
    .replaceAll(/["“”„«»<>{}[\]|\\`]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.split(' ').slice(0, NAME_WORDS_MAX).join(' ').slice(0, NAME_CHARACTERS_MAX).toWellFormed().trim();
}

function targetOf(given: string): ReturnType<typeof parseTarget> | undefined {
  try {
    return parseTarget(cleanText(given, 2048));
  } catch (thrown) {
    // A brand with a dot in its name, such as "Dr. Martens".
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}

/** Competitors as they are named, each once and never the brand itself. */
export function readCompetitors(given: readonly string[], brand: Brand): Brand[] {
  const seen = new Set([foldPhrase(brand.name)]);
  return given.map(readBrand).filter(({ name }) => {
    const key = foldPhrase(name);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
