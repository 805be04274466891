/** From about this many texts on, their mean says more of what they share than of each. */
const TRUSTED_FROM = 30;

/** How much of the mean of a list is taken away: nearly all in a long list, little in one of two or three, whose mean is themselves. */
export function meanShare(count: number): number {
  return count ** 2 / (count ** 2 + TRUSTED_FROM ** 2);
}
