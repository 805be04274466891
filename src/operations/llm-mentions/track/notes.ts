import { agree, counted, joinWords } from '../../../kernel/grammar.ts';
import { listed } from '../../../guidance/plan.ts';
import { isOld } from './mentions.ts';
import type { MentionAudit } from './report.ts';
import type { Sampled, Trial } from './trials.ts';

type Counted = Omit<MentionAudit, 'notes'>;

/** What a reader has to know before quoting a figure of the audit. */
export function listNotes(audit: Counted, sampled: Sampled, trials: readonly Trial[]): string[] {
  return listed([
    noteDetection(audit),
    noteEverydayWord(audit),
    noteSurfaces(audit, sampled),
    noteRuns(audit),
    noteBranded(audit),
    noteShareOfVoice(audit),
    noteOld(trials, sampled.sampled_at),
    noteLeftOut(audit),
    noteBreaks(audit),
  ]);
}

function noteDetection({ brand }: Counted): string | undefined {
  if (brand.detection !== 'name_only') return undefined;
  return 'Mentions are detected by the brand name alone; send aliases and domain to catch other spellings and citations of your pages.';
}

function noteEverydayWord({ brand }: Counted): string | undefined {
  if (!brand.is_everyday_word) return undefined;
  const weak =
    brand.weak_mentions === 0
      ? ''
      : ` ${counted(brand.weak_mentions, 'text')} ${agree(brand.weak_mentions, 'uses')} it without such a sign and ${agree(brand.weak_mentions, 'is')} not counted.`;
  return `The brand name is an everyday word, so it counts only with a capital letter, in bold, next to your domain or next to a word of the market.${weak}`;
}

function noteSurfaces({ platforms }: Counted, { assistants, unasked }: Sampled): string {
  const read = platforms.filter(({ answered }) => answered > 0).map(({ platform }) => nameSurface(platform));
  const sampledNote = read.length === 0 ? 'Nothing was found on any surface.' : `Surfaces sampled: ${joinWords(read)}.`;
  if (assistants.length > 0) return sampledNote;
  const ways =
    unasked.length === 0
      ? 'no assistant is connected'
      : `send assistants to ask ${joinWords(unasked.map(nameSurface), 6)}`;
  return `${sampledNote} No AI assistant was asked; ${ways}.`;
}

const NAMES: Readonly<Record<string, string>> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  gemini: 'Gemini',
  perplexity: 'Perplexity',
  grok: 'Grok',
  copilot: 'Copilot',
  google_ai_mode: 'Google AI Mode',
  google_ai_overview: 'Google AI Overviews',
  reddit: 'Reddit',
  x: 'X',
  hacker_news: 'Hacker News',
  stack_exchange: 'Stack Exchange',
  forum: 'forums',
};

/** A platform as people write it. */
export function nameSurface(platform: string): string {
  return NAMES[platform] ?? platform;
}

function noteRuns({ sampling, basis }: Counted): string | undefined {
  if (basis === null || basis === 'discussions' || sampling.runs > 1) return undefined;
  return 'Each assistant was asked once per query; answers vary from run to run, so use runs: 5 before you report a rate.';
}

function noteBranded({ sampling }: Counted): string | undefined {
  const { queries, branded_queries: branded } = sampling;
  if (branded === 0) return undefined;
  if (branded === queries)
    return 'Every query names the brand, so mention_rate and share_of_voice are null; branded_recall says how often answers repeat the name.';
  return `${counted(branded, 'query')} ${agree(branded, 'names')} the brand and ${agree(branded, 'counts')} toward branded_recall only.`;
}

function noteShareOfVoice({ competitors }: Counted): string | undefined {
  return competitors.length > 0
    ? undefined
    : 'share_of_voice is null because no competitors were sent; co_mentioned_brands lists candidates.';
}

function noteOld(trials: readonly Trial[], now: string): string | undefined {
  const dated = trials.filter(({ discussion }) => discussion !== null);
  const old = dated.filter(({ discussion }) => isOld(discussion?.published_at ?? null, now) === true).length;
  return old === 0
    ? undefined
    : `${old} of ${counted(dated.length, 'discussion')} ${agree(old, 'is')} more than a year old.`;
}

function noteLeftOut({ left_out: { own_posts, removed_posts } }: Counted): string | undefined {
  const parts = listed([
    own_posts > 0 && counted(own_posts, 'post of your own', 'posts of your own'),
    removed_posts > 0 && counted(removed_posts, 'removed post'),
  ]);
  return parts.length === 0 ? undefined : `Left out: ${joinWords(parts)}.`;
}

function noteBreaks({ platforms }: Counted): string | undefined {
  const changed = platforms.filter(({ samplings, series_breaks: breaks }) => samplings === 1 && breaks.length > 0);
  if (changed.length === 0) return undefined;
  return `A new series began for ${joinWords(changed.map(({ platform }) => nameSurface(platform)))}: the model or the source differs from the previous sampling, so the two are not compared.`;
}
