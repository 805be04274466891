import { hostOfKey } from '../../web/url.ts';
import { HTTPS_FLAG, SLASH_FLAG } from '../names.ts';

/** Writes the URL of a page as it was seen, from its keys and flags. */
export function urlOfKeys(host: string, path: string, flags: number): string {
  const scheme = (flags & HTTPS_FLAG) === 0 ? 'http' : 'https';
  const slash = (flags & SLASH_FLAG) === 0 ? '' : '/';
  const query = path.indexOf('?');
  const whole = query === -1 ? path + slash : path.slice(0, query) + slash + path.slice(query);
  return `${scheme}://${hostOfKey(host)}${whole}`;
}
