import { readFileSync } from 'node:fs';

/**
 * Data that ships with the code: word lists, widths, weights.
 *
 * They stand in a folder `data` beside the module that owns them and are read once, when it is loaded. `npm run build`
 * copies them next to the compiled module.
 */

/** The text of a data file. @param module `import.meta.url` of the module that owns it */
export function readDataText(module: string, path: string): string {
  return readFileSync(new URL(path, module), 'utf8');
}

/** The lines of a data file, without empty ones and those that begin with `#`. */
export function readDataLines(module: string, path: string): readonly string[] {
  return readDataText(module, path)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** The rows of a tab-separated data file. */
export function readDataRows(module: string, path: string): readonly (readonly string[])[] {
  return readDataLines(module, path).map((line) => line.split('\t'));
}
