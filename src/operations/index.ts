// Written by `npm run gen`. Do not edit.
import type { Operation } from '../contract/operation.ts';
import aiVisibilityPromptSet from './ai-visibility/prompt-set.ts';
import backlinksList from './backlinks/list.ts';
import backlinksOpportunityFinder from './backlinks/opportunity-finder.ts';
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
  backlinksList,
  backlinksOpportunityFinder,
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
