/** Names of schema.org 30.0 that pages use, and how values of some are written. Data. */

const words = (text: string): readonly string[] => text.split(' ');

const PROPERTIES = words(
  'acceptedAnswer actor additionalType address addressCountry addressLocality addressRegion aggregateRating alternateName answerCount applicantLocationRequirements ' +
    'applicationCategory areaServed article articleBody articleSection author availability award baseSalary bestRating birthDate brand breadcrumb caption category ' +
    'closes comment commentCount contactPoint contactType contentUrl cookTime copyrightYear courseMode creator currency dateCreated dateModified datePosted ' +
    'datePublished dayOfWeek department description director directApply distribution downloadUrl duration educationalLevel email embedUrl employmentType encodingFormat ' +
    'endDate estimatedCost eventAttendanceMode eventStatus expires fileSize founder foundingDate geo gtin gtin12 gtin13 gtin14 gtin8 hasCourseInstance hasMenu ' +
    'hasMerchantReturnPolicy hasPart headline height hiringOrganization highPrice identifier image inLanguage interactionStatistic isAccessibleForFree isPartOf ' +
    'isbn item itemCondition itemListElement itemOffered itemReviewed jobLocation jobLocationType jobTitle keywords knowsAbout lastReviewed latitude legalName ' +
    'license location logo longitude lowPrice mainEntity mainEntityOfPage manufacturer material maxValue memberOf menu minValue model mpn name numberOfItems ' +
    'numberOfPages nutrition offerCount offers openingHours openingHoursSpecification opens operatingSystem organizer paymentAccepted performer performTime postalCode ' +
    'position potentialAction prepTime price priceCurrency priceRange priceSpecification priceValidUntil primaryImageOfPage productID provider publisher query ' +
    'ratingCount ratingValue recipeCategory recipeCuisine recipeIngredient recipeInstructions recipeYield releaseDate review reviewBody reviewCount reviewRating reviewedBy sameAs ' +
    'screenshot sender serviceType servesCuisine shippingDetails size sku softwareRequirements softwareVersion spatialCoverage speakable sponsor startDate step ' +
    'streetAddress suggestedAnswer supply target telephone temporalCoverage text thumbnail thumbnailUrl title tool totalTime transcript unitCode unitText uploadDate upvoteCount ' +
    'url validFrom validThrough value variesBy video weight width wordCount worksFor worstRating calories suitableForDiet totalCost workHours responsibilities skills qualifications',
);

const BY_LOWER_CASE: ReadonlyMap<string, string> = new Map(PROPERTIES.map((name) => [name.toLowerCase(), name]));
const KNOWN: ReadonlySet<string> = new Set(PROPERTIES);

/** The known property that a name differs from only in its case or in `_` and `-`: names are case-sensitive. */
export function misspelledProperty(name: string): string | undefined {
  if (KNOWN.has(name)) return undefined;
  const folded = name.toLowerCase();
  return BY_LOWER_CASE.get(folded) ?? BY_LOWER_CASE.get(folded.replaceAll(/[_-]/g, ''));
}

export const PRICES: ReadonlySet<string> = new Set(['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice']);
export const DATES: ReadonlySet<string> = new Set(
  words(
    'datePublished dateModified dateCreated uploadDate startDate endDate datePosted validThrough validFrom priceValidUntil expires lastReviewed releaseDate',
  ),
);
export const DURATIONS: ReadonlySet<string> = new Set(words('prepTime cookTime totalTime performTime duration'));
export const ADDRESSES: ReadonlySet<string> = new Set(
  words(
    'url image logo contentUrl embedUrl thumbnailUrl item sameAs mainEntityOfPage downloadUrl screenshot hasMenu menu',
  ),
);
export const DECIMALS: ReadonlySet<string> = new Set(['ratingValue', 'bestRating', 'worstRating']);
export const COUNTS: ReadonlySet<string> = new Set(['ratingCount', 'reviewCount', 'offerCount', 'answerCount']);

/** Words of shops and the members of ItemAvailability that they mean. */
const AVAILABILITY: readonly (readonly [RegExp, string])[] = [
  [/pre-?order|vorbestell|reserva anticipada|précommande|予約受付/iu, 'PreOrder'],
  [/back-?order|nachbestell/iu, 'BackOrder'],
  [
    /out[ -]?of[ -]?stock|sold[ -]?out|ausverkauft|nicht (?:auf lager|verfügbar|lieferbar)|agotado|sin existencias|rupture|épuisé|indisponible|在庫切れ|売り切れ/iu,
    'OutOfStock',
  ],
  [/in[ -]?stock|auf lager|sofort lieferbar|lieferbar|vorrätig|en stock|disponible|disponibile|在庫あり/iu, 'InStock'],
  [/discontinued|nicht mehr erhältlich|descatalogado/iu, 'Discontinued'],
];

export function availabilityIn(text: string): string | undefined {
  const member =
    /^(?:https?:\/\/schema\.org\/)?(InStock|OutOfStock|PreOrder|BackOrder|Discontinued|LimitedAvailability|InStoreOnly|OnlineOnly|SoldOut|PreSale|MadeToOrder)$/.exec(
      text.trim(),
    )?.[1];
  const meant = member ?? AVAILABILITY.find(([pattern]) => pattern.test(text.slice(0, 300)))?.[1];
  return meant === undefined ? undefined : `https://schema.org/${meant}`;
}

/** Names of employment as Google wants them. */
export const EMPLOYMENT: readonly (readonly [RegExp, string])[] = [
  [/full[ -]?time|vollzeit|tiempo completo|jornada completa|temps plein|正社員/iu, 'FULL_TIME'],
  [/part[ -]?time|teilzeit|tiempo parcial|media jornada|temps partiel/iu, 'PART_TIME'],
  [/intern(?:ship)?\b|praktikum|prácticas|stage\b/iu, 'INTERN'],
  [/contract(?:or)?\b|freelance|freiberuf/iu, 'CONTRACTOR'],
  [/temporary|befristet|temporal|cdd\b/iu, 'TEMPORARY'],
  [/volunteer|ehrenamt|voluntari|bénévol/iu, 'VOLUNTEER'],
];
