import { readSentiment, weighPain } from './opinion.ts';
import { findPhrases, type PhraseUse } from './phrases.ts';
import { listQuestions } from './questions.ts';
import { listObjections } from './objections.ts';
import { nameObjection } from './names.ts';
import type { Post } from './posts.ts';
import { listProducts } from './product-names.ts';
import { chooseTelling, listCommunities, type Quote, quoteFrom } from './quotes.ts';
import { INTENTS, type Reading } from './read-post.ts';
import type { Listening } from './report.ts';
import type { Subject } from './subject.ts';
import { findThemes, THEME_POSTS_MIN } from './themes.ts';
import { compareText } from '../../../text/normalize.ts';

type Insights = Omit<Listening['insights'], 'content_ideas'>;

/** A post that counts, with what was read from it. */
export interface ReadPost {
  readonly post: Post;
  readonly reading: Reading;
}

const EXAMPLES_MAX = 5;
const QUOTES_MAX = 3;
const PHRASES_MAX = 15;
const COMMUNITIES_MAX = 15;

/** What the posts say together. */
export function drawInsights(read: readonly ReadPost[], subject: Subject): Insights {
  const posts = read.map(({ post }) => post);
  const of = posts.length;
  const phrases = findPhrases(posts, subject);
  return {
    themes: findThemes(posts, phrases, subject).map(({ uses, ...theme }) => {
      const own = uses.map(({ post }) => post);
      return {
        ...theme,
        words: [...theme.words],
        count: own.length,
        of,
        communities: listCommunities(own),
        ...countMoods(uses),
        examples: quoteUses(uses).slice(0, EXAMPLES_MAX),
        urls: own.map(({ discussion }) => discussion.url),
      };
    }),
    questions: listQuestions(posts, subject).map(({ question, intent, uses }) => ({
      question,
      intent,
      count: uses.length,
      of,
      urls: uses.map(({ post }) => post.discussion.url),
    })),
    objections: listObjections(posts).map(({ kind, uses }) => ({
      id: kind,
      name: nameObjection(kind),
      count: uses.length,
      of,
      quotes: quoteUses(uses).slice(0, QUOTES_MAX),
    })),
    language_used: listPhrases(phrases, of),
    products_named: listProducts(posts, subject).flatMap(({ name, uses }) => {
      const own = uses.map(({ post }) => post);
      const [example] = quoteUses(uses);
      return example === undefined ? [] : [{ name, count: own.length, of, ...countMoods(uses), example }];
    }),
    ...countAll(read),
  };
}

interface Use {
  readonly post: Post;
  readonly sentences: Post['sentences'];
}

/** How many posts praise or fault in the very sentences that bring it up. */
function countMoods(uses: readonly Use[]): { readonly positive: number; readonly negative: number } {
  const moods = uses.map(({ post: { language }, sentences }) => readSentiment({ language, sentences }).sentiment);
  return {
    positive: moods.filter((mood) => mood === 'positive').length,
    negative: moods.filter((mood) => mood === 'negative').length,
  };
}

/** The most telling sentence of each post, in the order of relevance but for what says more. */
function quoteUses(uses: readonly Use[]): Quote[] {
  return uses
    .flatMap(({ post, sentences }) => {
      const sentence = chooseTelling(post, sentences);
      return sentence === undefined ? [] : [{ quote: quoteFrom(post, sentence), rank: rankOf(post, sentence) }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ quote }) => quote);
}

/** Statements first, complaints before all. */
function rankOf({ language }: Post, sentence: Post['sentences'][number]): number {
  if (sentence.is_question) return 2;
  return weighPain(sentence, language) > 0 ? 0 : 1;
}

/** Runs of words say more than single ones, which need the posts of a theme; what a commoner phrase holds or extends is left out. */
function listPhrases(phrases: readonly PhraseUse[], of: number): Insights['language_used'] {
  const all = phrases.filter(({ length, uses }) => length > 1 || uses.length >= THEME_POSTS_MIN);
  const rank = ({ length, uses }: PhraseUse): number => uses.length + (length > 1 ? 1 : 0);
  const kept: PhraseUse[] = [];
  for (const phrase of all.toSorted((one, other) => rank(other) - rank(one))) {
    const isKnown = kept.some(
      ({ term }) => ` ${term} `.includes(` ${phrase.term} `) || ` ${phrase.term} `.includes(` ${term} `),
    );
    if (!isKnown) kept.push(phrase);
  }
  return kept.slice(0, PHRASES_MAX).flatMap(({ written, uses }) => {
    const [phrase] = written;
    const [example] = quoteUses(uses);
    return phrase === undefined || example === undefined ? [] : [{ phrase, count: uses.length, of, example }];
  });
}

function countAll(read: readonly ReadPost[]): Pick<Insights, 'intents' | 'communities' | 'sentiment'> {
  const places = Map.groupBy(
    read.flatMap(({ post: { discussion } }) => (discussion.forum === null ? [] : [discussion])),
    ({ forum, platform }) => `${platform} ${forum}`,
  );
  const moods = (wanted: Reading['sentiment']): number =>
    read.filter(({ reading }) => reading.sentiment === wanted).length;
  return {
    intents: INTENTS.map((intent) => ({
      intent,
      count: read.filter(({ reading }) => reading.intent === intent).length,
    }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count),
    communities: [...places.values()]
      .flatMap((own) => {
        const [first] = own;
        return first === undefined || first.forum === null
          ? []
          : [{ community: first.forum, platform: first.platform, count: own.length }];
      })
      .toSorted((one, other) => other.count - one.count || compareText(one.community, other.community))
      .slice(0, COMMUNITIES_MAX),
    sentiment: {
      positive: moods('positive'),
      negative: moods('negative'),
      neutral: moods('neutral'),
      unknown: moods(null),
    },
  };
}
