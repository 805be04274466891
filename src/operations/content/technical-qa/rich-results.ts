/**
 * Which properties Google asks for before it shows a type as a rich result, and which types it shows no longer.
 *
 * After developers.google.com/search/docs/appearance/structured-data, the page that each entry links; state of
 * 2026-07. Only what is certain to be required stands under required, since a failure names it. A type without
 * an entry may stand on a page; nothing is asked of it here.
 */
export interface RichResult {
  readonly type: string;
  /** Without one of these (each a choice of alternatives) there is no rich result. */
  readonly required: readonly (readonly string[])[];
  readonly recommended: readonly (readonly string[])[];
  readonly docs: string;
}

const DOCS = 'https://developers.google.com/search/docs/appearance/structured-data/';

/** `a|b` is a choice; properties are separated by spaces. */
function result(type: string, required: string, recommended: string, page: string): RichResult {
  return { type, required: choices(required), recommended: choices(recommended), docs: DOCS + page };
}

function choices(text: string): string[][] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((choice) => choice.split('|'));
}

const RICH_RESULTS: readonly RichResult[] = [
  result('Article', '', 'headline author datePublished image', 'article'),
  result('BreadcrumbList', 'itemListElement', '', 'breadcrumb'),
  result('Course', 'name description', 'provider', 'course'),
  result('Dataset', 'name description', 'license creator', 'dataset'),
  result(
    'DiscussionForumPosting',
    'author datePublished text|articleBody|image|video|sharedContent',
    'headline url',
    'discussion-forum',
  ),
  result('Event', 'name startDate location', 'endDate description image organizer|performer', 'event'),
  result(
    'JobPosting',
    'title description datePosted hiringOrganization jobLocation|applicantLocationRequirements',
    'baseSalary employmentType validThrough',
    'job-posting',
  ),
  result('LocalBusiness', 'name address', 'telephone url openingHoursSpecification|openingHours', 'local-business'),
  result('Movie', 'name image', '', 'movie'),
  result('Product', 'name offers|review|aggregateRating', 'image description brand', 'product-snippet'),
  result('ProfilePage', 'mainEntity', '', 'profile-page'),
  result('QAPage', 'mainEntity', '', 'qapage'),
  result('Recipe', 'name image', 'author datePublished description recipeIngredient recipeInstructions', 'recipe'),
  result(
    'SoftwareApplication',
    'name offers aggregateRating|review',
    'applicationCategory operatingSystem',
    'software-app',
  ),
  result('VideoObject', 'name thumbnailUrl|thumbnail uploadDate', 'description contentUrl|embedUrl duration', 'video'),
];

/** Types that Google has stopped showing, with the day that it said so; they do no harm and bring nothing there. */
export const RETIRED: ReadonlyMap<string, string> = new Map([
  ['HowTo', '2023-09-13'],
  ['ClaimReview', '2025-06-12'],
  ['EstimatedSalary', '2025-06-12'],
  ['OccupationAggregationByEmployer', '2025-06-12'],
  ['SpecialAnnouncement', '2025-06-12'],
  ['VehicleListing', '2025-06-12'],
  ['FAQPage', '2026-05-07'],
]);

const names = (text: string): readonly string[] => text.split(' ');

/** Narrower types that count as a broader one (schema.org 30.0), those that pages really use. */
const SUBTYPES: Readonly<Record<string, readonly string[]>> = {
  Article: names(
    'NewsArticle BlogPosting TechArticle ScholarlyArticle Report SocialMediaPosting LiveBlogPosting AnalysisNewsArticle OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle BackgroundNewsArticle SatiricalArticle AdvertiserContentArticle',
  ),
  Product: names('ProductGroup IndividualProduct ProductModel SomeProducts Vehicle Car'),
  SoftwareApplication: names('MobileApplication WebApplication VideoGame'),
  Event: names(
    'BusinessEvent ChildrensEvent ComedyEvent CourseInstance DanceEvent DeliveryEvent EducationEvent EventSeries ExhibitionEvent Festival FoodEvent Hackathon LiteraryEvent MusicEvent SaleEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent VisualArtsEvent',
  ),
  LocalBusiness: names(
    'AnimalShelter ArchiveOrganization AutomotiveBusiness AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash GasStation MotorcycleDealer ' +
      'ChildCare Dentist DryCleaningOrLaundry EmergencyService FireStation Hospital PoliceStation EmploymentAgency EntertainmentBusiness AmusementPark ArtGallery ' +
      'Casino ComedyClub MovieTheater NightClub FinancialService AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency FoodEstablishment Bakery ' +
      'BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery GovernmentOffice PostOffice HealthAndBeautyBusiness ' +
      'BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor HomeAndConstructionBusiness Electrician GeneralContractor HVACBusiness HousePainter ' +
      'Locksmith MovingCompany Plumber RoofingContractor InternetCafe LegalService Attorney Notary Library LodgingBusiness BedAndBreakfast Campground Hostel ' +
      'Hotel Motel Resort SkiResort MedicalBusiness MedicalClinic Optician Pharmacy Physician VeterinaryCare ProfessionalService RadioStation RealEstateAgent ' +
      'RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation BowlingAlley ExerciseGym GolfCourse PublicSwimmingPool SportsClub StadiumOrArena ' +
      'TennisComplex Store BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore GardenStore ' +
      'GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore MovieRentalStore MusicStore ' +
      'OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore WholesaleStore TelevisionStation ' +
      'TouristInformationCenter TravelAgency',
  ),
};

const BROADER: ReadonlyMap<string, string> = new Map(
  Object.entries(SUBTYPES).flatMap(([broad, narrow]) => narrow.map((name): [string, string] => [name, broad])),
);

/** Whether a type is `kind` or narrower. */
export function isKind(type: string, kind: string): boolean {
  return type === kind || BROADER.get(type) === kind;
}

/** Types beside those above that are spelled often enough to be misspelled often. */
const COMMON = names(
  'AboutPage AggregateOffer AggregateRating Answer Audiobook Blog Book Brand Clip CollectionPage Comment ContactPage ContactPoint Corporation Country ' +
    'CreativeWork DefinedTerm EducationalOrganization GeoCoordinates HowToStep ImageObject ItemList ItemPage ListItem MedicalWebPage MerchantReturnPolicy ' +
    'MonetaryAmount NewsMediaOrganization NGO Occupation Offer OfferCatalog OfferShippingDetails OpeningHoursSpecification Organization Person Place ' +
    'PodcastEpisode PodcastSeries PostalAddress PriceSpecification PropertyValue QuantitativeValue Question Quiz Rating Review SearchAction SearchResultsPage ' +
    'Service SiteNavigationElement SpeakableSpecification Thing Trip UnitPriceSpecification UserReview VirtualLocation WPFooter WPHeader WPSideBar WebAPI ' +
    'WebPage WebPageElement WebSite EntryPoint ReadAction',
);

const BY_LOWER_CASE: ReadonlyMap<string, string> = new Map(
  [...COMMON, ...RICH_RESULTS.map((each) => each.type), ...RETIRED.keys(), ...BROADER.keys()].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/** The known type that a name differs from only in its case: type names are case-sensitive. */
export function misspelled(type: string): string | undefined {
  const known =
    BY_LOWER_CASE.get(type.toLowerCase()) ?? BY_LOWER_CASE.get(type.toLowerCase().replaceAll(/[\s_-]/g, ''));
  return known === type ? undefined : known;
}

export function richResultOf(types: readonly string[]): RichResult | undefined {
  return RICH_RESULTS.find((each) => types.some((type) => isKind(type, each.type)));
}
