import type { DiscussionPlatform, DiscussionsQuery } from '../../ports/discussions.ts';

/** Whether a question takes any of the platforms that a source shows. */
export function takesAny(
  { platforms }: Pick<DiscussionsQuery, 'platforms'>,
  shown: readonly DiscussionPlatform[],
): boolean {
  return platforms.length === 0 || platforms.some((platform) => shown.includes(platform));
}

/** What a source that knows no languages lacks: most of what people write there is English. */
export function lackingLanguage({ language }: Pick<DiscussionsQuery, 'language'>): readonly string[] {
  const code = language?.toLowerCase().split('-')[0] ?? 'en';
  return code === 'en' ? [] : [`searches in the language “${language ?? ''}”`];
}
