import type { StepDraft } from '../../../guidance/plan.ts';
import type { DomainAction, ReferringDomain, ReferringDomainReport } from './referring-domains.ts';

type Playbook = Pick<StepDraft, 'action' | 'why' | 'effort' | 'owner_hint'>;

/** What to do about each action, most pressing first; keeping needs no step where there is another. */
const PLAYBOOKS: readonly (readonly [DomainAction, Playbook])[] = [
  [
    'repair',
    {
      action: 'Restore or redirect the pages of yours that these sites link to and that fail.',
      why: 'Their links lead nowhere, and the fix is in your own hands.',
      effort: 'low',
      owner_hint: 'developer',
    },
  ],
  [
    'reclaim',
    {
      action: 'Write to the sites that dropped links, the strongest first.',
      why: 'They linked before, so asking has better odds than cold outreach.',
      effort: 'medium',
      owner_hint: 'outreach',
    },
  ],
  [
    'disavow_review',
    {
      action: 'Open the pages of the sites with a high spam score and decide by hand.',
      why: 'Search engines pass over most spam by themselves; a disavowal is for links that somebody bought or placed.',
      effort: 'medium',
      owner_hint: 'SEO',
    },
  ],
  [
    'review',
    {
      action: 'Look at the sites with doubtful signs.',
      why: 'Several weak signs together are worth a look, and no more than that.',
      effort: 'medium',
      owner_hint: 'SEO',
    },
  ],
  [
    'strengthen',
    {
      action: 'Offer the strong sites that link once, or without passing authority, something more to cite.',
      why: 'They know you already, and their authority is what most others lack.',
      effort: 'medium',
      owner_hint: 'outreach',
    },
  ],
];

const KEEP: Playbook = {
  action: 'Keep the linked pages at their address, and keep in touch with the strongest sites.',
  why: 'Nothing about these sites asks for a repair, a letter or a review.',
  effort: 'low',
  owner_hint: 'content',
};

/** What to do about the sites of an answer, the most pressing first; nothing where there are none. */
export function referringDomainSteps({ items }: ReferringDomainReport): StepDraft[] {
  const steps = PLAYBOOKS.flatMap(([action, playbook]) => stepFor(items, action, playbook));
  return steps.length > 0 ? steps : stepFor(items, 'keep', KEEP);
}

function stepFor(items: readonly ReferringDomain[], action: DomainAction, playbook: Playbook): StepDraft[] {
  const rows = items.filter((item) => item.action === action).toSorted((one, other) => other.score - one.score);
  if (rows.length === 0) return [];
  const evidence = rows.slice(0, 3).map((row) => `${row.domain}: ${row.reasons[0] ?? ''}`);
  return [{ ...playbook, evidence: [`${action}: ${rows.length}`, ...evidence] }];
}
