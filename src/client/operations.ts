// Written by `npm run gen`. Do not edit.

import type { Call, Operation } from './call.ts';
import type * as types from './types.ts';

export type * from './types.ts';

/** Request and answer by operation id; the kind says what can be asked of a call. */
export interface Calls {
  credits: Call<'account', types.CreditsRequest, types.CreditsAnswer>;
  usage: Call<'csv', types.UsageRequest, types.UsageAnswer>;
  'ai-overview.extract': Call<'analysis', types.AiOverviewExtractRequest, types.AiOverviewExtractAnswer>;
  'ai-visibility.prompt-set': Call<'analysis', types.AiVisibilityPromptSetRequest, types.AiVisibilityPromptSetAnswer>;
  'answers.get': Call<'csv', types.AnswersGetRequest, types.AnswersGetAnswer>;
  'audit.local.batch': Call<'batch', types.AuditLocalBatchRequest, types.Accepted>;
  'audit.local': Call<'analysis', types.AuditLocalRequest, types.AuditLocalAnswer>;
  'backlinks.anchors': Call<'analysis', types.BacklinksAnchorsRequest, types.BacklinksAnchorsAnswer>;
  'backlinks.competitors': Call<'analysis', types.BacklinksCompetitorsRequest, types.BacklinksCompetitorsAnswer>;
  'backlinks.domain-pages': Call<'analysis', types.BacklinksDomainPagesRequest, types.BacklinksDomainPagesAnswer>;
  'backlinks.list': Call<'analysis', types.BacklinksListRequest, types.BacklinksListAnswer>;
  'backlinks.new-lost-timeseries': Call<
    'analysis',
    types.BacklinksNewLostTimeseriesRequest,
    types.BacklinksNewLostTimeseriesAnswer
  >;
  'backlinks.opportunity-finder': Call<
    'analysis',
    types.BacklinksOpportunityFinderRequest,
    types.BacklinksOpportunityFinderAnswer
  >;
  'backlinks.page-intersection': Call<
    'analysis',
    types.BacklinksPageIntersectionRequest,
    types.BacklinksPageIntersectionAnswer
  >;
  'backlinks.referring-domains': Call<
    'analysis',
    types.BacklinksReferringDomainsRequest,
    types.BacklinksReferringDomainsAnswer
  >;
  'backlinks.summary': Call<'analysis', types.BacklinksSummaryRequest, types.BacklinksSummaryAnswer>;
  'content-decay.detect': Call<'analysis', types.ContentDecayDetectRequest, types.ContentDecayDetectAnswer>;
  'content.action-plan': Call<'analysis', types.ContentActionPlanRequest, types.ContentActionPlanAnswer>;
  'content.brief': Call<'analysis', types.ContentBriefRequest, types.ContentBriefAnswer>;
  'content.cannibalization': Call<'analysis', types.ContentCannibalizationRequest, types.ContentCannibalizationAnswer>;
  'content.competitor-gap-matrix': Call<
    'analysis',
    types.ContentCompetitorGapMatrixRequest,
    types.ContentCompetitorGapMatrixAnswer
  >;
  'content.draft-qa': Call<'analysis', types.ContentDraftQaRequest, types.ContentDraftQaAnswer>;
  'content.gap': Call<'analysis', types.ContentGapRequest, types.ContentGapAnswer>;
  'content.internal-links': Call<'analysis', types.ContentInternalLinksRequest, types.ContentInternalLinksAnswer>;
  'content.keyword-map': Call<'analysis', types.ContentKeywordMapRequest, types.ContentKeywordMapAnswer>;
  'content.programmatic-template': Call<
    'analysis',
    types.ContentProgrammaticTemplateRequest,
    types.ContentProgrammaticTemplateAnswer
  >;
  'content.refresh-brief': Call<'analysis', types.ContentRefreshBriefRequest, types.ContentRefreshBriefAnswer>;
  'content.schema-plan': Call<'analysis', types.ContentSchemaPlanRequest, types.ContentSchemaPlanAnswer>;
  'content.serp-outline': Call<'analysis', types.ContentSerpOutlineRequest, types.ContentSerpOutlineAnswer>;
  'content.technical-qa': Call<'analysis', types.ContentTechnicalQaRequest, types.ContentTechnicalQaAnswer>;
  'content.title-meta': Call<'analysis', types.ContentTitleMetaRequest, types.ContentTitleMetaAnswer>;
  'crawls.create': Call<'account', types.CrawlsCreateRequest, types.CrawlsCreateAnswer>;
  'crawls.get': Call<'account', types.CrawlsGetRequest, types.CrawlsGetAnswer>;
  'crawls.list': Call<'account', types.CrawlsListRequest, types.CrawlsListAnswer>;
  'crawls.preview': Call<'account', types.CrawlsPreviewRequest, types.CrawlsPreviewAnswer>;
  'crawls.redirects': Call<'csv', types.CrawlsRedirectsRequest, types.CrawlsRedirectsAnswer>;
  'crawls.set': Call<'account', types.CrawlsSetRequest, types.CrawlsSetAnswer>;
  'domain.competitors': Call<'analysis', types.DomainCompetitorsRequest, types.DomainCompetitorsAnswer>;
  'domain.intersection': Call<'analysis', types.DomainIntersectionRequest, types.DomainIntersectionAnswer>;
  'domain.ranked-keywords': Call<'analysis', types.DomainRankedKeywordsRequest, types.DomainRankedKeywordsAnswer>;
  'domain.relevant-pages': Call<'analysis', types.DomainRelevantPagesRequest, types.DomainRelevantPagesAnswer>;
  'domain.traffic-estimate': Call<'analysis', types.DomainTrafficEstimateRequest, types.DomainTrafficEstimateAnswer>;
  'hosts.delete': Call<'account', types.HostsDeleteRequest, types.HostsDeleteAnswer>;
  'hosts.list': Call<'account', types.HostsListRequest, types.HostsListAnswer>;
  'hosts.prove': Call<'account', types.HostsProveRequest, types.HostsProveAnswer>;
  'imports.create': Call<'account', types.ImportsCreateRequest, types.ImportsCreateAnswer>;
  'imports.get': Call<'account', types.ImportsGetRequest, types.ImportsGetAnswer>;
  'imports.list': Call<'account', types.ImportsListRequest, types.ImportsListAnswer>;
  'invitations.create': Call<'account', types.InvitationsCreateRequest, types.InvitationsCreateAnswer>;
  'invitations.delete': Call<'account', types.InvitationsDeleteRequest, types.InvitationsDeleteAnswer>;
  'jobs.cancel': Call<'account', types.JobsCancelRequest, types.JobsCancelAnswer>;
  'jobs.get': Call<'account', types.JobsGetRequest, types.JobsGetAnswer>;
  'jobs.list': Call<'account', types.JobsListRequest, types.JobsListAnswer>;
  'keyword-cluster.build': Call<'analysis', types.KeywordClusterBuildRequest, types.KeywordClusterBuildAnswer>;
  'keyword-ideas.suggest': Call<'analysis', types.KeywordIdeasSuggestRequest, types.KeywordIdeasSuggestAnswer>;
  'keyword-metrics.overview': Call<'analysis', types.KeywordMetricsOverviewRequest, types.KeywordMetricsOverviewAnswer>;
  'llm-mentions.track': Call<'analysis', types.LlmMentionsTrackRequest, types.LlmMentionsTrackAnswer>;
  'local-visibility.track': Call<'analysis', types.LocalVisibilityTrackRequest, types.LocalVisibilityTrackAnswer>;
  'opportunities.brief': Call<'analysis', types.OpportunitiesBriefRequest, types.OpportunitiesBriefAnswer>;
  'opportunities.find': Call<'analysis', types.OpportunitiesFindRequest, types.OpportunitiesFindAnswer>;
  'page.cro-qa': Call<'analysis', types.PageCroQaRequest, types.PageCroQaAnswer>;
  'pages.intersection': Call<'analysis', types.PagesIntersectionRequest, types.PagesIntersectionAnswer>;
  'projects.delete': Call<'account', types.ProjectsDeleteRequest, types.ProjectsDeleteAnswer>;
  'projects.get': Call<'account', types.ProjectsGetRequest, types.ProjectsGetAnswer>;
  'projects.list': Call<'account', types.ProjectsListRequest, types.ProjectsListAnswer>;
  'projects.set': Call<'account', types.ProjectsSetRequest, types.ProjectsSetAnswer>;
  'rank.history': Call<'analysis', types.RankHistoryRequest, types.RankHistoryAnswer>;
  'rank.overview': Call<'analysis', types.RankOverviewRequest, types.RankOverviewAnswer>;
  'rank.targets.add': Call<'account', types.RankTargetsAddRequest, types.RankTargetsAddAnswer>;
  'rank.targets.check': Call<'analysis', types.RankTargetsCheckRequest, types.RankTargetsCheckAnswer>;
  'rank.targets.delete': Call<'account', types.RankTargetsDeleteRequest, types.RankTargetsDeleteAnswer>;
  'rank.targets.list': Call<'account', types.RankTargetsListRequest, types.RankTargetsListAnswer>;
  'rank.targets.update': Call<'account', types.RankTargetsUpdateRequest, types.RankTargetsUpdateAnswer>;
  'rank.track': Call<'analysis', types.RankTrackRequest, types.RankTrackAnswer>;
  'schedules.delete': Call<'account', types.SchedulesDeleteRequest, types.SchedulesDeleteAnswer>;
  'schedules.list': Call<'account', types.SchedulesListRequest, types.SchedulesListAnswer>;
  'schedules.set': Call<'account', types.SchedulesSetRequest, types.SchedulesSetAnswer>;
  extract: Call<'analysis', types.ExtractRequest, types.ExtractAnswer>;
  search: Call<'analysis', types.SearchRequest, types.SearchAnswer>;
  'analyze.serp': Call<'analysis', types.AnalyzeSerpRequest, types.AnalyzeSerpAnswer>;
  'serp.volatility': Call<'analysis', types.SerpVolatilityRequest, types.SerpVolatilityAnswer>;
  'site.audit': Call<'analysis-csv', types.SiteAuditRequest, types.SiteAuditAnswer>;
  'site.changes': Call<'analysis', types.SiteChangesRequest, types.SiteChangesAnswer>;
  'site.sitemap-audit': Call<'analysis', types.SiteSitemapAuditRequest, types.SiteSitemapAuditAnswer>;
  'sites.create': Call<'account', types.SitesCreateRequest, types.SitesCreateAnswer>;
  'sites.delete': Call<'account', types.SitesDeleteRequest, types.SitesDeleteAnswer>;
  'sites.get': Call<'account', types.SitesGetRequest, types.SitesGetAnswer>;
  'sites.list': Call<'account', types.SitesListRequest, types.SitesListAnswer>;
  'sites.update': Call<'account', types.SitesUpdateRequest, types.SitesUpdateAnswer>;
  'social.listen': Call<'analysis', types.SocialListenRequest, types.SocialListenAnswer>;
  'sources.list': Call<'account', types.SourcesListRequest, types.SourcesListAnswer>;
  'sources.test': Call<'account', types.SourcesTestRequest, types.SourcesTestAnswer>;
  'tasks.add': Call<'account', types.TasksAddRequest, types.TasksAddAnswer>;
  'tasks.list': Call<'account', types.TasksListRequest, types.TasksListAnswer>;
  'tasks.update': Call<'account', types.TasksUpdateRequest, types.TasksUpdateAnswer>;
  'users.list': Call<'account', types.UsersListRequest, types.UsersListAnswer>;
  'users.remove': Call<'account', types.UsersRemoveRequest, types.UsersRemoveAnswer>;
  'users.set': Call<'account', types.UsersSetRequest, types.UsersSetAnswer>;
  'webhooks.deliveries.list': Call<'account', types.WebhooksDeliveriesListRequest, types.WebhooksDeliveriesListAnswer>;
  'webhooks.deliveries.retry': Call<
    'account',
    types.WebhooksDeliveriesRetryRequest,
    types.WebhooksDeliveriesRetryAnswer
  >;
  'webhooks.endpoints.create': Call<
    'account',
    types.WebhooksEndpointsCreateRequest,
    types.WebhooksEndpointsCreateAnswer
  >;
  'webhooks.endpoints.delete': Call<
    'account',
    types.WebhooksEndpointsDeleteRequest,
    types.WebhooksEndpointsDeleteAnswer
  >;
  'webhooks.endpoints.list': Call<'account', types.WebhooksEndpointsListRequest, types.WebhooksEndpointsListAnswer>;
  'webhooks.endpoints.rotate': Call<
    'account',
    types.WebhooksEndpointsRotateRequest,
    types.WebhooksEndpointsRotateAnswer
  >;
  'webhooks.endpoints.test': Call<'account', types.WebhooksEndpointsTestRequest, types.WebhooksEndpointsTestAnswer>;
  'webhooks.endpoints.update': Call<
    'account',
    types.WebhooksEndpointsUpdateRequest,
    types.WebhooksEndpointsUpdateAnswer
  >;
}

/** Every operation as a method, below the names that its id consists of. */
export interface Operations {
  /** Show credits and budgets. */ readonly credits: Operation<Calls['credits']>;
  /** Report usage. */ readonly usage: Operation<Calls['usage']>;
  readonly aiOverview: {
    /** Extract the AI Overview of a search. */ readonly extract: Operation<Calls['ai-overview.extract']>;
  };
  readonly aiVisibility: {
    /** Build a prompt set for AI visibility. */ readonly promptSet: Operation<Calls['ai-visibility.prompt-set']>;
  };
  readonly answers: {
    /** Read more of an answer. */ readonly get: Operation<Calls['answers.get']>;
  };
  readonly audit: {
    /** Audit a local business listing. */ readonly local: Operation<Calls['audit.local']> & {
      /** Audit several local business listings. */ readonly batch: Operation<Calls['audit.local.batch']>;
    };
  };
  readonly backlinks: {
    /** Analyze anchor texts. */ readonly anchors: Operation<Calls['backlinks.anchors']>;
    /** Find link competitors. */ readonly competitors: Operation<Calls['backlinks.competitors']>;
    /** List linked pages of a domain. */ readonly domainPages: Operation<Calls['backlinks.domain-pages']>;
    /** List backlinks. */ readonly list: Operation<Calls['backlinks.list']>;
    /** Track new and lost backlinks. */ readonly newLostTimeseries: Operation<Calls['backlinks.new-lost-timeseries']>;
    /** Find link opportunities. */ readonly opportunityFinder: Operation<Calls['backlinks.opportunity-finder']>;
    /** Find pages that link to competitors. */ readonly pageIntersection: Operation<
      Calls['backlinks.page-intersection']
    >;
    /** List referring domains. */ readonly referringDomains: Operation<Calls['backlinks.referring-domains']>;
    /** Summarize a backlink profile. */ readonly summary: Operation<Calls['backlinks.summary']>;
  };
  readonly contentDecay: {
    /** Detect content decay. */ readonly detect: Operation<Calls['content-decay.detect']>;
  };
  readonly content: {
    /** Plan the work week by week. */ readonly actionPlan: Operation<Calls['content.action-plan']>;
    /** Write a brief for a page on a search. */ readonly brief: Operation<Calls['content.brief']>;
    /** Find pages that compete with each other. */ readonly cannibalization: Operation<
      Calls['content.cannibalization']
    >;
    /** Find topics that competitors cover. */ readonly competitorGapMatrix: Operation<
      Calls['content.competitor-gap-matrix']
    >;
    /** Check a draft against what ranks. */ readonly draftQa: Operation<Calls['content.draft-qa']>;
    /** Find what your page lacks beside those that rank. */ readonly gap: Operation<Calls['content.gap']>;
    /** Suggest internal links. */ readonly internalLinks: Operation<Calls['content.internal-links']>;
    /** Map keywords to pages. */ readonly keywordMap: Operation<Calls['content.keyword-map']>;
    /** Assess a template for many pages. */ readonly programmaticTemplate: Operation<
      Calls['content.programmatic-template']
    >;
    /** Plan the refresh of a page. */ readonly refreshBrief: Operation<Calls['content.refresh-brief']>;
    /** Plan structured data. */ readonly schemaPlan: Operation<Calls['content.schema-plan']>;
    /** Outline a page from what ranks. */ readonly serpOutline: Operation<Calls['content.serp-outline']>;
    /** Check a page before publishing. */ readonly technicalQa: Operation<Calls['content.technical-qa']>;
    /** Write titles and descriptions. */ readonly titleMeta: Operation<Calls['content.title-meta']>;
  };
  readonly crawls: {
    /** Crawl a site. */ readonly create: Operation<Calls['crawls.create']>;
    /** Get a crawl. */ readonly get: Operation<Calls['crawls.get']>;
    /** List crawls. */ readonly list: Operation<Calls['crawls.list']>;
    /** Preview a crawl. */ readonly preview: Operation<Calls['crawls.preview']>;
    /** List tested redirects. */ readonly redirects: Operation<Calls['crawls.redirects']>;
    /** Pause or resume a crawl. */ readonly set: Operation<Calls['crawls.set']>;
  };
  readonly domain: {
    /** Find search competitors. */ readonly competitors: Operation<Calls['domain.competitors']>;
    /** Compare the keywords of two sites. */ readonly intersection: Operation<Calls['domain.intersection']>;
    /** List ranked keywords. */ readonly rankedKeywords: Operation<Calls['domain.ranked-keywords']>;
    /** List pages with search traffic. */ readonly relevantPages: Operation<Calls['domain.relevant-pages']>;
    /** Compare search traffic. */ readonly trafficEstimate: Operation<Calls['domain.traffic-estimate']>;
  };
  readonly hosts: {
    /** Delete a host. */ readonly delete: Operation<Calls['hosts.delete']>;
    /** List your hosts. */ readonly list: Operation<Calls['hosts.list']>;
    /** Prove a host. */ readonly prove: Operation<Calls['hosts.prove']>;
  };
  readonly imports: {
    /** Import a file. */ readonly create: Operation<Calls['imports.create']>;
    /** Get an import. */ readonly get: Operation<Calls['imports.get']>;
    /** List imports. */ readonly list: Operation<Calls['imports.list']>;
  };
  readonly invitations: {
    /** Invite a user. */ readonly create: Operation<Calls['invitations.create']>;
    /** Withdraw an invitation. */ readonly delete: Operation<Calls['invitations.delete']>;
  };
  readonly jobs: {
    /** Cancel a job. */ readonly cancel: Operation<Calls['jobs.cancel']>;
    /** Get a job. */ readonly get: Operation<Calls['jobs.get']>;
    /** List jobs. */ readonly list: Operation<Calls['jobs.list']>;
  };
  readonly keywordCluster: {
    /** Group keywords into pages. */ readonly build: Operation<Calls['keyword-cluster.build']>;
  };
  readonly keywordIdeas: {
    /** Find keyword ideas. */ readonly suggest: Operation<Calls['keyword-ideas.suggest']>;
  };
  readonly keywordMetrics: {
    /** Score keywords. */ readonly overview: Operation<Calls['keyword-metrics.overview']>;
  };
  readonly llmMentions: {
    /** Track brand mentions in AI answers and discussions. */ readonly track: Operation<Calls['llm-mentions.track']>;
  };
  readonly localVisibility: {
    /** Track visibility in local results. */ readonly track: Operation<Calls['local-visibility.track']>;
  };
  readonly opportunities: {
    /** Brief one opportunity. */ readonly brief: Operation<Calls['opportunities.brief']>;
    /** Find opportunities. */ readonly find: Operation<Calls['opportunities.find']>;
  };
  readonly page: {
    /** Check whether a page converts. */ readonly croQa: Operation<Calls['page.cro-qa']>;
  };
  readonly pages: {
    /** Compare the keywords of pages. */ readonly intersection: Operation<Calls['pages.intersection']>;
  };
  readonly projects: {
    /** Delete a project. */ readonly delete: Operation<Calls['projects.delete']>;
    /** Get a project. */ readonly get: Operation<Calls['projects.get']>;
    /** List projects. */ readonly list: Operation<Calls['projects.list']>;
    /** Create or change a project. */ readonly set: Operation<Calls['projects.set']>;
  };
  readonly rank: {
    /** Get a rank history. */ readonly history: Operation<Calls['rank.history']>;
    /** Get an overview of tracked keywords. */ readonly overview: Operation<Calls['rank.overview']>;
    readonly targets: {
      /** Track keywords. */ readonly add: Operation<Calls['rank.targets.add']>;
      /** Check tracked keywords. */ readonly check: Operation<Calls['rank.targets.check']>;
      /** Stop tracking keywords. */ readonly delete: Operation<Calls['rank.targets.delete']>;
      /** List tracked keywords. */ readonly list: Operation<Calls['rank.targets.list']>;
      /** Change tracked keywords. */ readonly update: Operation<Calls['rank.targets.update']>;
    };
    /** Track a rank. */ readonly track: Operation<Calls['rank.track']>;
  };
  readonly schedules: {
    /** Delete a schedule. */ readonly delete: Operation<Calls['schedules.delete']>;
    /** List schedules. */ readonly list: Operation<Calls['schedules.list']>;
    /** Create or change a schedule. */ readonly set: Operation<Calls['schedules.set']>;
  };
  /** Extract the content of a page. */ readonly extract: Operation<Calls['extract']>;
  /** Search the web. */ readonly search: Operation<Calls['search']>;
  readonly analyze: {
    /** Analyze a search result page. */ readonly serp: Operation<Calls['analyze.serp']>;
  };
  readonly serp: {
    /** Measure SERP volatility. */ readonly volatility: Operation<Calls['serp.volatility']>;
  };
  readonly site: {
    /** Audit a whole site. */ readonly audit: Operation<Calls['site.audit']>;
    /** List what changed on a site. */ readonly changes: Operation<Calls['site.changes']>;
    /** Audit a site’s sitemaps. */ readonly sitemapAudit: Operation<Calls['site.sitemap-audit']>;
  };
  readonly sites: {
    /** Add a site. */ readonly create: Operation<Calls['sites.create']>;
    /** Delete a site. */ readonly delete: Operation<Calls['sites.delete']>;
    /** Get a site. */ readonly get: Operation<Calls['sites.get']>;
    /** List your sites. */ readonly list: Operation<Calls['sites.list']>;
    /** Change a site. */ readonly update: Operation<Calls['sites.update']>;
  };
  readonly social: {
    /** Listen to discussions. */ readonly listen: Operation<Calls['social.listen']>;
  };
  readonly sources: {
    /** List data sources. */ readonly list: Operation<Calls['sources.list']>;
    /** Test data sources. */ readonly test: Operation<Calls['sources.test']>;
  };
  readonly tasks: {
    /** Add tasks to the plan of a site. */ readonly add: Operation<Calls['tasks.add']>;
    /** List the plan of a site. */ readonly list: Operation<Calls['tasks.list']>;
    /** Change a task. */ readonly update: Operation<Calls['tasks.update']>;
  };
  readonly users: {
    /** List users. */ readonly list: Operation<Calls['users.list']>;
    /** Remove a user. */ readonly remove: Operation<Calls['users.remove']>;
    /** Change the role of a user. */ readonly set: Operation<Calls['users.set']>;
  };
  readonly webhooks: {
    readonly deliveries: {
      /** List webhook deliveries. */ readonly list: Operation<Calls['webhooks.deliveries.list']>;
      /** Retry a failed webhook delivery. */ readonly retry: Operation<Calls['webhooks.deliveries.retry']>;
    };
    readonly endpoints: {
      /** Create a webhook endpoint. */ readonly create: Operation<Calls['webhooks.endpoints.create']>;
      /** Delete a webhook endpoint. */ readonly delete: Operation<Calls['webhooks.endpoints.delete']>;
      /** List webhook endpoints. */ readonly list: Operation<Calls['webhooks.endpoints.list']>;
      /** Rotate the secret of a webhook endpoint. */ readonly rotate: Operation<Calls['webhooks.endpoints.rotate']>;
      /** Send a test event. */ readonly test: Operation<Calls['webhooks.endpoints.test']>;
      /** Update a webhook endpoint. */ readonly update: Operation<Calls['webhooks.endpoints.update']>;
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
