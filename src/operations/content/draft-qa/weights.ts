/** Points of each part of the readiness score; our own, calibrated by `bench/study-calibration.ts`. */
export const WEIGHTS = {
  topics: 60,
  questions: 10,
  sections: 5,
  proof: 10,
  title_meta: 10,
  readability: 5,
} as const;
