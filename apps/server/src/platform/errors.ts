import type { FailureType } from '@nascente/contract/base/conventions';
import type { Allowance } from './limits/allowance.ts';

/** Stable error codes, independent of HTTP. */
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
  | 'too-slow'
  | 'unsupported-type'
  | 'unavailable'
  | 'bug';

/** A failure with a Portuguese `message` that is shown to users unchanged. */
export abstract class AppError extends Error {
  abstract readonly code: ErrorCode;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The object does not exist or belongs to another customer; the answer does not reveal which. */
export class NotFound extends AppError {
  readonly code = 'not-found';
}

/** The operation is not allowed to the caller. */
export class NotAllowed extends AppError {
  readonly code = 'not-allowed';
}

/** A session, token or link is missing, unknown or expired. */
export class Expired extends AppError {
  readonly code = 'expired';

  constructor(message = 'Sessão expirada. Logue novamente.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** The e-mail with its password, or the passkey, was not accepted. */
export class WrongCredentials extends AppError {
  readonly code = 'wrong-credentials';
}

/** The password is right; the second step is missing or wrong. */
export class SecondStepNeeded extends AppError {
  readonly code = 'second-step';
  /** The second steps of the account, except recovery codes. */
  readonly ways: readonly ('app' | 'passkey')[];

  constructor(message: string, ways: SecondStepNeeded['ways']) {
    super(message);
    this.ways = ways;
  }
}

/** The operation requires a recent proof of identity. */
export class ProofNeeded extends AppError {
  readonly code = 'proof-needed';
  readonly ways: readonly ('password' | 'passkey' | 'provider')[];

  constructor(ways: ProofNeeded['ways']) {
    super('Confirme que é você para continuar.');
    this.ways = ways;
  }
}

/** The operation conflicts with the stored state, for example a name in use. */
export class Conflict extends AppError {
  readonly code = 'conflict';
}

/** Another editor has changed it since the caller read it. */
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

/** InvalidInput of one field. */
export const invalidField = (path: string, msg: string): InvalidInput =>
  new InvalidInput(msg, [{ path, msg }]);

/** Throws `invalidField(path, msg)`, where an expression is needed. */
export const refuseField = (path: string, msg: string): never => {
  throw invalidField(path, msg);
};

/** An invalid input. */
export class InvalidInput extends AppError {
  readonly code = 'invalid-input';
  readonly errors: readonly InputProblem[];
  /** The type in answers, if it differs from the usual one of this code. */
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

/** Too many attempts at the moment (with `retryAfterSeconds`), or a maximum number is reached (without). */
export class LimitReached extends AppError {
  readonly code = 'limit-reached';
  readonly retryAfterSeconds: number | null;
  /** Rate of the API key, if its limit was reached. */
  readonly allowance: Allowance | null;

  constructor(message: string, retryAfterSeconds: number | null = null, allowance: Allowance | null = null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.allowance = allowance;
  }
}

/** The input has more bytes than the limit. */
export class TooLarge extends AppError {
  readonly code = 'too-large';
}

/** The input arrives too slowly. */
export class TooSlow extends AppError {
  readonly code = 'too-slow';
}

/** The content of a file has a type that is not accepted. */
export class UnsupportedType extends AppError {
  readonly code = 'unsupported-type';
}

/** A dependency is down; a later retry helps. */
export class Unavailable extends AppError {
  readonly code = 'unavailable';

  constructor(
    message = 'Serviço indisponível no momento, tente novamente em instantes.',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An internal error; clients do not see `message`. */
export class Bug extends AppError {
  readonly code = 'bug';
}
