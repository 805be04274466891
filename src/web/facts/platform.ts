/**
 * What kind of platform a page runs on, by the tells that platforms leave in their pages.
 *
 * The kinds are those of the provider's `platform_type`. The first table that matches decides, the most
 * particular first: a WordPress shop is a shop, a WordPress magazine is news.
 */
export function platformType(signs: PlatformSigns): string {
  const generator = signs.generator.toLowerCase().slice(0, 200);
  const type =
    byGenerator(BY_GENERATOR, generator) ?? byMember(BY_ASSET, signs.assets) ?? byMember(BY_SCHEMA, signs.schema_types);
  if (type !== undefined) return type;
  if (signs.og_type === 'product') return 'ecommerce';
  const site = byGenerator(SITE_GENERATORS, generator) ?? byMember(SITE_ASSETS, signs.assets);
  if (site !== undefined) return site === 'cms' && signs.schema_types.includes('BlogPosting') ? 'blogs' : site;
  return signs.schema_types.some((schema) => ORGANIZATION.has(schema)) ? 'organization' : '';
}

function byGenerator(table: Table, generator: string): string | undefined {
  return table.find(([, names]) => names.some((name) => generator.startsWith(name)))?.[0];
}

function byMember(table: Table, members: readonly string[]): string | undefined {
  return table.find(([, marks]) => marks.some((mark) => members.includes(mark)))?.[0];
}

export interface PlatformSigns {
  readonly generator: string;
  readonly og_type: string;
  readonly schema_types: readonly string[];
  /** Marks of `ASSET_MARKS` seen in the addresses of scripts, styles and images. */
  readonly assets: readonly string[];
}

type Table = readonly (readonly [type: string, marks: readonly string[]])[];

const BY_GENERATOR: Table = [
  ['wikis', ['mediawiki', 'dokuwiki', 'xwiki', 'tiki wiki', 'moinmoin', 'bookstack', 'wiki.js']],
  ['message-boards', ['discourse', 'phpbb', 'vbulletin', 'xenforo', 'mybb', 'smf', 'flarum', 'invision', 'vanilla']],
  [
    'ecommerce',
    ['shopify', 'woocommerce', 'prestashop', 'magento', 'opencart', 'shopware', 'bigcommerce', 'ecwid', 'oxid'],
  ],
];

const BY_ASSET: Table = [
  [
    'ecommerce',
    ['cdn.shopify.com', '/plugins/woocommerce/', '/skin/frontend/', '/static/version', 'cdn11.bigcommerce.com'],
  ],
  ['message-boards', ['/styles/prosilver/', '/clientscript/vbulletin', '/js/xf/']],
  ['wikis', ['/load.php?', '/skins/vector', '/lib/exe/css.php']],
];

const BY_SCHEMA: Table = [
  ['news', ['NewsArticle', 'NewsMediaOrganization', 'ReportageNewsArticle', 'LiveBlogPosting']],
  ['message-boards', ['DiscussionForumPosting', 'QAPage']],
  ['ecommerce', ['Product', 'ProductGroup', 'OnlineStore']],
];

const BLOG_GENERATORS: readonly string[] = [
  'blogger',
  'ghost',
  'hugo',
  'jekyll',
  'hexo',
  'medium',
  'substack',
  'typepad',
  'movable type',
  'tumblr',
];
const CMS_GENERATORS: readonly string[] = [
  'wordpress', 'joomla', 'drupal', 'typo3', 'wix.com', 'squarespace', 'webflow', 'contao', 'umbraco', 'silverstripe',
  'craft cms', 'concrete', 'modx', 'plone', 'sitefinity', 'hubspot', 'kentico', 'statamic', 'adobe experience manager',
]; // prettier-ignore
const CMS_ASSETS: readonly string[] = [
  '/wp-content/',
  '/wp-includes/',
  '/sites/default/files/',
  '/typo3temp/',
  'static.wixstatic.com',
  'squarespace.com/',
  '/media/jui/',
];
const SITE_GENERATORS: Table = [
  ['blogs', BLOG_GENERATORS],
  ['cms', CMS_GENERATORS],
];
const SITE_ASSETS: Table = [['cms', CMS_ASSETS]];
const ORGANIZATION = new Set([
  'Organization',
  'LocalBusiness',
  'Corporation',
  'NGO',
  'GovernmentOrganization',
  'EducationalOrganization',
]);

/** Every mark that `platformType` asks for; the reader looks for these alone. */
export const ASSET_MARKS: readonly string[] = [...BY_ASSET.flatMap(([, marks]) => marks), ...CMS_ASSETS];
