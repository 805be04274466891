import { AppError } from '../kernel/errors.ts';

const HERE = 'http://127.0.0.1:8787/mcp';

/** Where the bridge leads. The address of a service is taken for that of its endpoint; choices in the query stay. */
export function endpointOf(text: string = HERE): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new AppError('invalid_input', `"${text.slice(0, 200)}" is not the address of a service.`, {
      fix: `Pass a URL such as --url ${HERE}.`,
    });
  }
  if (url.pathname === '/') url.pathname = '/mcp';
  return url;
}

/** @throws AppError invalid_input without a key */
export function requireBridgeKey(key: string | undefined): string {
  if (key !== undefined) return key;
  throw new AppError('invalid_input', 'The bridge needs an API key.', {
    fix: 'Set SEAMARK_API_KEY, or pass --key sk_live_….',
  });
}
