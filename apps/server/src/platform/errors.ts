import type { FailureType } from '@nascente/contract/base/conventions';
import type { Allowance } from './limits/allowance.ts';

/** Stable names of the ways in which something can fail; services know these and no HTTP. */
export type ErrorCode =
  | 'not-found'
  | 'not-allowed'
  | 'expired'
  | 'wrong-credentials'
  | 'second-step'
  | 'proof-needed'
  | 'conflict'
  | 'changed'
  | 'invalid-input'
  | 'limit-reached'
  | 'too-large'
  | 'unsupported-type'
  | 'unavailable'
  | 'bug';

/** A failure that a person is told about: `message` is Portuguese, fit to be shown as it is. */
export abstract class AppError extends Error {
  abstract readonly code: ErrorCode;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Absent, or another customer's: the two are told apart by nobody. */
export class NotFound extends AppError {
  readonly code = 'not-found';
}

/** The caller may see it, but not do this. */
export class NotAllowed extends AppError {
  readonly code = 'not-allowed';
}

/** No session, an unknown one, or one out of date. */
export class Expired extends AppError {
  readonly code = 'expired';

  constructor(message = 'Sessão expirada. Logue novamente.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** E-mail and password do not belong together. */
export class WrongCredentials extends AppError {
  readonly code = 'wrong-credentials';
}

/** The password is right; the second step is asked for, or what was given of it is wrong. */
export class SecondStepNeeded extends AppError {
  readonly code = 'second-step';
  /** What the account has, beside recovery codes. */
  readonly ways: readonly ('app' | 'passkey')[];

  constructor(message: string, ways: SecondStepNeeded['ways']) {
    super(message);
    this.ways = ways;
  }
}

/** The session may do this, once its owner has proved again to be there. */
export class ProofNeeded extends AppError {
  readonly code = 'proof-needed';
  readonly ways: readonly ('password' | 'passkey' | 'provider')[];

  constructor(ways: ProofNeeded['ways']) {
    super('Confirme que é você para continuar.');
    this.ways = ways;
  }
}

/** Something of that name or key exists already. */
export class Conflict extends AppError {
  readonly code = 'conflict';
}

/** Somebody else has changed it since the caller looked at it. */
export class ChangedMeanwhile extends AppError {
  readonly code = 'changed';
  /** The version that is stored now. */
  readonly seen: string;

  constructor(message: string, seen: string) {
    super(message);
    this.seen = seen;
  }
}

export interface InputProblem {
  /** Field names joined by dots; empty for the input as a whole. */
  readonly path: string;
  readonly msg: string;
}

/** One field of what was given cannot be taken. */
export const invalidField = (path: string, msg: string): InvalidInput =>
  new InvalidInput(msg, [{ path, msg }]);

/** What was given cannot be taken. */
export class InvalidInput extends AppError {
  readonly code = 'invalid-input';
  readonly errors: readonly InputProblem[];
  /** Where the contract names another type for this failure. */
  readonly type: Extract<FailureType, 'validation' | 'duplicate' | 'req-error'>;

  constructor(
    message: string,
    errors: readonly InputProblem[] = [],
    type: Extract<FailureType, 'validation' | 'duplicate' | 'req-error'> = 'validation',
  ) {
    super(message);
    this.errors = errors;
    this.type = type;
  }
}

/** Too many attempts for now (`retryAfterSeconds` given), or a number that may not be exceeded (absent). */
export class LimitReached extends AppError {
  readonly code = 'limit-reached';
  readonly retryAfterSeconds: number | null;
  /** Of the key that asked, where it is its rate that was reached. */
  readonly allowance: Allowance | null;

  constructor(message: string, retryAfterSeconds: number | null = null, allowance: Allowance | null = null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.allowance = allowance;
  }
}

/** More bytes than are taken. */
export class TooLarge extends AppError {
  readonly code = 'too-large';
}

/** A file of a kind that is not taken, by its content. */
export class UnsupportedType extends AppError {
  readonly code = 'unsupported-type';
}

/** A part that is needed is down; trying again later helps. */
export class Unavailable extends AppError {
  readonly code = 'unavailable';

  constructor(
    message = 'Serviço indisponível no momento, tente novamente em instantes.',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What should never happen; the caller is told nothing of `message`. */
export class Bug extends AppError {
  readonly code = 'bug';
}
