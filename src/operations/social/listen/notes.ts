import { listed } from '../../../guidance/plan.ts';
import { agree, counted, joinWords } from '../../../kernel/grammar.ts';
import type { DiscussionPlatform } from '../../../ports/discussions.ts';
import type { Listening } from './report.ts';

export const METHOD_NOTE =
  'This is web evidence, not platform monitoring: discussions that search engines and public forum searches show for your query today. ' +
  'Counts describe this sample; they do not say how many people think so.';

const PLATFORM_NAMES: Readonly<Record<DiscussionPlatform, string>> = {
  reddit: 'Reddit',
  x: 'X',
  hacker_news: 'Hacker News',
  stack_exchange: 'Stack Exchange',
  forum: 'other forums',
};

export function namePlatform(platform: DiscussionPlatform): string {
  return PLATFORM_NAMES[platform];
}

/** What a reader has to know before quoting a count. */
export function listNotes(report: Omit<Listening, 'notes'>): string[] {
  return listed([
    ...report.platforms.map(noteSight),
    noteX(report),
    noteLeftOut(report),
    noteAge(report),
    noteShortTexts(report),
    noteThemes(report),
    noteNames(report),
    noteLanguage(report),
  ]);
}

function noteSight({ platform, status, notes }: Listening['platforms'][number]): string | undefined {
  if (status === 'seen') return undefined;
  const reasons = notes.join(' ');
  if (status === 'unavailable') return reasons;
  const name = namePlatform(platform);
  const subject = name.charAt(0).toUpperCase() + name.slice(1);
  const were = agree(platform === 'forum' ? 2 : 1, 'was');
  return status === 'failed'
    ? `${subject} could not be searched, so what people write there is unknown. ${reasons}`
    : `${subject} ${were} seen only in part. ${reasons}`;
}

/** Search engines hold few posts of X. */
function noteX({ platforms }: Omit<Listening, 'notes'>): string | undefined {
  const isSeen = platforms.some(
    ({ platform, status }) => platform === 'x' && (status === 'seen' || status === 'partial'),
  );
  return isSeen
    ? 'Search engines show only a small part of X, so few posts there do not mean that few people write.'
    : undefined;
}

function noteLeftOut({ read }: Omit<Listening, 'notes'>): string | undefined {
  const parts = listed([
    read.removed > 0 && `${read.removed} removed`,
    read.promotional > 0 && `${read.promotional} promotional`,
    read.unclear_topic > 0 &&
      `${read.unclear_topic} with too few of your words to tell what ${agree(read.unclear_topic, 'it is', 'they are')} about`,
  ]);
  const all = read.removed + read.promotional + read.unclear_topic;
  return parts.length === 0
    ? undefined
    : `${counted(all, 'discussion')} ${agree(all, 'is')} listed but not counted: ${joinWords(parts)}.`;
}

function noteAge({ read }: Omit<Listening, 'notes'>): string | undefined {
  const { older_than_a_year: old, undated } = read;
  const parts = listed([
    old > 0 && `${old} of ${counted(read.counted, 'discussion')} ${agree(old, 'is')} more than a year old`,
    undated > 0 && `${undated} ${agree(undated, 'has')} no date`,
  ]);
  return parts.length === 0 ? undefined : `${parts.join(', and ')}.`;
}

function noteShortTexts({ read }: Omit<Listening, 'notes'>): string | undefined {
  const { short_texts: short } = read;
  return short === 0
    ? undefined
    : `Of ${counted(short, 'discussion')}, only the title or an excerpt was visible; the thread may say more.`;
}

function noteThemes({ insights, read }: Omit<Listening, 'notes'>): string | undefined {
  if (insights.themes.length > 0 || read.counted === 0) return undefined;
  return 'No theme is named, because none is brought up in three discussions by three people.';
}

function noteNames({ language, read }: Omit<Listening, 'notes'>): string | undefined {
  return language === 'de' && read.counted > 0
    ? 'German writes every noun with a capital, so products_named is read from posts in other languages only.'
    : undefined;
}

const READ_LANGUAGES: ReadonlySet<string> = new Set(['en', 'de', 'es', 'fr']);

function noteLanguage({ language }: Omit<Listening, 'notes'>): string | undefined {
  return READ_LANGUAGES.has(language)
    ? undefined
    : 'Pain points, intents, objections and named aspects are read in English, German, Spanish and French only.';
}
