/**
 * What the HTML standard says about element names, as far as reading a page needs it.
 *
 * Sets of names, not rules: tree.ts and the readers decide with them.
 */

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const VOID = names(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** A start tag of one of these ends an open paragraph (HTML 13.2.6.4.7). */
export const CLOSES_PARAGRAPH = names(
  'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr li main menu nav ol p pre search section summary table ul listing plaintext xmp',
);

/** Start of a block: text before and behind it is not one run of words. */
export const BLOCK = names(
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr iframe legend li main menu nav ol optgroup option p picture pre search section select summary ' +
    'table tbody td textarea tfoot th thead tr ul video audio canvas',
);

/** These stop the search for an element that an end tag or an implied end could close. */
export const SCOPE = names(
  'applet caption table td th marquee object template select foreignobject desc annotation-xml',
);
export const BUTTON_SCOPE = new Set([...SCOPE, 'button']);
export const LIST_SCOPE = new Set([...SCOPE, 'ul', 'ol', 'menu']);
export const DEFINITION_SCOPE = new Set([...SCOPE, 'dl']);
export const TABLE_SCOPE = names('table template');
export const TABLE_PART = names('table caption tbody thead tfoot tr td th template');

/** What may stand in the head; anything else ends it (HTML 13.2.6.4.4). */
export const HEAD_CONTENT = names('base basefont bgsound link meta noframes noscript script style template title');

/** Text inside is code, a fallback or a control, never words of the page. */
export const NOT_TEXT = names(
  'script style template noscript noframes noembed iframe object svg math select datalist textarea canvas audio video option title head',
);

export const HEADING = names('h1 h2 h3 h4 h5 h6');

/** An HTML start tag of one of these inside SVG or MathML leaves the drawing (HTML 13.2.6.5). */
export const LEAVES_FOREIGN = names(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby ' +
    's small span strong strike sub sup table tt u ul var',
);

/** Inside these, though they are SVG or MathML, the content is HTML again. */
export const HTML_INSIDE_FOREIGN = names('foreignobject desc title annotation-xml mi mo mn ms mtext');

/** An end tag of an inline element does not reach through one of these. */
export const SPECIAL = names(
  'address applet area article aside blockquote body button caption center dd details dir div dl dt fieldset figcaption figure footer form ' +
    'frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe li main marquee menu nav object ol p plaintext pre script section select ' +
    'style summary table tbody td template textarea tfoot th thead title tr ul xmp',
);
