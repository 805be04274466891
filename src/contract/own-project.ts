import { AppError } from '../kernel/errors.ts';
import type { Caller } from '../ports/accounts.ts';

/**
 * The project that a report is narrowed to: what the caller asks for, and for a key that belongs to a project nothing
 * but that one.
 */
export function ownProject(caller: Caller, asked: string | undefined): string | undefined {
  if (caller.project_id === undefined || asked === undefined || asked === caller.project_id) {
    return caller.project_id ?? asked;
  }
  throw new AppError('key_not_allowed_here', `The key belongs to project ${caller.project_id}, not ${asked}.`, {
    fix: 'Omit project_id, or use a key of that project.',
  });
}

/** @throws AppError key_not_allowed_here for a key that belongs to a project */
export function requireWholeWorkspace(caller: Caller, operation: string): void {
  if (caller.project_id === undefined) return;
  throw new AppError(
    'key_not_allowed_here',
    `The key belongs to project ${caller.project_id}, but ${operation} is about the whole workspace.`,
    { fix: 'Use a key without a project.' },
  );
}
