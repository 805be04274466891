import type { z } from 'zod';

import { issuesOf } from '../contract/validation.ts';
import { AppError } from '../kernel/errors.ts';

/** What came from outside, as its schema has it. @throws AppError invalid_input that names every bad field */
export function check<Schema extends z.ZodObject>(
  schema: Schema,
  raw: unknown,
  what = 'The request',
): z.output<Schema> {
  const parsed = schema.safeParse(raw ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', `${what} is not valid.`, {
    fix: 'Correct the fields listed in errors and send it again.',
    issues: issuesOf(parsed.error, Object.keys(schema.shape)),
  });
}
