import type { LookView } from '../../views.ts';

/**
 * Gives the page the colour of a workspace, which the service has made readable in both themes. Set by script: the policy
 * of the page allows no style in the markup.
 */
export function applyAccent({ accent }: Pick<LookView, 'accent'>): void {
  if (accent === null) return;
  const { style } = document.documentElement;
  const color = `light-dark(${accent.light}, ${accent.dark})`;
  for (const name of ['--accent', '--accent-fill', '--c1']) style.setProperty(name, color);
  style.setProperty('--on-accent', `light-dark(${accent.on_light}, ${accent.on_dark})`);
}
