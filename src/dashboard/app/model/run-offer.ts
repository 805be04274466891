import { useLocation } from 'preact-iso/router';

import type { QueuedView } from '../../views.ts';
import { asProblem, type Problem, send } from './api.ts';
import { askAddress, handOver, type Offer } from './asking.ts';

/** Orders a report; what lacks a field for it is asked for in its form. */
export function useRunOffer(
  onStarted: (offer: Offer, jobId: string) => void,
  onProblem: (problem: Problem) => void,
): (offer: Offer) => void {
  const { route } = useLocation();
  return (offer) => {
    const { operation, input } = offer;
    send<QueuedView>('POST', '/reports', { operation, input }).then(
      ({ job_id }) => onStarted(offer, job_id),
      (thrown: unknown) => {
        const refused = asProblem(thrown);
        if (refused.status !== 422) return onProblem(refused);
        handOver(operation, input);
        route(askAddress(operation, input));
        return undefined;
      },
    );
  };
}
