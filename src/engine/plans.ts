import { AppError } from '../kernel/errors.ts';
import { nearest } from '../kernel/similarity.ts';
import type { Plan, Plans } from '../ports/plans.ts';

export type { Plan, Plans } from '../ports/plans.ts';

/** The plan of who runs Seamark for themselves: metered, and limited only where a loop gone wild would hurt. */
export const SELF_HOSTED: Plan = {
  requests_per_minute: 600,
  concurrent_jobs: null,
  credits_per_month: null,
  event_streams: 2000,
};

const PLANS_MAX = 100;
const NAME = /^[a-z][a-z0-9_-]{0,39}$/;
const EXAMPLE = '{"starter":{"requests_per_minute":60,"concurrent_jobs":2,"credits_per_month":1000}}';

/** What a plan may set, with its bounds; what it leaves out is as in `self_hosted`. Checked by hand: every command reads the settings. */
const BOUNDS = {
  requests_per_minute: { least: 1, most: 1_000_000 },
  concurrent_jobs: { least: 1, most: 100_000 },
  credits_per_month: { least: 0, most: 1_000_000_000_000 },
  event_streams: { least: 0, most: 100_000 },
} as const;
const FIELDS = Object.keys(BOUNDS);

/**
 * The plans of SEAMARK_PLANS, a JSON object of plans by name, and `self_hosted` unless that is among them.
 *
 * @throws AppError invalid_input that names SEAMARK_PLANS, the plan, the field and the fix
 */
export function parsePlans(text: string): Plans {
  const plans = new Map([['self_hosted', SELF_HOSTED]]);
  if (text.trim() === '') return plans;
  const given = Object.entries(objectOf(text));
  if (given.length > PLANS_MAX) throw refuse(`It names more than ${PLANS_MAX} plans.`);
  for (const [name, settings] of given) {
    if (!NAME.test(name)) {
      throw refuse(`The name "${name.slice(0, 60)}" must be lower-case letters, digits, - and _, 40 at most.`);
    }
    plans.set(name, planOf(name, settings));
  }
  return plans;
}

/**
 * The plan of that name. Where the settings no longer have it, the least that any of them gives: a forgotten
 * plan must not become an unlimited one.
 */
export function planNamed(plans: Plans, name: string): Plan {
  return plans.get(name) ?? [...plans.values()].reduce(lesser);
}

function lesser(left: Plan, right: Plan): Plan {
  return {
    requests_per_minute: Math.min(left.requests_per_minute, right.requests_per_minute),
    concurrent_jobs: lesserLimit(left.concurrent_jobs, right.concurrent_jobs),
    credits_per_month: lesserLimit(left.credits_per_month, right.credits_per_month),
    event_streams: Math.min(left.event_streams, right.event_streams),
  };
}

function lesserLimit(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}

function objectOf(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('It is not JSON.');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw refuse('It must be a JSON object of plans by name.');
}

function planOf(name: string, settings: unknown): Plan {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    throw refuse(`The plan "${name}" must be an object.`);
  }
  const unknown = Object.keys(settings).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) {
    const meant = nearest(unknown, FIELDS);
    const known = meant === undefined ? `The fields are ${FIELDS.join(', ')}.` : `Did you mean ${meant}?`;
    throw refuse(`The plan "${name}" has no field "${unknown.slice(0, 60)}". ${known}`);
  }
  const given = { name, settings: { ...settings } };
  return {
    requests_per_minute: countOf(given, 'requests_per_minute') ?? SELF_HOSTED.requests_per_minute,
    concurrent_jobs: limitOf(given, 'concurrent_jobs'),
    credits_per_month: limitOf(given, 'credits_per_month'),
    event_streams: countOf(given, 'event_streams') ?? SELF_HOSTED.event_streams,
  };
}

interface GivenPlan {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

function limitOf(given: GivenPlan, field: 'concurrent_jobs' | 'credits_per_month'): number | null {
  return given.settings[field] === null ? null : (countOf(given, field) ?? SELF_HOSTED[field]);
}

function countOf({ name, settings }: GivenPlan, field: keyof typeof BOUNDS): number | undefined {
  const { [field]: value } = settings;
  const { least, most } = BOUNDS[field];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw refuse(`${name}.${field}: must be a whole number from ${least} to ${most}.`);
}

function refuse(problem: string): AppError {
  return new AppError('invalid_input', `SEAMARK_PLANS is not valid. ${problem}`, {
    fix: `Correct SEAMARK_PLANS, such as ${EXAMPLE}; docs/configuration.md lists every setting.`,
  });
}
