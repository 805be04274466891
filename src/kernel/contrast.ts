/** Colours as WCAG 2 compares them: `#rrggbb`, and ratios from 1 to 21. */

const FORM = /^#[0-9a-f]{6}$/;

/** Lower case; undefined for what is no colour of that form. */
export function readColor(text: string): string | undefined {
  const color = text.trim().toLowerCase();
  return FORM.test(color) ? color : undefined;
}

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((first, second) => first - second);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colour mixed with white, as little as it takes to stand out from a background by that ratio. */
export function lightened(color: string, background: string, ratio: number): string {
  for (let part = 0; part < STEPS; part += 1) {
    const mixed = mix(color, part / STEPS);
    if (contrast(mixed, background) >= ratio) return mixed;
  }
  return '#ffffff';
}

const STEPS = 20;

function mix(color: string, white: number): string {
  const mixed = channels(color).map((channel) => Math.round(channel + (255 - channel) * white));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function channels(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
