// Written by `npm run gen`. Do not edit.
import type { Operation } from '../contract/operation.ts';
import accountCredits from './account/credits/operation.ts';
import accountUsage from './account/usage/operation.ts';
import aiOverviewExtract from './ai-overview/extract/operation.ts';
import aiVisibilityPromptSet from './ai-visibility/prompt-set/operation.ts';
import answersGet from './answers/get/operation.ts';
import auditLocalBatch from './audit/local/batch/operation.ts';
import auditLocal from './audit/local/operation.ts';
import backlinksAnchors from './backlinks/anchors/operation.ts';
import backlinksCompetitors from './backlinks/competitors/operation.ts';
import backlinksDomainPages from './backlinks/domain-pages/operation.ts';
import backlinksList from './backlinks/list/operation.ts';
import backlinksNewLostTimeseries from './backlinks/new-lost-timeseries/operation.ts';
import backlinksOpportunityFinder from './backlinks/opportunity-finder/operation.ts';
import backlinksPageIntersection from './backlinks/page-intersection/operation.ts';
import backlinksReferringDomains from './backlinks/referring-domains/operation.ts';
import backlinksSummary from './backlinks/summary/operation.ts';
import contentDecayDetect from './content-decay/detect/operation.ts';
import contentActionPlan from './content/action-plan/operation.ts';
import contentBrief from './content/brief/operation.ts';
import contentCannibalization from './content/cannibalization/operation.ts';
import contentCompetitorGapMatrix from './content/competitor-gap-matrix/operation.ts';
import contentDraftQa from './content/draft-qa/operation.ts';
import contentGap from './content/gap/operation.ts';
import contentInternalLinks from './content/internal-links/operation.ts';
import contentKeywordMap from './content/keyword-map/operation.ts';
import contentProgrammaticTemplate from './content/programmatic-template/operation.ts';
import contentRefreshBrief from './content/refresh-brief/operation.ts';
import contentSchemaPlan from './content/schema-plan/operation.ts';
import contentSerpOutline from './content/serp-outline/operation.ts';
import contentTechnicalQa from './content/technical-qa/operation.ts';
import contentTitleMeta from './content/title-meta/operation.ts';
import crawlsCreate from './crawls/create/operation.ts';
import crawlsGet from './crawls/get/operation.ts';
import crawlsList from './crawls/list/operation.ts';
import crawlsPreview from './crawls/preview/operation.ts';
import crawlsRedirects from './crawls/redirects/operation.ts';
import crawlsSet from './crawls/set/operation.ts';
import domainCompetitors from './domain/competitors/operation.ts';
import domainIntersection from './domain/intersection/operation.ts';
import domainRankedKeywords from './domain/ranked-keywords/operation.ts';
import domainRelevantPages from './domain/relevant-pages/operation.ts';
import domainTrafficEstimate from './domain/traffic-estimate/operation.ts';
import hostsDelete from './hosts/delete/operation.ts';
import hostsList from './hosts/list/operation.ts';
import hostsProve from './hosts/prove/operation.ts';
import importsCreate from './imports/create/operation.ts';
import importsGet from './imports/get/operation.ts';
import importsList from './imports/list/operation.ts';
import invitationsCreate from './invitations/create/operation.ts';
import invitationsDelete from './invitations/delete/operation.ts';
import jobsCancel from './jobs/cancel/operation.ts';
import jobsGet from './jobs/get/operation.ts';
import jobsList from './jobs/list/operation.ts';
import keywordClusterBuild from './keyword-cluster/build/operation.ts';
import keywordIdeasSuggest from './keyword-ideas/suggest/operation.ts';
import keywordMetricsOverview from './keyword-metrics/overview/operation.ts';
import llmMentionsTrack from './llm-mentions/track/operation.ts';
import localVisibilityTrack from './local-visibility/track/operation.ts';
import opportunitiesBrief from './opportunities/brief/operation.ts';
import opportunitiesFind from './opportunities/find/operation.ts';
import pageCroQa from './page/cro-qa/operation.ts';
import pagesIntersection from './pages/intersection/operation.ts';
import projectsDelete from './projects/delete/operation.ts';
import projectsGet from './projects/get/operation.ts';
import projectsList from './projects/list/operation.ts';
import projectsSet from './projects/set/operation.ts';
import rankHistory from './rank/history/operation.ts';
import rankOverview from './rank/overview/operation.ts';
import rankTargetsAdd from './rank/targets/add/operation.ts';
import rankTargetsCheck from './rank/targets/check/operation.ts';
import rankTargetsDelete from './rank/targets/delete/operation.ts';
import rankTargetsList from './rank/targets/list/operation.ts';
import rankTargetsUpdate from './rank/targets/update/operation.ts';
import rankTrack from './rank/track/operation.ts';
import schedulesDelete from './schedules/delete/operation.ts';
import schedulesList from './schedules/list/operation.ts';
import schedulesSet from './schedules/set/operation.ts';
import searchExtract from './search/extract/operation.ts';
import searchSearch from './search/search/operation.ts';
import serpAnalyze from './serp/analyze/operation.ts';
import serpVolatility from './serp/volatility/operation.ts';
import siteAudit from './site/audit/operation.ts';
import siteChanges from './site/changes/operation.ts';
import siteSitemapAudit from './site/sitemap-audit/operation.ts';
import sitesCreate from './sites/create/operation.ts';
import sitesDelete from './sites/delete/operation.ts';
import sitesGet from './sites/get/operation.ts';
import sitesList from './sites/list/operation.ts';
import sitesUpdate from './sites/update/operation.ts';
import socialListen from './social/listen/operation.ts';
import sourcesList from './sources/list/operation.ts';
import sourcesTest from './sources/test/operation.ts';
import tasksAdd from './tasks/add/operation.ts';
import tasksList from './tasks/list/operation.ts';
import tasksUpdate from './tasks/update/operation.ts';
import usersList from './users/list/operation.ts';
import usersRemove from './users/remove/operation.ts';
import usersSet from './users/set/operation.ts';
import webhooksDeliveriesList from './webhooks/deliveries/list/operation.ts';
import webhooksDeliveriesRetry from './webhooks/deliveries/retry/operation.ts';
import webhooksEndpointsCreate from './webhooks/endpoints/create/operation.ts';
import webhooksEndpointsDelete from './webhooks/endpoints/delete/operation.ts';
import webhooksEndpointsList from './webhooks/endpoints/list/operation.ts';
import webhooksEndpointsRotate from './webhooks/endpoints/rotate/operation.ts';
import webhooksEndpointsTest from './webhooks/endpoints/test/operation.ts';
import webhooksEndpointsUpdate from './webhooks/endpoints/update/operation.ts';

/** Every operation, in the order of their files. */
export const operations: readonly Operation[] = [
  accountCredits,
  accountUsage,
  aiOverviewExtract,
  aiVisibilityPromptSet,
  answersGet,
  auditLocalBatch,
  auditLocal,
  backlinksAnchors,
  backlinksCompetitors,
  backlinksDomainPages,
  backlinksList,
  backlinksNewLostTimeseries,
  backlinksOpportunityFinder,
  backlinksPageIntersection,
  backlinksReferringDomains,
  backlinksSummary,
  contentDecayDetect,
  contentActionPlan,
  contentBrief,
  contentCannibalization,
  contentCompetitorGapMatrix,
  contentDraftQa,
  contentGap,
  contentInternalLinks,
  contentKeywordMap,
  contentProgrammaticTemplate,
  contentRefreshBrief,
  contentSchemaPlan,
  contentSerpOutline,
  contentTechnicalQa,
  contentTitleMeta,
  crawlsCreate,
  crawlsGet,
  crawlsList,
  crawlsPreview,
  crawlsRedirects,
  crawlsSet,
  domainCompetitors,
  domainIntersection,
  domainRankedKeywords,
  domainRelevantPages,
  domainTrafficEstimate,
  hostsDelete,
  hostsList,
  hostsProve,
  importsCreate,
  importsGet,
  importsList,
  invitationsCreate,
  invitationsDelete,
  jobsCancel,
  jobsGet,
  jobsList,
  keywordClusterBuild,
  keywordIdeasSuggest,
  keywordMetricsOverview,
  llmMentionsTrack,
  localVisibilityTrack,
  opportunitiesBrief,
  opportunitiesFind,
  pageCroQa,
  pagesIntersection,
  projectsDelete,
  projectsGet,
  projectsList,
  projectsSet,
  rankHistory,
  rankOverview,
  rankTargetsAdd,
  rankTargetsCheck,
  rankTargetsDelete,
  rankTargetsList,
  rankTargetsUpdate,
  rankTrack,
  schedulesDelete,
  schedulesList,
  schedulesSet,
  searchExtract,
  searchSearch,
  serpAnalyze,
  serpVolatility,
  siteAudit,
  siteChanges,
  siteSitemapAudit,
  sitesCreate,
  sitesDelete,
  sitesGet,
  sitesList,
  sitesUpdate,
  socialListen,
  sourcesList,
  sourcesTest,
  tasksAdd,
  tasksList,
  tasksUpdate,
  usersList,
  usersRemove,
  usersSet,
  webhooksDeliveriesList,
  webhooksDeliveriesRetry,
  webhooksEndpointsCreate,
  webhooksEndpointsDelete,
  webhooksEndpointsList,
  webhooksEndpointsRotate,
  webhooksEndpointsTest,
  webhooksEndpointsUpdate,
];
