import type { VNode } from 'preact';

import { hostOf, type Subject } from '../model/subject.ts';
import { RankingsBody } from './rankings.tsx';

/** Tracked keywords of one site. */
export function SiteRankings({ subject }: { readonly subject: Subject }): VNode {
  return <RankingsBody host={hostOf(subject)} />;
}
