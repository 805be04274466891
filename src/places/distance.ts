/** WGS 84 degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const EARTH_RADIUS_M = 6_371_009;

/** Metres between two points along the surface of a sphere (haversine), which is off by half a percent at most. */
export function measureDistance(one: Point, other: Point): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const half =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Undefined unless both are known. */
export function readPoint(place: {
  readonly latitude: number | null;
  readonly longitude: number | null;
}): Point | undefined {
  const { latitude, longitude } = place;
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
