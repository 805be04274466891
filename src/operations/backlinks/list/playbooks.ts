import type { Level } from '../../../kernel/level.ts';
import type { Classification } from './list.ts';

export interface Playbook {
  readonly action: string;
  readonly why: string;
  readonly effort: Level;
  readonly owner_hint: string;
}

/** What to do about each class, most pressing first. */
export const PLAYBOOKS: readonly (readonly [Classification, Playbook])[] = [
  [
    'broken_target_repair',
    {
      action: 'Restore or redirect the linked pages that fail.',
      why: 'Their links lead nowhere, and the fix is in your own hands.',
      effort: 'low',
      owner_hint: 'developer',
    },
  ],
  [
    'lost_link_reclaim',
    {
      action: 'Write to the sites that dropped their link.',
      why: 'They linked before, so asking has better odds than cold outreach.',
      effort: 'medium',
      owner_hint: 'outreach',
    },
  ],
  [
    'quality_review',
    {
      action: 'Look at the pages with a high spam score or with very many outgoing links.',
      why: 'Links of this kind rarely help, and many of them can hurt.',
      effort: 'medium',
      owner_hint: 'SEO',
    },
  ],
  [
    'authority_protection',
    {
      action: 'Keep the pages behind these links at their address, and keep them good.',
      why: 'They carry most of the authority.',
      effort: 'low',
      owner_hint: 'content',
    },
  ],
  [
    'outreach_reference',
    {
      action: 'Use these pages as examples of who writes about the subject.',
      why: 'Sites like them are the likeliest to link next.',
      effort: 'low',
      owner_hint: 'outreach',
    },
  ],
];
