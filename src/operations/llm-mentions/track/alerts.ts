import { inline } from '../../../kernel/markdown.ts';
import type { Alert } from '../../../ports/alerts.ts';
import { nameSurface } from './notes.ts';
import type { Change, MentionAudit } from './report.ts';

/**
 * What the owner of the brand is to hear of: a change of the mention rate beyond its noise. That of a single platform tells
 * nobody by itself, since one of several moves by chance far more often than all of them.
 */
export function listAlerts({ brand, change, platforms, sampling }: MentionAudit): readonly Alert[] {
  if (change === null || change.direction === null) return [];
  const name = inline(brand.name, 60);
  const { direction } = change;
  const alike = platforms.flatMap(({ platform, change: own }) =>
    own !== null && own.direction === direction ? [`${nameSurface(platform)}: ${describeMove(own)}.`] : [],
  );
  const data = {
    summary: `${name}: mention rate ${direction} ${describeMove(change)}`,
    lines: [
      `${name} is named in ${percent(change.to)} of answers to unbranded queries, ${direction} from ${percent(change.from)}.`,
      ...alike,
    ],
    brand: brand.name,
    ...change,
    language: sampling.language,
    location_code: sampling.location_code,
  };
  return [{ type: 'alert.mention_changed', data }];
}

function describeMove({ from, to }: Change): string {
  return `from ${percent(from)} to ${percent(to)}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
