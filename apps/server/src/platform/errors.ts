import type { FailureType } from '@nascente/contract/base/conventions';
import type { Allowance } from './limits/allowance.ts';

/** Stable codes of failures. Services use them and know no HTTP. */
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

/** A failure with a Portuguese `message` that is shown to users unchanged. */
export abstract class AppError extends Error {
  abstract readonly code: ErrorCode;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Absent, or another customer's: indistinguishable. */
export class NotFound extends AppError {
  readonly code = 'not-found';
}

/** The caller may see it, but not change it. */
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

/** The password is right; the second step is missing or wrong. */
export class SecondStepNeeded extends AppError {
  readonly code = 'second-step';
  /** The second steps of the account, beside recovery codes. */
  readonly ways: readonly ('app' | 'passkey')[];

  constructor(message: string, ways: SecondStepNeeded['ways']) {
    super(message);
    this.ways = ways;
  }
}

/** Allowed after a new proof of presence. */
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

/** Throws the same, where an expression is needed. */
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
