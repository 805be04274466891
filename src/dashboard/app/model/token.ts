/** The token of a one-time link. It leaves the address bar at once, so that neither history nor a screenshot keeps it. */
export function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
  return token;
}
