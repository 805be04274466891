/** Records kept of one page. Above what any page for people has, and low enough that 10 MB of tags stay small. */
export const LINKS_MAX = 50_000;
export const IMAGES_MAX = 20_000;
export const BLOCKS_MAX = 50_000;
export const HEADINGS_MAX = 10_000;
export const HEAD_ELEMENTS_MAX = 5_000;
export const RESOURCES_MAX = 5_000;
export const IDS_MAX = 50_000;
export const DUPLICATE_IDS_MAX = 100;
export const STRUCTURED_BLOCKS_MAX = 500;
/** Characters of one language tag; the longest that the standard gives as an example has 35. */
export const LANGUAGE_CHARACTERS_MAX = 100;
/** Characters of one link or heading text. */
export const LABEL_CHARACTERS_MAX = 2_000;
/** Characters of one JSON-LD block. */
export const JSON_LD_CHARACTERS_MAX = 2_000_000;
/** Characters of a title. */
export const TITLE_CHARACTERS_MAX = 10_000;
/** Characters of the content of one meta element. */
export const META_CHARACTERS_MAX = 10_000;
