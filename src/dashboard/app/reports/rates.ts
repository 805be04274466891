import type { BarItem, MatrixCell } from '../model/chart-spec.ts';

interface Rate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export function rateItem(name: string, rate: Rate | null, isOwn: boolean): BarItem {
  return { name, value: rate?.value ?? null, low: rate?.low ?? null, high: rate?.high ?? null, isOwn };
}

export function rateCell(rate: Rate | null, answered: number): MatrixCell {
  const hint = `${answered} ${answered === 1 ? 'answer' : 'answers'} read`;
  if (rate === null || rate.value === null) return { text: 'no answer', heat: null, isHatched: true, hint };
  return { text: `${Math.round(rate.value * 100)}%`, heat: rate.value === 0 ? null : rate.value, hint };
}
