import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { format } from 'oxfmt';
import { z } from 'zod';

const Style = z.object({ singleQuote: z.boolean(), printWidth: z.int() });
const style = Style.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../.oxfmtrc.json'), 'utf8')));

/** Generated code passes through the project's own formatter, so that it and the check agree. */
export async function formatted(name: string, code: string): Promise<string> {
  const result = await format(name, code, style);
  if (result.errors.length > 0) throw new Error(`${name} cannot be formatted: ${JSON.stringify(result.errors)}`);
  return result.code;
}
