import { isKind } from '../../../web/structured-data/vocabulary.ts';
import { article, faqPage, headingList, howTo, recipe, review } from './build-content.ts';
import { course, dataset, event, job, profile } from './build-occasion.ts';
import { localBusiness, product, software } from './build-offer.ts';
import { breadcrumb, organization, type Role, video, webPage } from './build-page.ts';
import { beginDraft } from './begin.ts';
import { type Candidate, candidates, POINTS_MIN } from './detect.ts';
import type { Draft } from './draft.ts';
import { hasChoice } from '../../../web/structured-data/json.ts';
import { findMainType } from './main-type.ts';
import type { PageFacts } from './page-facts.ts';
import { RICH_TYPES, type RichType } from '../../../web/structured-data/rich-results.ts';

/** A thing that the page should be described with. */
export interface PlannedNode {
  readonly type: string;
  readonly role: Role;
  readonly why: readonly string[];
  readonly draft: Draft;
  readonly rules: RichType;
  /** Required properties that neither page nor structured data have. */
  readonly missing_required: readonly string[];
  readonly missing_recommended: readonly string[];
  /** Complete enough that validators take it. */
  readonly publishable: boolean;
}

const BUILDERS: Readonly<Record<string, (facts: PageFacts, role: Role) => Draft>> = {
  Article: (facts) => article(facts, 'Article'),
  BlogPosting: (facts) => article(facts, 'BlogPosting'),
  TechArticle: (facts) => article(facts, 'TechArticle'),
  CollectionPage: (facts) => beginDraft(facts, 'CollectionPage', 'name', 'description', 'url', 'inLanguage'),
  ItemList: headingList,
  Service: (facts) => beginDraft(facts, 'Service', 'name', 'description', 'provider', 'url'),
  // Who posted what stands in too many places of a thread to be read without the page's own data.
  DiscussionForumPosting: (facts) => beginDraft(facts, 'DiscussionForumPosting', 'headline', 'url'),
  Product: product,
  SoftwareApplication: software,
  LocalBusiness: localBusiness,
  Recipe: recipe,
  Event: event,
  JobPosting: job,
  Course: course,
  Dataset: dataset,
  VideoObject: video,
  Review: review,
  ProfilePage: profile,
  FAQPage: faqPage,
  HowTo: howTo,
  Organization: organization,
  BreadcrumbList: breadcrumb,
  WebPage: webPage,
};

const WEB_PAGE = 'WebPage';
/** Things that may stand beside any main one. */
const COMPANIONS = ['BreadcrumbList', 'VideoObject', 'FAQPage', 'Organization', 'Article'];

export interface NodePlan {
  readonly nodes: readonly PlannedNode[];
  readonly source: 'given' | 'detected' | 'unknown';
}

/** The main thing, what stands beside it, and the page itself. */
export function plannedNodes(facts: PageFacts): NodePlan {
  const found = candidates(facts);
  const main = findMainType(facts, found);
  const nodes: PlannedNode[] = [];
  if (main !== undefined) nodes.push(planned(facts, main.type, 'main', main.why));
  for (const type of COMPANIONS) {
    const node = companion(facts, type, main?.type ?? '', found);
    if (node !== undefined) nodes.push(node);
  }
  nodes.push(planned(facts, WEB_PAGE, 'page', ['every page']));
  const source = facts.input.page_type === 'auto' ? (main?.source ?? 'unknown') : 'given';
  return { nodes, source };
}

function companion(facts: PageFacts, type: string, main: string, found: readonly Candidate[]): PlannedNode | undefined {
  // An article may hold a list; other pages are not articles besides.
  if (type === 'Article' && main !== 'ItemList') return undefined;
  // A business is its own organisation.
  if (isKind(main, type) || (type === 'Organization' && isKind(main, 'LocalBusiness'))) return undefined;
  const { points, why } = found.find((each) => each.type === type) ?? NOTHING_SAID;
  if (type !== 'BreadcrumbList') return points < POINTS_MIN ? undefined : planned(facts, type, 'beside', why);
  const node = planned(facts, type, 'beside', why);
  return node.publishable ? node : undefined;
}

/** A breadcrumb speaks for itself. */
const NOTHING_SAID = { points: 0, why: ['a breadcrumb navigation'] };

function planned(facts: PageFacts, type: string, role: Role, why: readonly string[]): PlannedNode {
  const draft = (BUILDERS[type] ?? ((each: PageFacts) => beginDraft(each, type)))(facts, role);
  const rules = RICH_TYPES.find((each) => isKind(type, each.type)) ?? RICH_TYPES.find((each) => each.type === WEB_PAGE);
  if (rules === undefined) throw new Error('The table of types is empty.');
  const { node } = draft;
  const lacking = (choices: readonly string[]): string[] => choices.filter((choice) => !hasChoice(node, choice));
  return {
    type: draft.types.join(', ').slice(0, 100),
    role,
    why,
    draft,
    rules,
    missing_required: lacking(rules.required),
    missing_recommended: lacking([...rules.recommended, ...rules.optional]).filter(
      (choice) => !rules.required.includes(choice),
    ),
    publishable: lacking(rules.minimum).length === 0,
  };
}
