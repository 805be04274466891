// Written by `npm run gen`. Do not edit.
import type { Operation } from '../contract/operation.ts';
import aiVisibilityPromptSet from './ai-visibility/prompt-set.ts';
import backlinksAnchors from './backlinks/anchors.ts';
import backlinksCompetitors from './backlinks/competitors.ts';
import backlinksDomainPages from './backlinks/domain-pages.ts';
import backlinksList from './backlinks/list.ts';
import backlinksNewLostTimeseries from './backlinks/new-lost-timeseries.ts';
import backlinksOpportunityFinder from './backlinks/opportunity-finder.ts';
import backlinksPageIntersection from './backlinks/page-intersection.ts';
import backlinksReferringDomains from './backlinks/referring-domains.ts';
import backlinksSummary from './backlinks/summary.ts';
import contentActionPlan from './content/action-plan.ts';
import contentCannibalization from './content/cannibalization.ts';
import contentCompetitorGapMatrix from './content/competitor-gap-matrix.ts';
import contentInternalLinks from './content/internal-links.ts';
import contentKeywordMap from './content/keyword-map.ts';
import contentProgrammaticTemplate from './content/programmatic-template.ts';
import contentSchemaPlan from './content/schema-plan.ts';
import contentTechnicalQa from './content/technical-qa.ts';
import contentTitleMeta from './content/title-meta.ts';
import credits from './credits.ts';
import extract from './extract.ts';
import importsCreate from './imports/create.ts';
import importsGet from './imports/get.ts';
import importsList from './imports/list.ts';
import jobsCancel from './jobs/cancel.ts';
import jobsGet from './jobs/get.ts';
import jobsList from './jobs/list.ts';
import keywordClusterBuild from './keyword-cluster/build.ts';
import pageCroQa from './page/cro-qa.ts';
import search from './search.ts';
import serpVolatility from './serp/volatility.ts';
import siteSitemapAudit from './site/sitemap-audit.ts';
import usage from './usage.ts';
import webhooksDeliveriesList from './webhooks/deliveries/list.ts';
import webhooksDeliveriesRetry from './webhooks/deliveries/retry.ts';
import webhooksEndpointsCreate from './webhooks/endpoints/create.ts';
import webhooksEndpointsDelete from './webhooks/endpoints/delete.ts';
import webhooksEndpointsList from './webhooks/endpoints/list.ts';
import webhooksEndpointsRotate from './webhooks/endpoints/rotate.ts';
import webhooksEndpointsTest from './webhooks/endpoints/test.ts';
import webhooksEndpointsUpdate from './webhooks/endpoints/update.ts';

/** Every operation, in the order of their files. */
export const operations: readonly Operation[] = [
  aiVisibilityPromptSet,
  backlinksAnchors,
  backlinksCompetitors,
  backlinksDomainPages,
  backlinksList,
  backlinksNewLostTimeseries,
  backlinksOpportunityFinder,
  backlinksPageIntersection,
  backlinksReferringDomains,
  backlinksSummary,
  contentActionPlan,
  contentCannibalization,
  contentCompetitorGapMatrix,
  contentInternalLinks,
  contentKeywordMap,
  contentProgrammaticTemplate,
  contentSchemaPlan,
  contentTechnicalQa,
  contentTitleMeta,
  credits,
  extract,
  importsCreate,
  importsGet,
  importsList,
  jobsCancel,
  jobsGet,
  jobsList,
  keywordClusterBuild,
  pageCroQa,
  search,
  serpVolatility,
  siteSitemapAudit,
  usage,
  webhooksDeliveriesList,
  webhooksDeliveriesRetry,
  webhooksEndpointsCreate,
  webhooksEndpointsDelete,
  webhooksEndpointsList,
  webhooksEndpointsRotate,
  webhooksEndpointsTest,
  webhooksEndpointsUpdate,
];
