import type { Metrics } from '../ports/metrics.ts';
import type { MoneyGuard } from '../ports/money.ts';

/** The guard, with each request that this process has ended in the metrics. What a crash cut off is in the usage alone. */
export function countedMoney(guard: MoneyGuard, metrics: Pick<Metrics, 'countSourceRequest'>): MoneyGuard {
  return {
    today: () => guard.today(),
    reserve: async (request, limits) => {
      const hold = await guard.reserve(request, limits);
      if (!hold.is_held) return hold;
      const { source } = request;
      return {
        ...hold,
        book: async (booking) => {
          await hold.book(booking);
          metrics.countSourceRequest({ source, outcome: 'answered', usd: booking.usd });
        },
        fail: async (failure) => {
          await hold.fail(failure);
          metrics.countSourceRequest({ source, outcome: 'failed', usd: failure.usd });
        },
      };
    },
  };
}
