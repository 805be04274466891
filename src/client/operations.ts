// Written by `npm run gen`. Do not edit.

import type {
  CreditsRequest,
  CreditsAnswer,
  UsageRequest,
  UsageAnswer,
  AnswersGetRequest,
  AnswersGetAnswer,
  CrawlsCreateRequest,
  CrawlsCreateAnswer,
  CrawlsGetRequest,
  CrawlsGetAnswer,
  CrawlsListRequest,
  CrawlsListAnswer,
  CrawlsPreviewRequest,
  CrawlsPreviewAnswer,
  CrawlsRedirectsRequest,
  CrawlsRedirectsAnswer,
  CrawlsSetRequest,
  CrawlsSetAnswer,
  HostsDeleteRequest,
  HostsDeleteAnswer,
  HostsListRequest,
  HostsListAnswer,
  HostsProveRequest,
  HostsProveAnswer,
  ImportsCreateRequest,
  ImportsCreateAnswer,
  ImportsGetRequest,
  ImportsGetAnswer,
  ImportsListRequest,
  ImportsListAnswer,
  InvitationsCreateRequest,
  InvitationsCreateAnswer,
  InvitationsDeleteRequest,
  InvitationsDeleteAnswer,
  JobsCancelRequest,
  JobsCancelAnswer,
  JobsGetRequest,
  JobsGetAnswer,
  JobsListRequest,
  JobsListAnswer,
  ProjectsDeleteRequest,
  ProjectsDeleteAnswer,
  ProjectsGetRequest,
  ProjectsGetAnswer,
  ProjectsListRequest,
  ProjectsListAnswer,
  ProjectsSetRequest,
  ProjectsSetAnswer,
  RankTargetsAddRequest,
  RankTargetsAddAnswer,
  RankTargetsDeleteRequest,
  RankTargetsDeleteAnswer,
  RankTargetsListRequest,
  RankTargetsListAnswer,
  RankTargetsUpdateRequest,
  RankTargetsUpdateAnswer,
  SchedulesDeleteRequest,
  SchedulesDeleteAnswer,
  SchedulesListRequest,
  SchedulesListAnswer,
  SchedulesSetRequest,
  SchedulesSetAnswer,
  SitesCreateRequest,
  SitesCreateAnswer,
  SitesDeleteRequest,
  SitesDeleteAnswer,
  SitesGetRequest,
  SitesGetAnswer,
  SitesListRequest,
  SitesListAnswer,
  SitesUpdateRequest,
  SitesUpdateAnswer,
  SourcesListRequest,
  SourcesListAnswer,
  SourcesTestRequest,
  SourcesTestAnswer,
  TasksAddRequest,
  TasksAddAnswer,
  TasksListRequest,
  TasksListAnswer,
  TasksUpdateRequest,
  TasksUpdateAnswer,
  UsersListRequest,
  UsersListAnswer,
  UsersRemoveRequest,
  UsersRemoveAnswer,
  UsersSetRequest,
  UsersSetAnswer,
  WebhooksDeliveriesListRequest,
  WebhooksDeliveriesListAnswer,
  WebhooksDeliveriesRetryRequest,
  WebhooksDeliveriesRetryAnswer,
  WebhooksEndpointsCreateRequest,
  WebhooksEndpointsCreateAnswer,
  WebhooksEndpointsDeleteRequest,
  WebhooksEndpointsDeleteAnswer,
  WebhooksEndpointsListRequest,
  WebhooksEndpointsListAnswer,
  WebhooksEndpointsRotateRequest,
  WebhooksEndpointsRotateAnswer,
  WebhooksEndpointsTestRequest,
  WebhooksEndpointsTestAnswer,
  WebhooksEndpointsUpdateRequest,
  WebhooksEndpointsUpdateAnswer,
} from './types/account.ts';
import type {
  AiOverviewExtractRequest,
  AiOverviewExtractAnswer,
  AiVisibilityPromptSetRequest,
  AiVisibilityPromptSetAnswer,
  LlmMentionsTrackRequest,
  LlmMentionsTrackAnswer,
  SocialListenRequest,
  SocialListenAnswer,
} from './types/visibility.ts';
import type {
  AuditLocalBatchRequest,
  AuditLocalRequest,
  AuditLocalAnswer,
  LocalVisibilityTrackRequest,
  LocalVisibilityTrackAnswer,
} from './types/places.ts';
import type {
  BacklinksAnchorsRequest,
  BacklinksAnchorsAnswer,
  BacklinksCompetitorsRequest,
  BacklinksCompetitorsAnswer,
  BacklinksDomainPagesRequest,
  BacklinksDomainPagesAnswer,
  BacklinksListRequest,
  BacklinksListAnswer,
  BacklinksNewLostTimeseriesRequest,
  BacklinksNewLostTimeseriesAnswer,
  BacklinksOpportunityFinderRequest,
  BacklinksOpportunityFinderAnswer,
  BacklinksPageIntersectionRequest,
  BacklinksPageIntersectionAnswer,
  BacklinksReferringDomainsRequest,
  BacklinksReferringDomainsAnswer,
  BacklinksSummaryRequest,
  BacklinksSummaryAnswer,
} from './types/backlinks.ts';
import type {
  ContentDecayDetectRequest,
  ContentDecayDetectAnswer,
  DomainCompetitorsRequest,
  DomainCompetitorsAnswer,
  DomainIntersectionRequest,
  DomainIntersectionAnswer,
  DomainRankedKeywordsRequest,
  DomainRankedKeywordsAnswer,
  DomainRelevantPagesRequest,
  DomainRelevantPagesAnswer,
  DomainTrafficEstimateRequest,
  DomainTrafficEstimateAnswer,
  OpportunitiesBriefRequest,
  OpportunitiesBriefAnswer,
  OpportunitiesFindRequest,
  OpportunitiesFindAnswer,
  PagesIntersectionRequest,
  PagesIntersectionAnswer,
} from './types/rankings.ts';
import type {
  ContentActionPlanRequest,
  ContentActionPlanAnswer,
  ContentBriefRequest,
  ContentBriefAnswer,
  ContentCannibalizationRequest,
  ContentCannibalizationAnswer,
  ContentCompetitorGapMatrixRequest,
  ContentCompetitorGapMatrixAnswer,
  ContentDraftQaRequest,
  ContentDraftQaAnswer,
  ContentGapRequest,
  ContentGapAnswer,
  ContentInternalLinksRequest,
  ContentInternalLinksAnswer,
  ContentKeywordMapRequest,
  ContentKeywordMapAnswer,
  ContentProgrammaticTemplateRequest,
  ContentProgrammaticTemplateAnswer,
  ContentRefreshBriefRequest,
  ContentRefreshBriefAnswer,
  ContentSchemaPlanRequest,
  ContentSchemaPlanAnswer,
  ContentSerpOutlineRequest,
  ContentSerpOutlineAnswer,
  ContentTechnicalQaRequest,
  ContentTechnicalQaAnswer,
  ContentTitleMetaRequest,
  ContentTitleMetaAnswer,
  PageCroQaRequest,
  PageCroQaAnswer,
} from './types/content.ts';
import type {
  KeywordClusterBuildRequest,
  KeywordClusterBuildAnswer,
  KeywordIdeasSuggestRequest,
  KeywordIdeasSuggestAnswer,
  KeywordMetricsOverviewRequest,
  KeywordMetricsOverviewAnswer,
} from './types/keywords.ts';
import type {
  RankHistoryRequest,
  RankHistoryAnswer,
  RankOverviewRequest,
  RankOverviewAnswer,
  RankTargetsCheckRequest,
  RankTargetsCheckAnswer,
  RankTrackRequest,
  RankTrackAnswer,
  SerpVolatilityRequest,
  SerpVolatilityAnswer,
} from './types/tracking.ts';
import type {
  ExtractRequest,
  ExtractAnswer,
  SearchRequest,
  SearchAnswer,
  AnalyzeSerpRequest,
  AnalyzeSerpAnswer,
} from './types/search.ts';
import type {
  SiteAuditRequest,
  SiteAuditAnswer,
  SiteChangesRequest,
  SiteChangesAnswer,
  SiteSitemapAuditRequest,
  SiteSitemapAuditAnswer,
} from './types/sites.ts';
import type { Accepted } from './types/shapes.ts';
import type { Operation } from './call.ts';

export type * from './types/shapes.ts';
export type * from './types/account.ts';
export type * from './types/visibility.ts';
export type * from './types/places.ts';
export type * from './types/backlinks.ts';
export type * from './types/rankings.ts';
export type * from './types/content.ts';
export type * from './types/keywords.ts';
export type * from './types/tracking.ts';
export type * from './types/search.ts';
export type * from './types/sites.ts';

/** Request and answer by operation id; the kind says what can be asked of a call. */
export interface Calls {
  credits: { kind: 'account'; request: CreditsRequest; answer: CreditsAnswer };
  usage: { kind: 'csv'; request: UsageRequest; answer: UsageAnswer };
  'ai-overview.extract': { kind: 'analysis'; request: AiOverviewExtractRequest; answer: AiOverviewExtractAnswer };
  'ai-visibility.prompt-set': {
    kind: 'analysis';
    request: AiVisibilityPromptSetRequest;
    answer: AiVisibilityPromptSetAnswer;
  };
  'answers.get': { kind: 'csv'; request: AnswersGetRequest; answer: AnswersGetAnswer };
  'audit.local.batch': { kind: 'batch'; request: AuditLocalBatchRequest; answer: Accepted };
  'audit.local': { kind: 'analysis'; request: AuditLocalRequest; answer: AuditLocalAnswer };
  'backlinks.anchors': { kind: 'analysis'; request: BacklinksAnchorsRequest; answer: BacklinksAnchorsAnswer };
  'backlinks.competitors': {
    kind: 'analysis';
    request: BacklinksCompetitorsRequest;
    answer: BacklinksCompetitorsAnswer;
  };
  'backlinks.domain-pages': {
    kind: 'analysis';
    request: BacklinksDomainPagesRequest;
    answer: BacklinksDomainPagesAnswer;
  };
  'backlinks.list': { kind: 'analysis'; request: BacklinksListRequest; answer: BacklinksListAnswer };
  'backlinks.new-lost-timeseries': {
    kind: 'analysis';
    request: BacklinksNewLostTimeseriesRequest;
    answer: BacklinksNewLostTimeseriesAnswer;
  };
  'backlinks.opportunity-finder': {
    kind: 'analysis';
    request: BacklinksOpportunityFinderRequest;
    answer: BacklinksOpportunityFinderAnswer;
  };
  'backlinks.page-intersection': {
    kind: 'analysis';
    request: BacklinksPageIntersectionRequest;
    answer: BacklinksPageIntersectionAnswer;
  };
  'backlinks.referring-domains': {
    kind: 'analysis';
    request: BacklinksReferringDomainsRequest;
    answer: BacklinksReferringDomainsAnswer;
  };
  'backlinks.summary': { kind: 'analysis'; request: BacklinksSummaryRequest; answer: BacklinksSummaryAnswer };
  'content-decay.detect': { kind: 'analysis'; request: ContentDecayDetectRequest; answer: ContentDecayDetectAnswer };
  'content.action-plan': { kind: 'analysis'; request: ContentActionPlanRequest; answer: ContentActionPlanAnswer };
  'content.brief': { kind: 'analysis'; request: ContentBriefRequest; answer: ContentBriefAnswer };
  'content.cannibalization': {
    kind: 'analysis';
    request: ContentCannibalizationRequest;
    answer: ContentCannibalizationAnswer;
  };
  'content.competitor-gap-matrix': {
    kind: 'analysis';
    request: ContentCompetitorGapMatrixRequest;
    answer: ContentCompetitorGapMatrixAnswer;
  };
  'content.draft-qa': { kind: 'analysis'; request: ContentDraftQaRequest; answer: ContentDraftQaAnswer };
  'content.gap': { kind: 'analysis'; request: ContentGapRequest; answer: ContentGapAnswer };
  'content.internal-links': {
    kind: 'analysis';
    request: ContentInternalLinksRequest;
    answer: ContentInternalLinksAnswer;
  };
  'content.keyword-map': { kind: 'analysis'; request: ContentKeywordMapRequest; answer: ContentKeywordMapAnswer };
  'content.programmatic-template': {
    kind: 'analysis';
    request: ContentProgrammaticTemplateRequest;
    answer: ContentProgrammaticTemplateAnswer;
  };
  'content.refresh-brief': { kind: 'analysis'; request: ContentRefreshBriefRequest; answer: ContentRefreshBriefAnswer };
  'content.schema-plan': { kind: 'analysis'; request: ContentSchemaPlanRequest; answer: ContentSchemaPlanAnswer };
  'content.serp-outline': { kind: 'analysis'; request: ContentSerpOutlineRequest; answer: ContentSerpOutlineAnswer };
  'content.technical-qa': { kind: 'analysis'; request: ContentTechnicalQaRequest; answer: ContentTechnicalQaAnswer };
  'content.title-meta': { kind: 'analysis'; request: ContentTitleMetaRequest; answer: ContentTitleMetaAnswer };
  'crawls.create': { kind: 'account'; request: CrawlsCreateRequest; answer: CrawlsCreateAnswer };
  'crawls.get': { kind: 'account'; request: CrawlsGetRequest; answer: CrawlsGetAnswer };
  'crawls.list': { kind: 'account'; request: CrawlsListRequest; answer: CrawlsListAnswer };
  'crawls.preview': { kind: 'account'; request: CrawlsPreviewRequest; answer: CrawlsPreviewAnswer };
  'crawls.redirects': { kind: 'csv'; request: CrawlsRedirectsRequest; answer: CrawlsRedirectsAnswer };
  'crawls.set': { kind: 'account'; request: CrawlsSetRequest; answer: CrawlsSetAnswer };
  'domain.competitors': { kind: 'analysis'; request: DomainCompetitorsRequest; answer: DomainCompetitorsAnswer };
  'domain.intersection': { kind: 'analysis'; request: DomainIntersectionRequest; answer: DomainIntersectionAnswer };
  'domain.ranked-keywords': {
    kind: 'analysis';
    request: DomainRankedKeywordsRequest;
    answer: DomainRankedKeywordsAnswer;
  };
  'domain.relevant-pages': { kind: 'analysis'; request: DomainRelevantPagesRequest; answer: DomainRelevantPagesAnswer };
  'domain.traffic-estimate': {
    kind: 'analysis';
    request: DomainTrafficEstimateRequest;
    answer: DomainTrafficEstimateAnswer;
  };
  'hosts.delete': { kind: 'account'; request: HostsDeleteRequest; answer: HostsDeleteAnswer };
  'hosts.list': { kind: 'account'; request: HostsListRequest; answer: HostsListAnswer };
  'hosts.prove': { kind: 'account'; request: HostsProveRequest; answer: HostsProveAnswer };
  'imports.create': { kind: 'account'; request: ImportsCreateRequest; answer: ImportsCreateAnswer };
  'imports.get': { kind: 'account'; request: ImportsGetRequest; answer: ImportsGetAnswer };
  'imports.list': { kind: 'account'; request: ImportsListRequest; answer: ImportsListAnswer };
  'invitations.create': { kind: 'account'; request: InvitationsCreateRequest; answer: InvitationsCreateAnswer };
  'invitations.delete': { kind: 'account'; request: InvitationsDeleteRequest; answer: InvitationsDeleteAnswer };
  'jobs.cancel': { kind: 'account'; request: JobsCancelRequest; answer: JobsCancelAnswer };
  'jobs.get': { kind: 'account'; request: JobsGetRequest; answer: JobsGetAnswer };
  'jobs.list': { kind: 'account'; request: JobsListRequest; answer: JobsListAnswer };
  'keyword-cluster.build': { kind: 'analysis'; request: KeywordClusterBuildRequest; answer: KeywordClusterBuildAnswer };
  'keyword-ideas.suggest': { kind: 'analysis'; request: KeywordIdeasSuggestRequest; answer: KeywordIdeasSuggestAnswer };
  'keyword-metrics.overview': {
    kind: 'analysis';
    request: KeywordMetricsOverviewRequest;
    answer: KeywordMetricsOverviewAnswer;
  };
  'llm-mentions.track': { kind: 'analysis'; request: LlmMentionsTrackRequest; answer: LlmMentionsTrackAnswer };
  'local-visibility.track': {
    kind: 'analysis';
    request: LocalVisibilityTrackRequest;
    answer: LocalVisibilityTrackAnswer;
  };
  'opportunities.brief': { kind: 'analysis'; request: OpportunitiesBriefRequest; answer: OpportunitiesBriefAnswer };
  'opportunities.find': { kind: 'analysis'; request: OpportunitiesFindRequest; answer: OpportunitiesFindAnswer };
  'page.cro-qa': { kind: 'analysis'; request: PageCroQaRequest; answer: PageCroQaAnswer };
  'pages.intersection': { kind: 'analysis'; request: PagesIntersectionRequest; answer: PagesIntersectionAnswer };
  'projects.delete': { kind: 'account'; request: ProjectsDeleteRequest; answer: ProjectsDeleteAnswer };
  'projects.get': { kind: 'account'; request: ProjectsGetRequest; answer: ProjectsGetAnswer };
  'projects.list': { kind: 'account'; request: ProjectsListRequest; answer: ProjectsListAnswer };
  'projects.set': { kind: 'account'; request: ProjectsSetRequest; answer: ProjectsSetAnswer };
  'rank.history': { kind: 'analysis'; request: RankHistoryRequest; answer: RankHistoryAnswer };
  'rank.overview': { kind: 'analysis'; request: RankOverviewRequest; answer: RankOverviewAnswer };
  'rank.targets.add': { kind: 'account'; request: RankTargetsAddRequest; answer: RankTargetsAddAnswer };
  'rank.targets.check': { kind: 'analysis'; request: RankTargetsCheckRequest; answer: RankTargetsCheckAnswer };
  'rank.targets.delete': { kind: 'account'; request: RankTargetsDeleteRequest; answer: RankTargetsDeleteAnswer };
  'rank.targets.list': { kind: 'account'; request: RankTargetsListRequest; answer: RankTargetsListAnswer };
  'rank.targets.update': { kind: 'account'; request: RankTargetsUpdateRequest; answer: RankTargetsUpdateAnswer };
  'rank.track': { kind: 'analysis'; request: RankTrackRequest; answer: RankTrackAnswer };
  'schedules.delete': { kind: 'account'; request: SchedulesDeleteRequest; answer: SchedulesDeleteAnswer };
  'schedules.list': { kind: 'account'; request: SchedulesListRequest; answer: SchedulesListAnswer };
  'schedules.set': { kind: 'account'; request: SchedulesSetRequest; answer: SchedulesSetAnswer };
  extract: { kind: 'analysis'; request: ExtractRequest; answer: ExtractAnswer };
  search: { kind: 'analysis'; request: SearchRequest; answer: SearchAnswer };
  'analyze.serp': { kind: 'analysis'; request: AnalyzeSerpRequest; answer: AnalyzeSerpAnswer };
  'serp.volatility': { kind: 'analysis'; request: SerpVolatilityRequest; answer: SerpVolatilityAnswer };
  'site.audit': { kind: 'csv'; request: SiteAuditRequest; answer: SiteAuditAnswer };
  'site.changes': { kind: 'analysis'; request: SiteChangesRequest; answer: SiteChangesAnswer };
  'site.sitemap-audit': { kind: 'analysis'; request: SiteSitemapAuditRequest; answer: SiteSitemapAuditAnswer };
  'sites.create': { kind: 'account'; request: SitesCreateRequest; answer: SitesCreateAnswer };
  'sites.delete': { kind: 'account'; request: SitesDeleteRequest; answer: SitesDeleteAnswer };
  'sites.get': { kind: 'account'; request: SitesGetRequest; answer: SitesGetAnswer };
  'sites.list': { kind: 'account'; request: SitesListRequest; answer: SitesListAnswer };
  'sites.update': { kind: 'account'; request: SitesUpdateRequest; answer: SitesUpdateAnswer };
  'social.listen': { kind: 'analysis'; request: SocialListenRequest; answer: SocialListenAnswer };
  'sources.list': { kind: 'account'; request: SourcesListRequest; answer: SourcesListAnswer };
  'sources.test': { kind: 'account'; request: SourcesTestRequest; answer: SourcesTestAnswer };
  'tasks.add': { kind: 'account'; request: TasksAddRequest; answer: TasksAddAnswer };
  'tasks.list': { kind: 'account'; request: TasksListRequest; answer: TasksListAnswer };
  'tasks.update': { kind: 'account'; request: TasksUpdateRequest; answer: TasksUpdateAnswer };
  'users.list': { kind: 'account'; request: UsersListRequest; answer: UsersListAnswer };
  'users.remove': { kind: 'account'; request: UsersRemoveRequest; answer: UsersRemoveAnswer };
  'users.set': { kind: 'account'; request: UsersSetRequest; answer: UsersSetAnswer };
  'webhooks.deliveries.list': {
    kind: 'account';
    request: WebhooksDeliveriesListRequest;
    answer: WebhooksDeliveriesListAnswer;
  };
  'webhooks.deliveries.retry': {
    kind: 'account';
    request: WebhooksDeliveriesRetryRequest;
    answer: WebhooksDeliveriesRetryAnswer;
  };
  'webhooks.endpoints.create': {
    kind: 'account';
    request: WebhooksEndpointsCreateRequest;
    answer: WebhooksEndpointsCreateAnswer;
  };
  'webhooks.endpoints.delete': {
    kind: 'account';
    request: WebhooksEndpointsDeleteRequest;
    answer: WebhooksEndpointsDeleteAnswer;
  };
  'webhooks.endpoints.list': {
    kind: 'account';
    request: WebhooksEndpointsListRequest;
    answer: WebhooksEndpointsListAnswer;
  };
  'webhooks.endpoints.rotate': {
    kind: 'account';
    request: WebhooksEndpointsRotateRequest;
    answer: WebhooksEndpointsRotateAnswer;
  };
  'webhooks.endpoints.test': {
    kind: 'account';
    request: WebhooksEndpointsTestRequest;
    answer: WebhooksEndpointsTestAnswer;
  };
  'webhooks.endpoints.update': {
    kind: 'account';
    request: WebhooksEndpointsUpdateRequest;
    answer: WebhooksEndpointsUpdateAnswer;
  };
}

/** Every operation as a method, below the names that its id consists of. */
export interface Operations {
  /** Show credits and budgets. */
  readonly credits: Operation<Calls['credits']>;
  /** Report usage. */
  readonly usage: Operation<Calls['usage']>;
  readonly aiOverview: {
    /** Extract the AI Overview of a search. */
    readonly extract: Operation<Calls['ai-overview.extract']>;
  };
  readonly aiVisibility: {
    /** Build a prompt set for AI visibility. */
    readonly promptSet: Operation<Calls['ai-visibility.prompt-set']>;
  };
  readonly answers: {
    /** Read on in an answer. */
    readonly get: Operation<Calls['answers.get']>;
  };
  readonly audit: {
    /** Audit a local business listing. */
    readonly local: Operation<Calls['audit.local']> & {
      /** Audit several local business listings. */
      readonly batch: Operation<Calls['audit.local.batch']>;
    };
  };
  readonly backlinks: {
    /** Analyze anchor texts. */
    readonly anchors: Operation<Calls['backlinks.anchors']>;
    /** Find link competitors. */
    readonly competitors: Operation<Calls['backlinks.competitors']>;
    /** List linked pages of a domain. */
    readonly domainPages: Operation<Calls['backlinks.domain-pages']>;
    /** List backlinks. */
    readonly list: Operation<Calls['backlinks.list']>;
    /** Track new and lost backlinks. */
    readonly newLostTimeseries: Operation<Calls['backlinks.new-lost-timeseries']>;
    /** Find link opportunities. */
    readonly opportunityFinder: Operation<Calls['backlinks.opportunity-finder']>;
    /** Find pages that link to competitors. */
    readonly pageIntersection: Operation<Calls['backlinks.page-intersection']>;
    /** List referring domains. */
    readonly referringDomains: Operation<Calls['backlinks.referring-domains']>;
    /** Summarize a backlink profile. */
    readonly summary: Operation<Calls['backlinks.summary']>;
  };
  readonly contentDecay: {
    /** Detect content decay. */
    readonly detect: Operation<Calls['content-decay.detect']>;
  };
  readonly content: {
    /** Plan the work week by week. */
    readonly actionPlan: Operation<Calls['content.action-plan']>;
    /** Write a brief for a page on a search. */
    readonly brief: Operation<Calls['content.brief']>;
    /** Find pages that compete with each other. */
    readonly cannibalization: Operation<Calls['content.cannibalization']>;
    /** Find topics that competitors cover. */
    readonly competitorGapMatrix: Operation<Calls['content.competitor-gap-matrix']>;
    /** Check a draft against what ranks. */
    readonly draftQa: Operation<Calls['content.draft-qa']>;
    /** Find what your page lacks beside those that rank. */
    readonly gap: Operation<Calls['content.gap']>;
    /** Suggest internal links. */
    readonly internalLinks: Operation<Calls['content.internal-links']>;
    /** Map keywords to pages. */
    readonly keywordMap: Operation<Calls['content.keyword-map']>;
    /** Assess a template for many pages. */
    readonly programmaticTemplate: Operation<Calls['content.programmatic-template']>;
    /** Plan the refresh of a page. */
    readonly refreshBrief: Operation<Calls['content.refresh-brief']>;
    /** Plan structured data. */
    readonly schemaPlan: Operation<Calls['content.schema-plan']>;
    /** Outline a page from what ranks. */
    readonly serpOutline: Operation<Calls['content.serp-outline']>;
    /** Check a page before publishing. */
    readonly technicalQa: Operation<Calls['content.technical-qa']>;
    /** Write titles and descriptions. */
    readonly titleMeta: Operation<Calls['content.title-meta']>;
  };
  readonly crawls: {
    /** Crawl a site. */
    readonly create: Operation<Calls['crawls.create']>;
    /** Get a crawl. */
    readonly get: Operation<Calls['crawls.get']>;
    /** List crawls. */
    readonly list: Operation<Calls['crawls.list']>;
    /** Preview a crawl. */
    readonly preview: Operation<Calls['crawls.preview']>;
    /** List tested redirects. */
    readonly redirects: Operation<Calls['crawls.redirects']>;
    /** Pause or resume a crawl. */
    readonly set: Operation<Calls['crawls.set']>;
  };
  readonly domain: {
    /** Find search competitors. */
    readonly competitors: Operation<Calls['domain.competitors']>;
    /** Compare the keywords of two sites. */
    readonly intersection: Operation<Calls['domain.intersection']>;
    /** List ranked keywords. */
    readonly rankedKeywords: Operation<Calls['domain.ranked-keywords']>;
    /** List pages with search traffic. */
    readonly relevantPages: Operation<Calls['domain.relevant-pages']>;
    /** Compare search traffic. */
    readonly trafficEstimate: Operation<Calls['domain.traffic-estimate']>;
  };
  readonly hosts: {
    /** Delete a host. */
    readonly delete: Operation<Calls['hosts.delete']>;
    /** List your hosts. */
    readonly list: Operation<Calls['hosts.list']>;
    /** Prove a host. */
    readonly prove: Operation<Calls['hosts.prove']>;
  };
  readonly imports: {
    /** Import a file. */
    readonly create: Operation<Calls['imports.create']>;
    /** Get an import. */
    readonly get: Operation<Calls['imports.get']>;
    /** List imports. */
    readonly list: Operation<Calls['imports.list']>;
  };
  readonly invitations: {
    /** Invite a user. */
    readonly create: Operation<Calls['invitations.create']>;
    /** Withdraw an invitation. */
    readonly delete: Operation<Calls['invitations.delete']>;
  };
  readonly jobs: {
    /** Cancel a job. */
    readonly cancel: Operation<Calls['jobs.cancel']>;
    /** Get a job. */
    readonly get: Operation<Calls['jobs.get']>;
    /** List jobs. */
    readonly list: Operation<Calls['jobs.list']>;
  };
  readonly keywordCluster: {
    /** Group keywords into pages. */
    readonly build: Operation<Calls['keyword-cluster.build']>;
  };
  readonly keywordIdeas: {
    /** Find keyword ideas. */
    readonly suggest: Operation<Calls['keyword-ideas.suggest']>;
  };
  readonly keywordMetrics: {
    /** Score keywords. */
    readonly overview: Operation<Calls['keyword-metrics.overview']>;
  };
  readonly llmMentions: {
    /** Track brand mentions in AI answers and discussions. */
    readonly track: Operation<Calls['llm-mentions.track']>;
  };
  readonly localVisibility: {
    /** Track visibility in local results. */
    readonly track: Operation<Calls['local-visibility.track']>;
  };
  readonly opportunities: {
    /** Brief one opportunity. */
    readonly brief: Operation<Calls['opportunities.brief']>;
    /** Find opportunities. */
    readonly find: Operation<Calls['opportunities.find']>;
  };
  readonly page: {
    /** Check whether a page converts. */
    readonly croQa: Operation<Calls['page.cro-qa']>;
  };
  readonly pages: {
    /** Compare the keywords of pages. */
    readonly intersection: Operation<Calls['pages.intersection']>;
  };
  readonly projects: {
    /** Delete a project. */
    readonly delete: Operation<Calls['projects.delete']>;
    /** Get a project. */
    readonly get: Operation<Calls['projects.get']>;
    /** List projects. */
    readonly list: Operation<Calls['projects.list']>;
    /** Create or change a project. */
    readonly set: Operation<Calls['projects.set']>;
  };
  readonly rank: {
    /** Get a rank history. */
    readonly history: Operation<Calls['rank.history']>;
    /** Get an overview of tracked keywords. */
    readonly overview: Operation<Calls['rank.overview']>;
    readonly targets: {
      /** Track keywords. */
      readonly add: Operation<Calls['rank.targets.add']>;
      /** Check tracked keywords. */
      readonly check: Operation<Calls['rank.targets.check']>;
      /** Stop tracking keywords. */
      readonly delete: Operation<Calls['rank.targets.delete']>;
      /** List tracked keywords. */
      readonly list: Operation<Calls['rank.targets.list']>;
      /** Change tracked keywords. */
      readonly update: Operation<Calls['rank.targets.update']>;
    };
    /** Track a rank. */
    readonly track: Operation<Calls['rank.track']>;
  };
  readonly schedules: {
    /** Delete a schedule. */
    readonly delete: Operation<Calls['schedules.delete']>;
    /** List schedules. */
    readonly list: Operation<Calls['schedules.list']>;
    /** Create or change a schedule. */
    readonly set: Operation<Calls['schedules.set']>;
  };
  /** Extract the content of a page. */
  readonly extract: Operation<Calls['extract']>;
  /** Search the web. */
  readonly search: Operation<Calls['search']>;
  readonly analyze: {
    /** Analyze a search result page. */
    readonly serp: Operation<Calls['analyze.serp']>;
  };
  readonly serp: {
    /** Measure SERP volatility. */
    readonly volatility: Operation<Calls['serp.volatility']>;
  };
  readonly site: {
    /** Audit a whole site. */
    readonly audit: Operation<Calls['site.audit']>;
    /** List what changed on a site. */
    readonly changes: Operation<Calls['site.changes']>;
    /** Audit a site’s sitemaps. */
    readonly sitemapAudit: Operation<Calls['site.sitemap-audit']>;
  };
  readonly sites: {
    /** Add a site. */
    readonly create: Operation<Calls['sites.create']>;
    /** Delete a site. */
    readonly delete: Operation<Calls['sites.delete']>;
    /** Get a site. */
    readonly get: Operation<Calls['sites.get']>;
    /** List your sites. */
    readonly list: Operation<Calls['sites.list']>;
    /** Change a site. */
    readonly update: Operation<Calls['sites.update']>;
  };
  readonly social: {
    /** Listen to discussions. */
    readonly listen: Operation<Calls['social.listen']>;
  };
  readonly sources: {
    /** List data sources. */
    readonly list: Operation<Calls['sources.list']>;
    /** Test data sources. */
    readonly test: Operation<Calls['sources.test']>;
  };
  readonly tasks: {
    /** Add tasks to the plan of a site. */
    readonly add: Operation<Calls['tasks.add']>;
    /** List the plan of a site. */
    readonly list: Operation<Calls['tasks.list']>;
    /** Change a task. */
    readonly update: Operation<Calls['tasks.update']>;
  };
  readonly users: {
    /** List users. */
    readonly list: Operation<Calls['users.list']>;
    /** Remove a user. */
    readonly remove: Operation<Calls['users.remove']>;
    /** Change the role of a user. */
    readonly set: Operation<Calls['users.set']>;
  };
  readonly webhooks: {
    readonly deliveries: {
      /** List webhook deliveries. */
      readonly list: Operation<Calls['webhooks.deliveries.list']>;
      /** Retry a failed webhook delivery. */
      readonly retry: Operation<Calls['webhooks.deliveries.retry']>;
    };
    readonly endpoints: {
      /** Create a webhook endpoint. */
      readonly create: Operation<Calls['webhooks.endpoints.create']>;
      /** Delete a webhook endpoint. */
      readonly delete: Operation<Calls['webhooks.endpoints.delete']>;
      /** List webhook endpoints. */
      readonly list: Operation<Calls['webhooks.endpoints.list']>;
      /** Rotate the secret of a webhook endpoint. */
      readonly rotate: Operation<Calls['webhooks.endpoints.rotate']>;
      /** Send a test event. */
      readonly test: Operation<Calls['webhooks.endpoints.test']>;
      /** Update a webhook endpoint. */
      readonly update: Operation<Calls['webhooks.endpoints.update']>;
    };
  };
}

export const ROUTES = {
  credits: { method: 'GET', path: '/credits' },
  usage: { method: 'GET', path: '/usage' },
  'ai-overview.extract': { method: 'POST', path: '/ai-overview/extract' },
  'ai-visibility.prompt-set': { method: 'POST', path: '/ai-visibility/prompt-set' },
  'answers.get': { method: 'GET', path: '/answers/{id}' },
  'audit.local.batch': { method: 'POST', path: '/audit/local/batch' },
  'audit.local': { method: 'POST', path: '/audit/local' },
  'backlinks.anchors': { method: 'POST', path: '/backlinks/anchors' },
  'backlinks.competitors': { method: 'POST', path: '/backlinks/competitors' },
  'backlinks.domain-pages': { method: 'POST', path: '/backlinks/domain-pages' },
  'backlinks.list': { method: 'POST', path: '/backlinks/list' },
  'backlinks.new-lost-timeseries': { method: 'POST', path: '/backlinks/new-lost-timeseries' },
  'backlinks.opportunity-finder': { method: 'POST', path: '/backlinks/opportunity-finder' },
  'backlinks.page-intersection': { method: 'POST', path: '/backlinks/page-intersection' },
  'backlinks.referring-domains': { method: 'POST', path: '/backlinks/referring-domains' },
  'backlinks.summary': { method: 'POST', path: '/backlinks/summary' },
  'content-decay.detect': { method: 'POST', path: '/content-decay/detect' },
  'content.action-plan': { method: 'POST', path: '/content/action-plan' },
  'content.brief': { method: 'POST', path: '/content/brief' },
  'content.cannibalization': { method: 'POST', path: '/content/cannibalization' },
  'content.competitor-gap-matrix': { method: 'POST', path: '/content/competitor-gap-matrix' },
  'content.draft-qa': { method: 'POST', path: '/content/draft-qa' },
  'content.gap': { method: 'POST', path: '/content/gap' },
  'content.internal-links': { method: 'POST', path: '/content/internal-links' },
  'content.keyword-map': { method: 'POST', path: '/content/keyword-map' },
  'content.programmatic-template': { method: 'POST', path: '/content/programmatic-template' },
  'content.refresh-brief': { method: 'POST', path: '/content/refresh-brief' },
  'content.schema-plan': { method: 'POST', path: '/content/schema-plan' },
  'content.serp-outline': { method: 'POST', path: '/content/serp-outline' },
  'content.technical-qa': { method: 'POST', path: '/content/technical-qa' },
  'content.title-meta': { method: 'POST', path: '/content/title-meta' },
  'crawls.create': { method: 'POST', path: '/crawls' },
  'crawls.get': { method: 'GET', path: '/crawls/{id}' },
  'crawls.list': { method: 'GET', path: '/crawls' },
  'crawls.preview': { method: 'POST', path: '/crawls/preview' },
  'crawls.redirects': { method: 'GET', path: '/crawls/{id}/redirects' },
  'crawls.set': { method: 'PATCH', path: '/crawls/{id}' },
  'domain.competitors': { method: 'POST', path: '/domain/competitors' },
  'domain.intersection': { method: 'POST', path: '/domain/intersection' },
  'domain.ranked-keywords': { method: 'POST', path: '/domain/ranked-keywords' },
  'domain.relevant-pages': { method: 'POST', path: '/domain/relevant-pages' },
  'domain.traffic-estimate': { method: 'POST', path: '/domain/traffic-estimate' },
  'hosts.delete': { method: 'DELETE', path: '/hosts/{host}' },
  'hosts.list': { method: 'GET', path: '/hosts' },
  'hosts.prove': { method: 'POST', path: '/hosts' },
  'imports.create': { method: 'POST', path: '/imports' },
  'imports.get': { method: 'GET', path: '/imports/{id}' },
  'imports.list': { method: 'GET', path: '/imports' },
  'invitations.create': { method: 'POST', path: '/invitations' },
  'invitations.delete': { method: 'DELETE', path: '/invitations/{id}' },
  'jobs.cancel': { method: 'POST', path: '/jobs/{id}/cancel' },
  'jobs.get': { method: 'GET', path: '/jobs/{id}' },
  'jobs.list': { method: 'GET', path: '/jobs' },
  'keyword-cluster.build': { method: 'POST', path: '/keyword-cluster/build' },
  'keyword-ideas.suggest': { method: 'POST', path: '/keyword-ideas/suggest' },
  'keyword-metrics.overview': { method: 'POST', path: '/keyword-metrics/overview' },
  'llm-mentions.track': { method: 'POST', path: '/llm-mentions/track' },
  'local-visibility.track': { method: 'POST', path: '/local-visibility/track' },
  'opportunities.brief': { method: 'POST', path: '/opportunities/brief' },
  'opportunities.find': { method: 'POST', path: '/opportunities/find' },
  'page.cro-qa': { method: 'POST', path: '/page/cro-qa' },
  'pages.intersection': { method: 'POST', path: '/pages/intersection' },
  'projects.delete': { method: 'DELETE', path: '/projects/{id}' },
  'projects.get': { method: 'GET', path: '/projects/{id}' },
  'projects.list': { method: 'GET', path: '/projects' },
  'projects.set': { method: 'PATCH', path: '/projects/{id}' },
  'rank.history': { method: 'GET', path: '/rank/track' },
  'rank.overview': { method: 'GET', path: '/rank/overview' },
  'rank.targets.add': { method: 'POST', path: '/rank/targets' },
  'rank.targets.check': { method: 'POST', path: '/rank/targets/check' },
  'rank.targets.delete': { method: 'DELETE', path: '/rank/targets' },
  'rank.targets.list': { method: 'GET', path: '/rank/targets' },
  'rank.targets.update': { method: 'PATCH', path: '/rank/targets' },
  'rank.track': { method: 'POST', path: '/rank/track' },
  'schedules.delete': { method: 'DELETE', path: '/schedules/{id}' },
  'schedules.list': { method: 'GET', path: '/schedules' },
  'schedules.set': { method: 'PATCH', path: '/schedules/{id}' },
  extract: { method: 'POST', path: '/extract' },
  search: { method: 'POST', path: '/search' },
  'analyze.serp': { method: 'POST', path: '/analyze/serp' },
  'serp.volatility': { method: 'POST', path: '/serp/volatility' },
  'site.audit': { method: 'POST', path: '/site/audit' },
  'site.changes': { method: 'GET', path: '/changes' },
  'site.sitemap-audit': { method: 'POST', path: '/site/sitemap-audit' },
  'sites.create': { method: 'POST', path: '/sites' },
  'sites.delete': { method: 'DELETE', path: '/sites/{id}' },
  'sites.get': { method: 'GET', path: '/sites/{id}' },
  'sites.list': { method: 'GET', path: '/sites' },
  'sites.update': { method: 'PATCH', path: '/sites/{id}' },
  'social.listen': { method: 'POST', path: '/social/listen' },
  'sources.list': { method: 'GET', path: '/sources' },
  'sources.test': { method: 'POST', path: '/sources/test' },
  'tasks.add': { method: 'POST', path: '/tasks' },
  'tasks.list': { method: 'GET', path: '/tasks' },
  'tasks.update': { method: 'PATCH', path: '/tasks/{id}' },
  'users.list': { method: 'GET', path: '/users' },
  'users.remove': { method: 'DELETE', path: '/users/{id}' },
  'users.set': { method: 'PATCH', path: '/users/{id}' },
  'webhooks.deliveries.list': { method: 'GET', path: '/webhooks/deliveries' },
  'webhooks.deliveries.retry': { method: 'POST', path: '/webhooks/deliveries/{id}/retry' },
  'webhooks.endpoints.create': { method: 'POST', path: '/webhooks/endpoints' },
  'webhooks.endpoints.delete': { method: 'DELETE', path: '/webhooks/endpoints/{id}' },
  'webhooks.endpoints.list': { method: 'GET', path: '/webhooks/endpoints' },
  'webhooks.endpoints.rotate': { method: 'POST', path: '/webhooks/endpoints/{id}/rotate' },
  'webhooks.endpoints.test': { method: 'POST', path: '/webhooks/endpoints/{id}/test' },
  'webhooks.endpoints.update': { method: 'PATCH', path: '/webhooks/endpoints/{id}' },
} as const;
