import { z } from 'zod';

import { contrast, lightened, readColor } from '../kernel/contrast.ts';
import { AppError } from '../kernel/errors.ts';
import { readImageForm } from '../kernel/image-form.ts';
import type { Logo, WorkspaceLook } from '../ports/workspace-look.ts';
import { check } from './check.ts';
import type { DashboardScope } from './routes.ts';
import type { BrandView, LookView } from './views.ts';

/** Text of the accent colour, on the surfaces of tokens.css. */
const RATIO_MIN = 4.5;
const LIGHT_SURFACE = '#ffffff';
const DARK_SURFACE = '#15191f';
const INK = '#14181f';

/** It goes out with every shared report. */
const LOGO_BYTES_MAX = 200_000;
const LOGO_SIDE_MAX = 2000;
const KEEP_DAYS_MAX = 3650;

const Changed = z.strictObject({
  /** Base64, as the browser read the file. */
  logo: z
    .string()
    .max(400_000)
    .regex(/^[\w+/]*={0,2}$/, 'must be base64')
    .nullable()
    .optional(),
  accent: z.string().max(100).nullable().optional(),
  keep_days: z.int().min(1).max(KEEP_DAYS_MAX).nullable().optional(),
});

/** The logo and colour on shared and printed reports, and how long reports are kept. */
export function serveBrand({ app, parts, userOf }: DashboardScope): void {
  const { looks } = parts;
  const view = async (workspaceId: string): Promise<BrandView> => {
    const [look, keep_days] = await Promise.all([looks.find(workspaceId), looks.keepDays(workspaceId)]);
    return {
      ...lookView(look),
      color: look.accent ?? null,
      keep_days: keep_days ?? null,
      keep_days_usual: parts.keep_days,
    };
  };

  app.get('/brand', (request) => view(userOf(request).workspace_id));

  app.patch('/brand', async (request) => {
    const { logo, accent, keep_days } = check(Changed, request.body);
    const { workspace_id } = userOf(request);
    const change = {
      logo: typeof logo === 'string' ? readLogo(logo) : logo,
      accent: typeof accent === 'string' ? readAccent(accent) : accent,
    };
    if (logo !== undefined || accent !== undefined) await looks.set(workspace_id, change);
    if (keep_days !== undefined) await looks.setKeepDays(workspace_id, keep_days ?? undefined);
    return view(workspace_id);
  });
}

/** As whoever opens a shared report sees it: nothing here says whose workspace it is. */
export function lookView({ logo, accent }: WorkspaceLook): LookView {
  return {
    logo: logo === undefined ? null : `data:${logo.type};base64,${logo.bytes.toString('base64')}`,
    accent: accent === undefined ? null : accentsOf(accent),
  };
}

function accentsOf(accent: string): NonNullable<LookView['accent']> {
  const dark = lightened(accent, DARK_SURFACE, RATIO_MIN);
  return { light: accent, dark, on_light: LIGHT_SURFACE, on_dark: textOn(dark) };
}

function textOn(color: string): string {
  return contrast(color, INK) >= contrast(color, LIGHT_SURFACE) ? INK : LIGHT_SURFACE;
}

/** @throws AppError invalid_input */
function readLogo(base64: string): Logo {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LOGO_BYTES_MAX)
    throw refused('logo', `must be at most ${LOGO_BYTES_MAX / 1000} kB`, 'Save it smaller.');
  const form = readImageForm(bytes);
  if (form === undefined) {
    throw refused('logo', 'must be a PNG, JPEG or WebP picture', 'Export the logo as PNG; SVG files can hold scripts.');
  }
  const side = Math.max(form.width, form.height);
  if (side > LOGO_SIDE_MAX) {
    throw refused('logo', `must be at most ${LOGO_SIDE_MAX} pixels wide and high, not ${side}`, 'Save it smaller.');
  }
  return { type: form.type, bytes };
}

/** @throws AppError invalid_input */
function readAccent(text: string): string {
  const color = readColor(text);
  if (color === undefined) throw refused('accent', 'must be a colour such as #1a5bbf', 'Enter six hexadecimal digits.');
  const ratio = contrast(color, LIGHT_SURFACE);
  if (ratio >= RATIO_MIN) return color;
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
  throw refused(
    'accent',
    `is too light to read on white: its contrast is ${shown} to 1, and ${RATIO_MIN} is the least`,
    'Choose a darker colour.',
  );
}

function refused(path: string, message: string, fix: string): AppError {
  return new AppError('invalid_input', 'The brand was not saved.', { fix, issues: [{ path, message }] });
}
