import type { FoundDiscussion } from '../../../discussions/find.ts';
import type { AnswerReading } from '../../../mentions/read-answer.ts';
import type { Named } from '../../../mentions/names.ts';
import type { AssistantAccess, AssistantAnswer } from '../../../ports/assistants.ts';
import { spellName } from '../../../text/branded.ts';
import { ownership } from '../../../web/url.ts';
import { tokenize } from '../../../web/words.ts';
import type { Basis, GapKind } from './report.ts';

/** All that a sampling brought together, before anything is counted. */
export interface Sampled {
  readonly brand: Named;
  readonly competitors: readonly Named[];
  readonly queries: readonly string[];
  readonly platform: 'reddit' | 'x' | 'all';
  readonly assistants: readonly string[];
  readonly runs: number;
  readonly location: { readonly name: string; readonly code: number } | null;
  readonly language: string;
  readonly sampled_at: string;
  readonly answers: readonly SampledAnswer[];
  /** What was found for each query of which some platform was seen. */
  readonly discussions: readonly QueryDiscussions[];
  readonly failures: readonly FailedAsk[];
  /** Stored answers of each assistant to the same prompts, without those of this sampling. */
  readonly history: readonly AssistantAnswer[];
  /** Assistants that are connected and were not asked. */
  readonly unasked: readonly string[];
}

interface SampledAnswer {
  readonly query: string;
  readonly answer: AssistantAnswer;
}

interface QueryDiscussions {
  readonly query: string;
  readonly rows: readonly FoundDiscussion[];
  /** Platforms that were searched, whether anything was found there or not. */
  readonly platforms: readonly string[];
}

/** An ask that came to nothing. */
export interface FailedAsk {
  readonly platform: string;
  readonly query: string;
  readonly kind: GapKind;
  readonly reason: string;
}

/** Whether something was asked: what is not connected cannot fail. */
export function isFailure({ kind }: Pick<FailedAsk, 'kind'>): boolean {
  return kind !== 'not_connected';
}

/** One text that could name the brand. */
export interface Trial {
  readonly query: string;
  readonly platform: string;
  readonly basis: Basis;
  readonly reading: AnswerReading;
  readonly answer: AssistantAnswer | null;
  readonly discussion: FoundDiscussion | null;
}

export interface Trials {
  readonly all: readonly Trial[];
  readonly own_posts: number;
  readonly removed_posts: number;
}

type Reader = (text: string) => AnswerReading;

/** What was sampled as texts that are read. Refused and truncated answers are no trials, and neither are own or removed posts. */
export function readTrials({ brand, answers, discussions }: Sampled, read: Reader): Trials {
  const asked = answers
    .filter(({ answer }) => answer.status === 'answered')
    .map(({ query, answer }) => readAssistantTrial(query, answer, read));
  const isOwn = compileOwnPost(brand);
  const found = discussions.flatMap(({ query, rows }) => rows.map((discussion) => ({ query, discussion })));
  const kept = found.filter(({ discussion }) => !isOwn(discussion) && !isRemoved(discussion));
  const texts = kept.map(({ query, discussion }): Trial => ({
    query,
    platform: discussion.platform,
    basis: 'discussions',
    reading: read([discussion.title, discussion.text].filter(Boolean).join('\n\n')),
    answer: null,
    discussion,
  }));
  const own_posts = found.filter(({ discussion }) => isOwn(discussion)).length;
  return { all: [...asked, ...texts], own_posts, removed_posts: found.length - kept.length - own_posts };
}

export function readAssistantTrial(query: string, answer: AssistantAnswer, read: Reader): Trial {
  const basis = basisOf(answer.access);
  return { query, platform: answer.assistant, basis, reading: read(answer.text), answer, discussion: null };
}

function basisOf(access: AssistantAccess): Basis {
  return `assistants_${access}`;
}

/** Posts of the brand's own accounts and pages of its own sites say nothing of what others say. */
function compileOwnPost({ name, aliases, domains }: Named): (discussion: FoundDiscussion) => boolean {
  const isOwnSite = ownership(domains);
  const letters = new Set([name, ...aliases].flatMap((one) => spellName(tokenize(one))));
  return ({ url, author }) =>
    isOwnSite(url) === true || (author !== null && spellName(tokenize(author)).some((one) => letters.has(one)));
}

function isRemoved({ title, text, state }: FoundDiscussion): boolean {
  return (
    state === 'removed' ||
    [title, text].every((part) => part === null || /^\s*(?:\[(?:deleted|removed)\])?\s*$/i.test(part))
  );
}
