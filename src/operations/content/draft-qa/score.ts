import type { Claim } from '../../../study/claims.ts';
import { listCriteria } from '../../../study/criteria.ts';
import { rangeOf } from '../../../study/patterns.ts';
import type { Study } from '../../../study/study.ts';
import type { Reading } from './readability.ts';
import type { DraftReport, Issue } from './report.ts';
import { WEIGHTS } from './weights.ts';

interface Evidence {
  readonly study: Study;
  readonly claims: readonly Claim[];
  readonly reading: Reading;
  readonly issues: readonly Issue[];
  readonly weak: number;
  readonly sections: number;
  readonly blockers: DraftReport['blockers'];
  readonly is_strict: boolean;
}

type Components = DraftReport['score_components'];
type Scored = Pick<DraftReport, 'publish_readiness_score' | 'readiness' | 'score_components' | 'score_coverage'>;

const ISSUE_COST = 0.3;
/** Long sentences beyond this share cost. */
const LONG_FREE = 0.1;
const READY = { standard: 80, strict: 88 } as const;
const MINOR = { standard: 65, strict: 75 } as const;
const MAJOR = { standard: 40, strict: 50 } as const;

/**
 * How ready a draft is, 0–100.
 *
 * Topics: its coverage, from 60 % of what the better quarter of the compared pages covers (0) to as much as these (all).
 * Questions: answered over half of those seen. Sections: share that is not weak. Proof: share of claims with a source. Title
 * and description: less 30 % an issue. Readability: less for long sentences and paragraphs. A blocker caps the sum. Calibrated
 * so that pages that rank first score 75 and more, and 15 less without every second section.
 */
export function scoreDraft(evidence: Evidence): Scored {
  const { study, blockers, is_strict } = evidence;
  const shares = shareParts(evidence);
  const known = Object.entries(shares).filter(([, share]) => share !== null);
  const weight = known.reduce((sum, [name]) => sum + weightOf(name), 0);
  const points = (name: keyof Components): number | null => {
    const share = shares[name];
    return share === null ? null : Math.round((share * WEIGHTS[name] * 1000) / weight) / 10;
  };
  const score_components: Components = {
    topics: points('topics'),
    questions: points('questions'),
    sections: points('sections'),
    proof: points('proof'),
    title_meta: points('title_meta'),
    readability: points('readability'),
  };
  const score_coverage = weight / 100;
  if (!study.is_sufficient) return { publish_readiness_score: null, readiness: null, score_components, score_coverage };
  const sum = Object.values(score_components).reduce<number>((total, each) => total + (each ?? 0), 0);
  const score = Math.min(Math.round(sum), ...blockers.map(({ score_at_most }) => score_at_most));
  return {
    publish_readiness_score: score,
    readiness: nameReadiness(score, is_strict),
    score_components,
    score_coverage,
  };
}

function weightOf(name: string): number {
  return new Map<string, number>(Object.entries(WEIGHTS)).get(name) ?? 0;
}

type Shares = Readonly<Record<keyof Components, number | null>>;

function shareParts({ study, claims, reading, issues, weak, sections, is_strict }: Evidence): Shares {
  return {
    topics: shareTopics(study),
    questions: shareQuestions(study),
    sections: sections === 0 ? 0 : 1 - weak / sections,
    proof: shareProven(claims, is_strict),
    title_meta: Math.max(0, 1 - ISSUE_COST * issues.length),
    readability: shareReadable(reading),
  };
}

/** Of the coverage of the better quarter: any text on the subject has as much. */
const TOPICS_FLOOR = 0.6;

/** Beside the better quarter of the compared pages, since no page covers everything that others do. */
function shareTopics({ is_sufficient, own, pages }: Study): number | null {
  const score = is_sufficient ? (own?.score ?? null) : null;
  if (score === null) return null;
  const better = rangeOf(pages.flatMap((page) => page.score ?? []))?.p75 ?? 100;
  return Math.min(1, Math.max(0, (score / Math.max(1, better) - TOPICS_FLOOR) / (1 - TOPICS_FLOOR)));
}

function shareQuestions(study: Study): number | null {
  const wanted = listCriteria(study).find(({ id }) => id === 'questions')?.at_least ?? 0;
  if (study.own === undefined || wanted === 0) return null;
  return Math.min(1, study.own.answers.filter((answer) => answer !== null).length / wanted);
}

function shareProven(claims: readonly Claim[], isStrict: boolean): number {
  const counting = claims.filter(({ kind }) => isStrict || kind !== 'comparison');
  return counting.length === 0 ? 1 : counting.filter(({ has_source }) => has_source).length / counting.length;
}

const LONG_PARAGRAPHS_MAX = 4;

function shareReadable({ long_share, readability: { long_paragraphs } }: Reading): number {
  const cost = 2 * Math.max(0, long_share - LONG_FREE) + 0.1 * Math.min(LONG_PARAGRAPHS_MAX, long_paragraphs);
  return Math.max(0, 1 - cost);
}

function nameReadiness(score: number, isStrict: boolean): DraftReport['readiness'] {
  const depth = isStrict ? 'strict' : 'standard';
  if (score >= READY[depth]) return 'ready';
  if (score >= MINOR[depth]) return 'minor_edits';
  return score >= MAJOR[depth] ? 'major_edits' : 'not_ready';
}
