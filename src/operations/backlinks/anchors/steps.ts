import { counted } from '../../../kernel/grammar.ts';
import type { StepDraft } from '../../../guidance/plan.ts';
import type { AnchorGroup, AnchorReport } from './anchors.ts';

/** What to do about the anchors of an answer, the most pressing first; nothing where there are none. */
export function anchorSteps(list: AnchorReport): StepDraft[] {
  return [...overStep(list), ...repairSteps(list), ...riskStep(list), ...altStep(list), ...quietStep(list)];
}

function overStep({ profile, items }: AnchorReport): StepDraft[] {
  if (profile.over_optimized !== true) return [];
  const exact = items.filter(({ anchor_intent }) => anchor_intent === 'exact_match');
  return [
    {
      action: 'Stop asking for keyword anchors; have the next links use the name of the site or its address.',
      why: profile.reason,
      evidence: [
        `exact_match_site_share: ${profile.exact_match_site_share}`,
        ...exact.slice(0, 3).map((group) => `“${group.anchor}”: ${counted(group.referring_main_domains, 'site')}`),
      ],
      effort: 'medium',
      owner_hint: 'outreach',
    },
  ];
}

function repairSteps({ items }: AnchorReport): StepDraft[] {
  const broken = items.filter((group) => hasRepair(group, 'broken_target'));
  const lost = items.filter((group) => hasRepair(group, 'lost_links'));
  const steps: StepDraft[] = [];
  if (broken.length > 0) {
    const links = broken.reduce((sum, group) => sum + (group.broken_backlinks ?? 0), 0);
    steps.push({
      action: 'Restore or redirect the linked pages that fail.',
      why: `${counted(links, 'link')} with ${broken.length === 1 ? 'this text' : 'these texts'} ${links === 1 ? 'leads' : 'lead'} to pages that fail, and the fix is in your own hands.`,
      evidence: evidenceOf(broken, (group) => counted(group.broken_backlinks ?? 0, 'broken link')),
      effort: 'low',
      owner_hint: 'developer',
    });
  }
  if (lost.length > 0) {
    const links = lost.reduce((sum, group) => sum + group.lost_backlinks, 0);
    steps.push({
      action: 'List the lost links and ask for the good ones back.',
      why: `${counted(links, 'link')} with ${lost.length === 1 ? 'this text' : 'these texts'} ${links === 1 ? 'is' : 'are'} gone.`,
      evidence: evidenceOf(lost, (group) => counted(group.lost_backlinks, 'lost link')),
      effort: 'medium',
      owner_hint: 'outreach',
    });
  }
  return steps;
}

function riskStep({ items }: AnchorReport): StepDraft[] {
  // Sitewide links alone are how partners link.
  const risky = items.filter(({ risk_signals: risks }) => risks.some(({ signal }) => signal !== 'sitewide'));
  if (risky.length === 0) return [];
  return [
    {
      action: `Look at the pages behind ${counted(risky.length, 'risky anchor text')}.`,
      why: 'A text says what kind of page links; only the page shows whether it does harm.',
      evidence: evidenceOf(risky, (group) => group.risk_signals[0]?.reason ?? ''),
      effort: 'medium',
      owner_hint: 'SEO',
    },
  ];
}

function altStep({ items }: AnchorReport): StepDraft[] {
  const images = items.filter((group) => hasRepair(group, 'image_without_alt'));
  if (images.length === 0) return [];
  return [
    {
      action: 'Offer partners a logo with the name of the site as alternative text.',
      why: 'An image link without it tells search engines nothing about what it leads to.',
      evidence: evidenceOf(images, (group) => counted(group.image_backlinks, 'image link')),
      effort: 'low',
      owner_hint: 'outreach',
    },
  ];
}

function quietStep(list: AnchorReport): StepDraft[] {
  const [top] = list.items;
  if (top === undefined || [overStep, repairSteps, riskStep, altStep].some((steps) => steps(list).length > 0))
    return [];
  return [
    {
      action: 'Leave the anchors as they are, and look again after the next campaign.',
      why: 'None of the texts here asks for a repair or a review.',
      evidence: [`“${shownAnchor(top)}”: ${counted(top.backlinks, 'link')}`],
      effort: 'low',
      owner_hint: 'SEO',
    },
  ];
}

export function hasRepair(group: AnchorGroup, signal: AnchorGroup['repair_signals'][number]['signal']): boolean {
  return group.repair_signals.some((each) => each.signal === signal);
}

function evidenceOf(groups: readonly AnchorGroup[], figure: (group: AnchorGroup) => string): string[] {
  return groups.slice(0, 3).map((group) => `“${shownAnchor(group)}”: ${figure(group)}`);
}

/** An anchor as people read it: one without text says what it is. */
export function shownAnchor({ anchor, anchor_intent, image_alt }: AnchorGroup): string {
  if (anchor !== '') return anchor.length > 80 ? `${anchor.slice(0, 79).toWellFormed()}…` : anchor;
  if (anchor_intent !== 'image') return '(no text)';
  return image_alt === '' ? '(image)' : `(image: ${image_alt.slice(0, 60).toWellFormed()})`;
}
