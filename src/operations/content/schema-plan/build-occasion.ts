import { cleanText } from '../../../text/normalize.ts';
import { begin } from './begin.ts';
import { addressOf, offerOf, priceOf } from './build-offer.ts';
import { profiles, publisherOf } from './build-page.ts';
import { type Draft, type Find, find, thing } from './draft.ts';
import type { Json, JsonObject } from '../../../web/structured-data/json.ts';
import { type Label, labelled } from './labels.ts';
import { LABEL } from './names.ts';
import { labelledDate, type PageFacts } from './page-facts.ts';
import { addressIn, countryIn } from './places.ts';
import { EMPLOYMENT, moneyOf } from './values.ts';

const quote = ({ name, value }: Label): string => `“${name}: ${value.slice(0, 60)}”`;

export function event(facts: PageFacts): Draft {
  const draft = begin(facts, 'Event');
  const { labels } = facts;
  draft.take('name', facts.name);
  draft.take('description', facts.description);
  draft.take('image', facts.image);
  draft.take('startDate', labelledDate(facts.labels, LABEL.starts));
  draft.take('endDate', labelledDate(facts.labels, LABEL.ends));
  draft.take('location', venueOf(facts));
  draft.take('offers', offerOf(facts));
  const organizer = labelled(labels, LABEL.organizer);
  draft.set(
    'organizer',
    organizer === undefined ? undefined : thing('Organization', { name: cleanText(organizer.value, 100) }),
    organizer === undefined ? '' : quote(organizer),
  );
  const performer = labelled(labels, LABEL.performer);
  const names = performer?.value.split(/\s*,\s*|\s+(?:and|und|y|et)\s+/).slice(0, 10) ?? [];
  draft.set(
    'performer',
    names.flatMap((name) => thing('Person', { name: cleanText(name, 80) }) ?? []),
    performer === undefined ? '' : quote(performer),
  );
  return draft;
}

const ONLINE = /^(?:online|virtual|livestream|webinar|zoom|en línea|en ligne|オンライン)(?!\p{L})/iu;

function venueOf(facts: PageFacts): Find | undefined {
  const label = labelled(facts.labels, LABEL.venue);
  if (label === undefined) {
    const address = addressOf(facts);
    return address === undefined ? undefined : find(thing('Place', { address: address.value }), address.evidence);
  }
  if (ONLINE.test(label.value)) return find(thing('VirtualLocation', { url: facts.url }), quote(label));
  const address = addressIn(label.value);
  const name = cleanText(label.value.split(/\s*[,(]\s*/)[0] ?? '', 100);
  const place = thing('Place', {
    name: /\d/.test(name) ? undefined : name,
    address: address ?? plainAddress(label.value, name) ?? addressOf(facts)?.value,
  });
  return find(place, quote(label));
}

/** What stands behind the name of the place; an address may be plain text. */
function plainAddress(written: string, name: string): string | undefined {
  const rest = cleanText(
    written
      .slice(name.length)
      .replace(/^[\s,(]+/, '')
      .replace(/\)$/, ''),
    200,
  );
  return rest === '' ? undefined : rest;
}

const DESCRIPTION_CHARACTERS_MAX = 5000;

export function job(facts: PageFacts): Draft {
  const draft = begin(facts, 'JobPosting');
  const { labels } = facts;
  const title = labelled(labels, LABEL.job_title);
  draft.set(
    'title',
    title?.value.slice(0, 150) ?? facts.name?.value,
    title === undefined ? (facts.name?.evidence ?? '') : quote(title),
  );
  draft.set('description', cleanText(facts.text, DESCRIPTION_CHARACTERS_MAX), 'text of the page');
  draft.take('datePosted', labelledDate(facts.labels, LABEL.posted), facts.published);
  draft.take('validThrough', labelledDate(facts.labels, LABEL.deadline));
  const employer = labelled(labels, LABEL.employer);
  const site = publisherOf(facts);
  draft.set(
    'hiringOrganization',
    employer === undefined ? undefined : thing('Organization', { name: cleanText(employer.value, 100) }),
    employer === undefined ? '' : quote(employer),
  );
  draft.take('hiringOrganization', site);
  draft.take('jobLocation', jobPlace(facts));
  const type = labelled(labels, LABEL.employment)?.value;
  draft.set(
    'employmentType',
    EMPLOYMENT.filter(([pattern]) => pattern.test(type ?? '')).map(([, name]) => name),
    'employment type',
  );
  const salary = labelled(labels, LABEL.salary);
  draft.set(
    'baseSalary',
    salary === undefined ? undefined : salaryOf(salary.value),
    salary === undefined ? '' : quote(salary),
  );
  return draft;
}

function jobPlace(facts: PageFacts): Find | undefined {
  const label = labelled(facts.labels, LABEL.job_place) ?? labelled(facts.labels, LABEL.venue);
  if (label === undefined) {
    const address = addressOf(facts);
    return address === undefined ? undefined : find(thing('Place', { address: address.value }), address.evidence);
  }
  const full = addressIn(label.value);
  const [city = ''] = label.value.split(/\s*[,(]\s*/);
  const address: JsonObject | undefined =
    full ?? thing('PostalAddress', { addressLocality: cleanText(city, 80), addressCountry: countryIn(label.value) });
  return find(thing('Place', { address }), quote(label));
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/year|annual|p\.?a\.?|jahr|año|anual|\ban\b|par an|annuel|年/iu, 'YEAR'],
  [/month|monat|mes|mois|月/iu, 'MONTH'],
  [/hour|stunde|hora|heure|時/iu, 'HOUR'],
  [/week|woche|semana|semaine/iu, 'WEEK'],
  [/\bday|\btag\b|día|jour/iu, 'DAY'],
];

/** `€55,000–65,000 a year`; without a currency and a unit of time it says too little. */
function salaryOf(written: string): JsonObject | undefined {
  const unit = UNITS.find(([pattern]) => pattern.test(written))?.[1];
  const amounts = [...written.matchAll(/\d{1,3}(?:[.,’' \u00a0]\d{3})+|\d{2,9}(?:[.,]\d{1,2})?/gu).take(2)].map(
    ([text]) => Number(moneyOf(text)?.amount),
  );
  const currency = moneyOf(written)?.currency;
  const [low, high] = amounts;
  if (unit === undefined || currency === undefined || low === undefined || Number.isNaN(low)) return undefined;
  const range: Record<string, Json | undefined> =
    high === undefined || high <= low ? { value: low } : { minValue: low, maxValue: high };
  return thing('MonetaryAmount', { currency, value: thing('QuantitativeValue', { ...range, unitText: unit }) });
}

export function course(facts: PageFacts): Draft {
  const draft = begin(facts, 'Course');
  draft.take('name', facts.name);
  draft.take('description', facts.description);
  draft.set('url', facts.url, 'address of the page');
  const provider = labelled(facts.labels, LABEL.provider);
  draft.set(
    'provider',
    provider === undefined ? undefined : thing('Organization', { name: cleanText(provider.value, 100) }),
    provider === undefined ? '' : quote(provider),
  );
  draft.take('provider', publisherOf(facts));
  const price = priceOf(facts);
  const offer =
    price?.currency === undefined
      ? undefined
      : thing('Offer', { price: price.amount, priceCurrency: price.currency, category: 'Paid' });
  draft.set('offers', offer, price?.evidence ?? '');
  return draft;
}

export function dataset(facts: PageFacts): Draft {
  const draft = begin(facts, 'Dataset');
  const { labels, page } = facts;
  draft.take('name', facts.name);
  draft.take('description', facts.description);
  draft.set('url', facts.url, 'address of the page');
  const license = labelled(labels, LABEL.license);
  const linked = page.links.find(
    ({ url, text }) => url !== undefined && /creativecommons\.org\/|opendatacommons\.org\//.test(url) && text !== '',
  );
  draft.set(
    'license',
    linked?.url ?? license?.value.slice(0, 200),
    license === undefined ? 'link to the licence' : quote(license),
  );
  const creator = labelled(labels, LABEL.creator);
  draft.set(
    'creator',
    creator === undefined ? undefined : thing('Organization', { name: cleanText(creator.value, 100) }),
    creator === undefined ? '' : quote(creator),
  );
  draft.take('creator', facts.author);
  draft.set('distribution', downloads(facts), 'download links');
  draft.set('temporalCoverage', labelled(labels, LABEL.temporal)?.value.slice(0, 100), 'period');
  draft.set('spatialCoverage', labelled(labels, LABEL.spatial)?.value.slice(0, 100), 'area');
  draft.take('dateModified', facts.modified);
  return draft;
}

const FILE = /\.(csv|tsv|json|geojson|xlsx?|parquet|zip|xml|nc|rdf)(?:\.gz)?(?:$|\?)/i;
const MEDIA: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  geojson: 'application/geo+json',
  xml: 'application/xml',
  zip: 'application/zip',
};

export function downloads(facts: PageFacts): JsonObject[] {
  return facts.page.links
    .flatMap(({ url }): JsonObject[] => {
      const kind = FILE.exec(url ?? '')?.[1]?.toLowerCase();
      if (kind === undefined) return [];
      const download = thing('DataDownload', { contentUrl: url, encodingFormat: MEDIA[kind] ?? kind });
      return download === undefined ? [] : [download];
    })
    .slice(0, 20);
}

export function profile(facts: PageFacts): Draft {
  const draft = begin(facts, 'ProfilePage');
  const person: Record<string, Json | undefined> = {
    name: facts.name?.value,
    description: facts.description?.value,
    image: facts.image?.value,
    sameAs: profiles(facts, 'person'),
  };
  draft.set('mainEntity', facts.name === undefined ? undefined : thing('Person', person), facts.name?.evidence ?? '');
  draft.take('dateModified', facts.modified);
  return draft;
}
