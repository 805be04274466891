const PART = /\s+[|–—·•»:-]+\s+|\s*[｜]\s*|:\s+/u;

/** The parts of a title between its separators. */
export function splitTitle(title: string): string[] {
  return title.split(PART).filter((part) => part.trim() !== '');
}
