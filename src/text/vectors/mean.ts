/** From about this many texts on, their mean says more of what they share than of each. */
const TRUSTED_FROM = 10;

/** How much of the mean of a list is taken away: nearly all in a long list, little in one of two or three, whose mean is themselves. */
export function meanShare(count: number): number {
  return count / (count + TRUSTED_FROM);
}
