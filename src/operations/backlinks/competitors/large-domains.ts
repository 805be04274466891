/**
 * Sites that nearly everybody links to, whatever they write about: a link to them says nothing of who competes.
 *
 * Registrable domains by kind: social networks and video, search engines and portals, encyclopedias and archives,
 * short links, makers of browsers and systems with their app stores, code hosts, content delivery and tags,
 * marketplaces and reviews, payment, forms and the banners that stand in every footer. Publishers, institutions and
 * shops of one trade are not here: they can compete. Last looked through in 2026.
 */
const PLATFORMS: Readonly<Record<string, string>> = {
  social:
    'facebook.com fb.com fb.me messenger.com instagram.com threads.net threads.com x.com twitter.com youtube.com ' +
    'youtube-nocookie.com tiktok.com pinterest.com pinterest.co.uk pinterest.de pinterest.fr linkedin.com xing.com ' +
    'reddit.com quora.com snapchat.com vk.com ok.ru weibo.com qq.com whatsapp.com telegram.org telegram.me t.me ' +
    'discord.com discord.gg twitch.tv vimeo.com dailymotion.com flickr.com mastodon.social bsky.app line.me kakao.com ' +
    'soundcloud.com spotify.com slideshare.net scribd.com issuu.com imgur.com giphy.com linktr.ee patreon.com ' +
    'gravatar.com disqus.com nextdoor.com viber.com skype.com',
  search:
    'google.com google.co.uk google.de google.fr google.es google.it google.nl google.pl google.ca google.at google.ch ' +
    'google.be google.dk google.se google.no google.fi google.pt google.cz google.ru google.co.jp google.co.in ' +
    'google.com.au google.com.br google.com.mx google.com.tr googleblog.com withgoogle.com blog.google bing.com yahoo.com ' +
    'yahoo.co.jp duckduckgo.com baidu.com yandex.ru yandex.com naver.com daum.net seznam.cz ecosia.org aol.com msn.com',
  reference:
    'wikipedia.org wikimedia.org wikidata.org wiktionary.org wikihow.com britannica.com fandom.com archive.org ' +
    'archive.ph doi.org orcid.org openstreetmap.org creativecommons.org gutenberg.org imdb.com',
  shorteners:
    't.co bit.ly tinyurl.com ow.ly buff.ly is.gd rebrand.ly cutt.ly dlvr.it lnkd.in amzn.to youtu.be goo.gl g.co g.page ' +
    'shorturl.at rb.gy trib.al t.ly pin.it redd.it wa.me fb.watch aka.ms tiny.cc bl.ink',
  systems:
    'apple.com microsoft.com live.com office.com outlook.com windows.com adobe.com mozilla.org mozilla.com firefox.com ' +
    'opera.com android.com chrome.com oracle.com java.com w3.org schema.org ogp.me gmpg.org php.net wordpress.org ' +
    'drupal.org joomla.org',
  code: 'github.com gitlab.com bitbucket.org sourceforge.net stackoverflow.com stackexchange.com npmjs.com pypi.org codepen.io jsfiddle.net',
  delivery:
    'cloudflare.com cloudfront.net amazonaws.com akamai.com akamaihd.net akamaized.net fastly.net jsdelivr.net unpkg.com ' +
    'bootstrapcdn.com getbootstrap.com jquery.com fontawesome.com typekit.net fbcdn.net twimg.com ytimg.com wp.com ' +
    'azureedge.net windows.net googleapis.com gstatic.com googleusercontent.com googletagmanager.com ' +
    'google-analytics.com doubleclick.net googlesyndication.com googleadservices.com hotjar.com',
  marketplaces:
    'amazon.com amazon.co.uk amazon.de amazon.fr amazon.es amazon.it amazon.nl amazon.ca amazon.in amazon.co.jp ' +
    'amazon.com.au amazon.com.br ebay.com ebay.co.uk ebay.de ebay.fr ebay.com.au etsy.com alibaba.com aliexpress.com ' +
    'walmart.com temu.com trustpilot.com yelp.com tripadvisor.com tripadvisor.co.uk booking.com airbnb.com ' +
    'eventbrite.com eventbrite.co.uk meetup.com indeed.com glassdoor.com audible.com goodreads.com',
  services:
    'paypal.com paypal.me stripe.com dropbox.com zoom.us mailchimp.com list-manage.com hubspot.com surveymonkey.com ' +
    'typeform.com calendly.com notion.so canva.com shopify.com wix.com godaddy.com squarespace.com addtoany.com ' +
    'addthis.com sharethis.com feedburner.com feedly.com change.org gofundme.com onetrust.com cookiebot.com ' +
    'allaboutcookies.org aboutcookies.org youronlinechoices.com youronlinechoices.eu aboutads.info ' +
    'networkadvertising.org',
};

/**
 * Domains that give away names below their own. Taken as one domain they are platforms; taken by hosts, each name below
 * them is a site of its own owner and may well compete.
 */
const NAME_GIVERS =
  'wordpress.com blogspot.com blogger.com tumblr.com medium.com substack.com weebly.com wixsite.com webnode.com ' +
  'jimdo.com jimdosite.com jimdofree.com strikingly.com ghost.io livejournal.com typepad.com over-blog.com github.io ' +
  'gitlab.io netlify.app netlify.com vercel.app herokuapp.com pages.dev workers.dev web.app firebaseapp.com appspot.com ' +
  'azurewebsites.net myshopify.com godaddysites.com business.site carrd.co beehiiv.com notion.site readthedocs.io ' +
  'hatenablog.com ameblo.jp fc2.com altervista.org tripod.com angelfire.com';

const NAME_GIVERS_LISTED: readonly string[] = NAME_GIVERS.split(' ');
const PLATFORMS_LISTED: readonly string[] = Object.values(PLATFORMS).flatMap((names) => names.split(' '));

/** Registrable domains that are never answered as competitors while large ones are left out. */
export function largeDomains(mainDomain: boolean): readonly string[] {
  return mainDomain ? [...PLATFORMS_LISTED, ...NAME_GIVERS_LISTED] : PLATFORMS_LISTED;
}

/** Whether a host is the platform itself (`www.wordpress.com`) and not a name that it gave away. */
export function isNameGiver(host: string): boolean {
  return NAME_GIVERS_LISTED.includes(host.replace(/^www\./, ''));
}
