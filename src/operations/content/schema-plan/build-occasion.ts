import { cleanText } from '../../../text/normalize.ts';
import { addStated, beginDraft } from './begin.ts';
import { addressOf, offerOf, priceOf } from './build-offer.ts';
import { profiles } from './build-page.ts';
import { type Draft, type Find, find, thing } from './draft.ts';
import type { Json, JsonObject } from '../../../web/structured-data/json.ts';
import { labelled, quoteLabel } from './labels.ts';
import { LABEL, readValues } from './names.ts';
import { labelledDate, type PageFacts } from './page-facts.ts';
import { addressIn, countryIn } from './places.ts';
import { moneyOf } from './values.ts';

export function event(facts: PageFacts): Draft {
  const draft = beginDraft(facts, 'Event', 'name', 'description', 'image');
  draft.take('startDate', labelledDate(facts.labels, LABEL.starts));
  draft.take('endDate', labelledDate(facts.labels, LABEL.ends));
  draft.take('location', venueOf(facts));
  draft.take('offers', offerOf(facts));
  draft.take('organizer', namedOrganization(facts, LABEL.organizer));
  const performer = labelled(facts.labels, LABEL.performer);
  const names = performer?.value.split(/\s*,\s*|\s+(?:and|und|y|et)\s+/).slice(0, 10) ?? [];
  const people = names.flatMap((name) => thing('Person', { name: cleanText(name, 80) }) ?? []);
  return draft.set('performer', people, performer === undefined ? '' : quoteLabel(performer));
}

function namedOrganization(facts: PageFacts, label: RegExp): Find | undefined {
  const found = labelled(facts.labels, label);
  if (found === undefined) return undefined;
  return find(thing('Organization', { name: cleanText(found.value, 100) }), quoteLabel(found));
}

const ONLINE = /^(?:online|virtual|livestream|webinar|zoom|en línea|en ligne|オンライン)(?!\p{L})/iu;

function venueOf(facts: PageFacts): Find | undefined {
  const label = labelled(facts.labels, LABEL.venue);
  if (label === undefined) {
    const address = addressOf(facts);
    return address === undefined ? undefined : find(thing('Place', { address: address.value }), address.evidence);
  }
  if (ONLINE.test(label.value)) return find(thing('VirtualLocation', { url: facts.url }), quoteLabel(label));
  const address = addressIn(label.value);
  const name = cleanText(label.value.split(/\s*[,(]\s*/)[0] ?? '', 100);
  const place = thing('Place', {
    name: /\d/.test(name) ? undefined : name,
    address: address ?? plainAddress(label.value, name) ?? addressOf(facts)?.value,
  });
  return find(place, quoteLabel(label));
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
  const draft = beginDraft(facts, 'JobPosting');
  const { labels } = facts;
  const title = labelled(labels, LABEL.job_title);
  draft.set(
    'title',
    title?.value.slice(0, 150) ?? facts.name?.value,
    title === undefined ? (facts.name?.evidence ?? '') : quoteLabel(title),
  );
  draft.set('description', cleanText(facts.text, DESCRIPTION_CHARACTERS_MAX), 'text of the page');
  draft.take('datePosted', labelledDate(facts.labels, LABEL.posted), facts.published);
  draft.take('validThrough', labelledDate(facts.labels, LABEL.deadline));
  draft.take('hiringOrganization', namedOrganization(facts, LABEL.employer), facts.publisher);
  draft.take('jobLocation', jobPlace(facts));
  const type = labelled(labels, LABEL.employment)?.value;
  draft.set(
    'employmentType',
    EMPLOYMENT.filter(([pattern]) => pattern.test(type ?? '')).map(([, name]) => name),
    'employment type',
  );
  const salary = labelled(labels, LABEL.salary);
  return salary === undefined ? draft : draft.set('baseSalary', salaryOf(salary.value), quoteLabel(salary));
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
  return find(thing('Place', { address }), quoteLabel(label));
}

const PAY_PERIODS = readValues('pay_period');
/** As Google names them. */
const EMPLOYMENT = readValues('employment');

/** `€55,000–65,000 a year`; without a currency and a unit of time it says too little. */
function salaryOf(written: string): JsonObject | undefined {
  const unit = PAY_PERIODS.find(([pattern]) => pattern.test(written))?.[1];
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
  const draft = beginDraft(facts, 'Course', 'name', 'description', 'url');
  draft.take('provider', namedOrganization(facts, LABEL.provider), facts.publisher);
  const price = priceOf(facts);
  if (price?.currency === undefined) return draft;
  const offer = thing('Offer', { price: price.amount, priceCurrency: price.currency, category: 'Paid' });
  return draft.set('offers', offer, price.evidence);
}

export function dataset(facts: PageFacts): Draft {
  const draft = beginDraft(facts, 'Dataset', 'name', 'description', 'url');
  const { labels, page } = facts;
  const license = labelled(labels, LABEL.license);
  const linked = page.links.find(
    ({ url, text }) => url !== undefined && /creativecommons\.org\/|opendatacommons\.org\//.test(url) && text !== '',
  );
  draft.set(
    'license',
    linked?.url ?? license?.value.slice(0, 200),
    license === undefined ? 'link to the license' : quoteLabel(license),
  );
  draft.take('creator', namedOrganization(facts, LABEL.creator), facts.author);
  draft.set('distribution', downloads(facts), 'download links');
  draft.set('temporalCoverage', labelled(labels, LABEL.temporal)?.value.slice(0, 100), 'period');
  draft.set('spatialCoverage', labelled(labels, LABEL.spatial)?.value.slice(0, 100), 'area');
  return addStated(draft, facts, 'dateModified');
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
  const draft = beginDraft(facts, 'ProfilePage');
  const person: Record<string, Json | undefined> = {
    name: facts.name?.value,
    description: facts.description?.value,
    image: facts.image?.value,
    sameAs: profiles(facts, 'person'),
  };
  draft.set('mainEntity', facts.name === undefined ? undefined : thing('Person', person), facts.name?.evidence ?? '');
  return addStated(draft, facts, 'dateModified');
}
