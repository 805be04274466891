import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Takes the types of operations into the built client as they were generated: the compiler would write each field on
 * a line of its own, and lose descriptions that stand on the line of their field.
 */
const types = join(import.meta.dirname, '../src/client/types');
const built = join(import.meta.dirname, '../packages/client/dist/types');
for (const name of readdirSync(types)) copyFileSync(join(types, name), join(built, name.replace(/\.ts$/, '.d.ts')));
