import { compareText } from '../../../text/normalize.ts';
import { findCues, isDenied, OBJECTION_CUES, WORD_CUES } from './cues.ts';
import type { Post, PostSentence } from './posts.ts';

/** Why people hesitate, decline or regret, with the sentences that say so. */
export interface FoundObjection {
  readonly kind: string;
  readonly uses: readonly { readonly post: Post; readonly sentences: readonly PostSentence[] }[];
}

/** What the posts object to, most posts first. Each sentence holds the words that show it, and none that deny them. */
export function listObjections(posts: readonly Post[]): FoundObjection[] {
  const found = new Map<string, Map<Post, PostSentence[]>>();
  for (const post of posts) {
    const { language, sentences } = post;
    for (const sentence of sentences) {
      const { text, words } = sentence;
      const denials = findCues(text, words, { table: WORD_CUES, language });
      for (const cue of findCues(text, words, { table: OBJECTION_CUES, language })) {
        if (isDenied(cue, denials)) continue;
        const uses = found.get(cue.kind) ?? new Map<Post, PostSentence[]>();
        const own = uses.get(post) ?? [];
        if (!own.includes(sentence)) uses.set(post, [...own, sentence]);
        found.set(cue.kind, uses);
      }
    }
  }
  return [...found]
    .map(([kind, uses]) => ({ kind, uses: [...uses].map(([post, sentences]) => ({ post, sentences })) }))
    .sort((one, other) => other.uses.length - one.uses.length || compareText(one.kind, other.kind));
}
