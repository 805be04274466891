import { cleanText } from '../../../text/normalize.ts';
import { makeSlug } from '../../../text/slug.ts';
import { listChecks } from '../../../study/checklist.ts';
import { listCriteria } from '../../../study/criteria.ts';
import { findFormat, type Format } from '../../../study/format.ts';
import { planOutline } from '../../../study/outline.ts';
import { describeIntent, describeSearch, describeTopic, listPages } from '../../../study/report-parts.ts';
import { adviseSchema } from '../../../study/schema-advice.ts';
import { writeSnippets } from '../../../study/snippets.ts';
import type { Study } from '../../../study/study.ts';
import { noteExcluded, notePurpose } from '../../../study/wording.ts';
import { describeAudience } from './audience.ts';
import { listCompetitors } from './competitors.ts';
import { planConversion } from './conversion.ts';
import { findDifferentiators } from './differentiators.ts';
import { listProof } from './proof.ts';
import type { BriefReport } from './report.ts';
import { findSensitiveClass, listTrustRequirements } from './sensitive.ts';
import { listVoiceRules, type Voice } from './voice.ts';

export const PAGE_TYPES = ['auto', 'blog_post', 'landing_page', 'comparison_page', 'guide', 'tool_page'] as const;
type PageTypeChoice = (typeof PAGE_TYPES)[number];

export interface BriefRequest {
  readonly audience?: string | undefined;
  readonly brand_voice: Voice;
  readonly page_type: PageTypeChoice;
  readonly brief_depth: 'standard' | 'detailed';
  readonly include_serp_outline: boolean;
  readonly year: number;
}

const SIZES = {
  standard: { topics: 12, questions: 8, names: 10, competitors: 3, sections: 8, points: 3 },
  detailed: { topics: 25, questions: 20, names: 25, competitors: 5, sections: 12, points: 5 },
} as const;

const BY_CHOICE: Readonly<Record<Exclude<PageTypeChoice, 'auto'>, readonly Format[]>> = {
  blog_post: ['guide', 'how_to', 'list'],
  guide: ['guide', 'how_to', 'list'],
  landing_page: ['product', 'local'],
  comparison_page: ['comparison', 'list'],
  tool_page: ['tool'],
};
const BY_FORMAT: Readonly<Record<Format, Exclude<PageTypeChoice, 'auto'> | 'product_page' | 'local_landing_page'>> = {
  how_to: 'guide',
  guide: 'guide',
  list: 'blog_post',
  comparison: 'comparison_page',
  tool: 'tool_page',
  product: 'product_page',
  local: 'local_landing_page',
};

/** A brief for a page on a studied search: what was seen, what follows from it, and nothing made up. */
export function briefSearch(study: Study, request: BriefRequest): BriefReport {
  const size = SIZES[request.brief_depth];
  const { serp, language, topics, questions, entities, patterns, is_sufficient } = study;
  const { format } = findFormat(study);
  const page_type = choosePageType(request.page_type, format);
  const sensitive = findSensitiveClass(serp.keyword, language);
  const outline = is_sufficient ? planOutline(study, size) : [];
  const { with_tables, with_lists, with_images, with_videos, with_author, dates, sections } = patterns;
  return {
    search: describeSearch(study),
    primary_keyword: serp.keyword,
    secondary_keywords: (serp.related_searches ?? []).slice(0, 10),
    page_type,
    page_type_fits: fitsFormat(request.page_type, format),
    audience: describeAudience(study, request.audience),
    search_intent: describeIntent(study),
    page_meta: {
      title_options: writeSnippets(study, 'title', { year: request.year }),
      description_options: writeSnippets(study, 'description', { year: request.year }),
      slug: makeSlug(cleanText(serp.keyword, 200), language),
    },
    serp_expectations: {
      format,
      topics: is_sufficient ? topics.slice(0, size.topics).map(describeTopic) : [],
      questions: questions.slice(0, size.questions).map((each) => ({ ...each, seen_on: [...each.seen_on] })),
      names: entities.slice(0, size.names).map(({ name, pages, of }) => ({ name, pages, of })),
      word_count_range: patterns.word_count,
    },
    competitor_patterns: {
      sections,
      with_tables,
      with_lists,
      with_images,
      with_videos,
      with_author,
      dated: dates.dated,
      newest: dates.newest,
      oldest: dates.oldest,
    },
    competitors_to_beat: listCompetitors(study, size.competitors),
    differentiators: is_sufficient ? findDifferentiators(study) : [],
    proof_requirements: listProof(study),
    trust_requirements: { topic_class: sensitive ?? null, requirements: listTrustRequirements(sensitive) },
    sources_to_cite: patterns.cited_sites.map((each) => ({ ...each })),
    conversion_plan: planConversion(page_type, study.intent.main),
    voice_guidance: { voice: request.brand_voice, rules: listVoiceRules(request.brand_voice) },
    ...(request.include_serp_outline
      ? {
          outline: outline.map((section) => ({
            ...section,
            h3: [...section.h3],
            points: [...section.points],
            seen_on: [...section.seen_on],
          })),
        }
      : {}),
    schema_recommendations: is_sufficient ? adviseSchema(study, format) : [],
    qa_checklist: is_sufficient ? listChecks(study, outline.length) : [],
    acceptance_criteria: listCriteria(study),
    pages_compared: listPages(study, 3),
    notes: [noteType(request.page_type, format), notePurpose(study), noteExcluded(study)].filter(
      (note) => note !== undefined,
    ),
  };
}

function choosePageType(asked: PageTypeChoice, format: Format | null): string | null {
  if (asked !== 'auto') return asked;
  return format === null ? null : BY_FORMAT[format];
}

function fitsFormat(asked: PageTypeChoice, format: Format | null): boolean | null {
  if (format === null) return null;
  return asked === 'auto' || BY_CHOICE[asked].includes(format);
}

function noteType(asked: PageTypeChoice, format: Format | null): string | undefined {
  if (fitsFormat(asked, format) !== false || format === null) return undefined;
  return `You asked for a ${asked.replaceAll('_', ' ')}, but most ranking pages are of another kind (${BY_FORMAT[format].replaceAll('_', ' ')}).`;
}
