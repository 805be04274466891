import type { Location, LocationQuery } from '../../ports/locations.ts';
import type { SourceDesk } from './desk.ts';

/** The place that a caller named, or null. @throws AppError invalid_input when it is unknown or ambiguous */
export async function locate(desk: SourceDesk, query: LocationQuery, signal: AbortSignal): Promise<Location | null> {
  return (await desk.locations.resolve(query, signal)) ?? null;
}
