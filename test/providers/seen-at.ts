/** When a vendor looked: now, since an answer of a fixed day is too old to be reused a week later. */
export function seenAt(): string {
  return new Date().toISOString().slice(0, 19).replace('T', ' ');
}
