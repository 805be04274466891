import { agree, counted, joinWords, withinSentence } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { findPlaces } from '../../../text/places.ts';
import { tokenize } from '../../../web/words.ts';
import { adviseOn, formatAspect } from './names.ts';
import { INTENTS, type PostIntent } from './read-post.ts';
import type { Idea, Listening, Question, Row, Theme } from './report.ts';

type Insights = Omit<Listening['insights'], 'content_ideas'>;

const IDEAS_MAX = 10;
const THEME_IDEAS_MAX = 6;
const QUESTIONS_MAX = 3;
const WORDS_MAX = 4;
const OBJECTION_IDEAS_MAX = 3;
/** What one post is after says nothing of what the others want. */
const FORMAT_POSTS_MIN = 2;
const EVIDENCE_MAX = 3;
/** One post is one person's opinion. */
const OBJECTION_POSTS_MIN = 2;
const COMPARISONS_MIN = 2;
/** What one person asks is an idea only where little is shared. */
const QUESTION_POSTS_MIN = 2;
const IDEAS_MIN = 4;
const QUESTION_IDEAS_MAX = 3;

/** What page serves people who post with an intent. */
const FORMATS: Readonly<Record<PostIntent, string>> = {
  comparison: 'comparison page',
  recommendation: 'buying guide',
  cost: 'cost guide',
  decision: 'decision guide',
  how_to: 'how-to guide',
  problem: 'troubleshooting guide',
  experience: 'case study',
  information: 'guide',
};

/** What to publish for these people: each idea follows from counted posts and quotes them. No question opens two of them. */
export function deriveIdeas(insights: Insights, rows: readonly Row[]): Idea[] {
  const used = new Set<string>();
  const themes = insights.themes.slice(0, THEME_IDEAS_MAX).map((theme) => {
    const idea = ideaOfTheme(theme, { insights, rows, used });
    for (const question of idea.questions.slice(0, 1)) used.add(question);
    return idea;
  });
  const comparison = ideaOfComparison(insights, rows);
  const shared = comparison === undefined ? themes : [...themes, comparison];
  const open = insights.questions.filter(({ question }) => !used.has(question));
  const often = open.filter(({ count }) => count >= QUESTION_POSTS_MIN);
  const single = open
    .filter(({ count }) => count < QUESTION_POSTS_MIN)
    .slice(0, Math.max(0, IDEAS_MIN - shared.length));
  const questions = [...often, ...single]
    .slice(0, QUESTION_IDEAS_MAX)
    .map((question) => ideaOfQuestion(question, rows));
  const objections = insights.objections
    .filter(({ count }) => count >= OBJECTION_POSTS_MIN)
    .slice(0, OBJECTION_IDEAS_MAX)
    .map(ideaOfObjection);
  return [...shared, ...questions, ...objections].slice(0, IDEAS_MAX);
}

interface ThemeSetting {
  readonly insights: Insights;
  readonly rows: readonly Row[];
  /** Questions that open an idea already. */
  readonly used: ReadonlySet<string>;
}

function ideaOfTheme(theme: Theme, { insights, rows, used }: ThemeSetting): Idea {
  const words = theme.words.map((word) => word.toLowerCase());
  const questions = insights.questions
    .filter(({ question, urls }) => !used.has(question) && urls.some((url) => theme.urls.includes(url)))
    .filter(({ question }) => words.some((word) => question.toLowerCase().includes(word)))
    // What is asked about one place is of no use to others.
    .filter(({ question }) => findPlaces(tokenize(question)).length === 0);
  const [first] = questions;
  const format = formatAspect(theme.id) ?? (first === undefined ? formatOf(theme, rows) : formatFor(first));
  const topic = nameTopic(theme);
  return {
    idea:
      first === undefined
        ? `Cover ${topic} in ${withArticle(format)}, with figures and real cases.`
        : `Publish ${withArticle(format)} on ${topic} that opens with the answer to “${inline(first.question, 160)}”.`,
    format,
    follows_from: 'theme',
    name: theme.name,
    why: `${theme.count} of ${counted(theme.of, 'discussion')} ${agree(theme.count, 'brings')} it up${describeMood(theme)}.`,
    questions: questions.slice(0, QUESTIONS_MAX).map(({ question }) => question),
    use_words: theme.words.slice(0, WORDS_MAX),
    evidence: theme.examples.slice(0, EVIDENCE_MAX),
  };
}

/** Aspects have plain names; phrases are words of the posts and stand in quotes. */
function nameTopic({ kind, name, words }: Theme): string {
  return kind === 'aspect' ? withinSentence(name) : `“${inline(words[0] ?? name, 60)}”`;
}

function withArticle(format: string): string {
  return `${/^[aeiou]/.test(format) ? 'an' : 'a'} ${format}`;
}

function describeMood({ positive, negative }: Theme): string {
  if (negative > positive) return `, ${negative} of them to complain`;
  return positive > negative ? `, ${positive} of them with praise` : '';
}

function formatFor({ intent }: Question): string {
  return intent === null ? 'guide' : FORMATS[intent];
}

/** What most posts on an aspect are after; what a shared phrase is for, they do not tell. */
function formatOf({ kind, urls }: Theme, all: readonly Row[]): string {
  const rows = kind === 'aspect' ? all.filter(({ url }) => urls.includes(url)) : [];
  const counts = INTENTS.map((intent) => ({ intent, count: rows.filter((row) => row.intent === intent).length }));
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one));
  return best.count < FORMAT_POSTS_MIN ? 'guide' : FORMATS[best.intent];
}

function ideaOfQuestion(asked: Question, rows: readonly Row[]): Idea {
  const { question, count, of, urls } = asked;
  const own = rows.filter(({ url }) => urls.includes(url));
  const format = formatFor(asked);
  return {
    idea: `Answer “${inline(question, 160)}” on a page of its own.`,
    format,
    follows_from: 'question',
    name: question,
    why: `${count} of ${counted(of, 'discussion')} ${agree(count, 'asks')} it.`,
    questions: [question],
    use_words: [],
    evidence: own.slice(0, EVIDENCE_MAX).map(({ url, platform, community, published_at, attribution }) => ({
      url,
      platform,
      community,
      quote: question,
      published_at,
      attribution,
    })),
  };
}

function ideaOfObjection({ id, name, count, of, quotes }: Insights['objections'][number]): Idea {
  const { advice, format } = adviseOn(id);
  return {
    idea: `Answer the objection “${name}”: ${advice}`,
    format,
    follows_from: 'objection',
    name,
    why: `${count} of ${counted(of, 'discussion')} ${agree(count, 'raises', 'raise')} it.`,
    questions: [],
    use_words: [],
    evidence: quotes.slice(0, EVIDENCE_MAX),
  };
}

function ideaOfComparison({ products_named: products, intents }: Insights, rows: readonly Row[]): Idea | undefined {
  const wanted = intents.find(({ intent }) => intent === 'comparison')?.count ?? 0;
  const choosing = wanted + (intents.find(({ intent }) => intent === 'recommendation')?.count ?? 0);
  const [one, other] = products;
  if (one === undefined || other === undefined || choosing < COMPARISONS_MIN) return undefined;
  const names = joinWords(products.slice(0, 4).map(({ name }) => inline(name, 40)));
  return {
    idea: `Compare ${names} by what people ask about, and say who each is for.`,
    format: FORMATS.comparison,
    follows_from: 'comparison',
    name: names,
    why: `${counted(choosing, 'author')} ${agree(choosing, 'is')} choosing, and ${one.name} is named in ${counted(one.count, 'discussion')}.`,
    questions: rows
      .filter(({ intent, question }) => question !== null && (intent === 'comparison' || intent === 'recommendation'))
      .flatMap(({ question }) => question ?? [])
      .slice(0, QUESTIONS_MAX),
    use_words: [],
    evidence: [one.example, other.example],
  };
}
