import { type BrandNames, branding, listBrandLetters } from '../text/branded.ts';
import type { Target } from '../web/target.ts';
import { isWithin } from '../web/url.ts';

/** The brand of a target, and how keywords are told apart by it. */
export interface TargetBrand {
  /** Null where a keyword may or may not ask for the brand. */
  readonly isBranded: (keyword: string) => boolean | null;
  /** As `ClickRatesQuery` takes them. */
  readonly letters: readonly string[];
  /** Whether every spelling is known, so that all other keywords are unbranded. */
  readonly is_complete: boolean;
}

/**
 * The project's brand where the target is a site of it. Else the domain is all that is known: keywords that spell it out
 * are branded, and of the others it is not known.
 */
export function readTargetBrand(target: Target, brand: BrandNames | null): TargetBrand {
  const isOwn = brand !== null && brand.domains.some((domain) => isWithin(target.host, domain));
  const names = isOwn ? brand : { name: '', aliases: [], domains: [target.domain] };
  const isNamed = branding(names);
  return {
    isBranded: isOwn ? isNamed : (keyword) => (isNamed(keyword) === true ? true : null),
    letters: listBrandLetters(names),
    is_complete: isOwn,
  };
}
