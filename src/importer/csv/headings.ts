/** What a column in a table of links can mean. */
const FIELDS = [
  'source_url',
  'target_url',
  'anchor',
  'alt',
  'alt_flag',
  'image_url',
  'nofollow',
  'ugc',
  'sponsored',
  'follow',
  'rel',
  'type',
  'image',
  'redirect',
  'form',
  'frame',
  'position',
  'link_position',
  'count',
  'text_before',
  'text_after',
  'first_seen',
  'last_seen',
  'lost',
] as const;
export type Field = (typeof FIELDS)[number];

/**
 * Headings of Ahrefs, Semrush, Moz, Majestic, Google Search Console, Screaming Frog and Bing, and plain ones, as
 * letters and digits alone. Where a table has several headings of one field, the first of this list counts. A heading
 * with an underscore must match exactly.
 */
const HEADINGS: Readonly<Record<Field, readonly string[]>> = {
  source_url: [
    'referringpageurl',
    'sourceurl',
    'source',
    'linkingpage',
    'linkingpageurl',
    'linkingurl',
    'urlfrom',
    'fromurl',
    'sourcepage',
    'sourcepageurl',
    'referringurl',
    'referringpage',
    'backlinkurl',
    'backlink',
    'from',
    'url',
    'sourcelink',
    'pageurl',
  ],
  target_url: [
    'targeturl',
    'destination',
    'destinationurl',
    'target',
    'targetpage',
    'targetpageurl',
    'linkurl',
    'urlto',
    'tourl',
    'linkedurl',
    'linkedpage',
    'landingpage',
    'to',
    'link',
  ],
  anchor: ['anchortext', 'anchor', 'linkanchor', 'linktext', 'anchors', 'textofthelink'],
  alt: ['alttext', 'alt', 'imagealt', 'imagealttext'],
  // Majestic's says whether the anchor text is the alternative text of an image.
  alt_flag: ['flagalttext'],
  image_url: ['imageurl'],
  nofollow: ['nofollow', 'flagnofollow', 'isnofollow'],
  ugc: ['ugc', 'isugc'],
  sponsored: ['sponsored', 'issponsored'],
  follow: ['follow', 'dofollow', 'isdofollow', 'followed', 'linkequity', 'passeslinkequity', 'followednofollowed'],
  rel: ['rel', 'linkrel', 'relattribute', 'attributes', 'linkattributes', 'relattributes'],
  type: ['linktype', 'type', 'itemtype', 'linksubtype'],
  image: ['image', 'flagimagelink', 'isimage'],
  redirect: ['flagredirect', 'isredirect'],
  form: ['form', 'flagmention'],
  frame: ['frame', 'flagframe'],
  position: ['position', 'semanticlocation'],
  // From crawlers, which list images as page resources next to its links.
  link_position: ['linkposition', 'linklocation', 'placement'],
  // From our own export. Other tools mean all links on the page by it.
  count: ['links_on_page'],
  text_before: ['leftcontext', 'textbefore', 'textpre', 'surroundingtextbefore'],
  text_after: ['rightcontext', 'textafter', 'textpost', 'surroundingtextafter'],
  first_seen: [
    'firstseen',
    'firstseendate',
    'firstfounddate',
    'sourcefirstfounddate',
    'firstfound',
    'datefirstseen',
    'firstindexeddate',
    'discovered',
    'datefound',
    'firstcrawled',
    'found',
    'discovereddate',
    'firstdiscovered',
  ],
  last_seen: [
    'lastseen',
    'lastseendate',
    'datelastseen',
    'lastcrawled',
    'sourcecrawldate',
    'lastcheck',
    'lastchecked',
    'lastcheckeddate',
    'lastcrawldate',
    'lastvisited',
    'crawldate',
    'date',
  ],
  lost: ['lost', 'lostdate', 'datelost', 'lostlink', 'lostat', 'islost'],
};

/** Recognized but not used: the tool's own metrics, and what only a read of the page can establish. */
const KNOWN = new Set([
  'referringpagetitle',
  'sourcetitle',
  'title',
  'pagetitle',
  'pagetitleandurl',
  'language',
  'platform',
  'referringpagehttpcode',
  'httpcode',
  'httpstatuscode',
  'statuscode',
  'status',
  'responsecode',
  'domainrating',
  'dr',
  'ur',
  'urlrating',
  'domaintraffic',
  'referringdomains',
  'linkeddomains',
  'externallinks',
  'internallinks',
  'pagetraffic',
  'keywords',
  'content',
  'rendered',
  'raw',
  'loststatus',
  'dropreason',
  'reasonlost',
  'discoveredstatus',
  'linksingroup',
  'pageascore',
  'authorityscore',
  'pageauthority',
  'pa',
  'domainauthority',
  'da',
  'spamscore',
  'linkingdomainstopage',
  'sourcecitationflow',
  'sourcetrustflow',
  'targetcitationflow',
  'targettrustflow',
  'text',
  'sitewide',
  'newlink',
  'sizebytes',
  'size',
  'pathtype',
  'linkpath',
  'linkorigin',
  'domain',
  'sourcedomain',
  'targetdomain',
  'rank',
  'traffic',
  'linksonpage',
  'sourcedomainrank',
  'sourcepagerank',
  'linkrank',
]);

const CHARACTERS_MAX = 200;

export interface Headings {
  /** Which column says what. */
  readonly places: ReadonlyMap<Field, number>;
  /** Unrecognized headings, as written. */
  readonly unknown: readonly string[];
  /** Recognized but not kept. */
  readonly passed_over: readonly string[];
}

export function headingsOf(cells: readonly string[]): Headings {
  const names = cells.map((cell) =>
    cell
      .slice(0, CHARACTERS_MAX)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  );
  const written = cells.map((cell) => cell.trim().toLowerCase());
  const places = new Map<Field, number>();
  const used = new Set<number>();
  for (const field of FIELDS) {
    const at = HEADINGS[field]
      .map((heading) => (heading.includes('_') ? written : names).indexOf(heading))
      .find((place) => place !== -1 && !used.has(place));
    if (at === undefined) continue;
    places.set(field, at);
    used.add(at);
  }
  const others = cells.flatMap((cell, at) => {
    const name = names[at] ?? '';
    return used.has(at) || name === '' ? [] : [{ name, heading: cell.trim().slice(0, 60) }];
  });
  return {
    places,
    unknown: others.filter(({ name }) => !KNOWN.has(name)).map(({ heading }) => heading),
    passed_over: others.filter(({ name }) => KNOWN.has(name)).map(({ heading }) => heading),
  };
}

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** What separates the cells of a table, by the lines that it begins with. */
export function separatorOf(lines: readonly string[]): string {
  const named = /^\s*"?sep=(.)"?\s*$/i.exec(lines[0] ?? '')?.[1];
  if (named !== undefined) return named;
  const counts = SEPARATORS.map((separator) => ({
    separator,
    count: Math.max(0, ...lines.map((line) => outsideQuotes(line).split(separator).length - 1)),
  }));
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one));
  return best.separator;
}

function outsideQuotes(line: string): string {
  return line.slice(0, 20_000).replaceAll(/"[^"]*"/g, '');
}
