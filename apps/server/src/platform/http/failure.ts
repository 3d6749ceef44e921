import type { Failure, FailureType } from '@nascente/contract/base/conventions';
import { isDatabaseOutage, isOutOfTime } from '@nascente/postgres-host/outage';
import {
  AppError,
  Bug,
  ChangedMeanwhile,
  type ErrorCode,
  InvalidInput,
  LimitReached,
  ProofNeeded,
  SecondStepNeeded,
  Unavailable,
} from '../errors.ts';
import { allowanceHeaders } from '../limits/allowance.ts';
import { NO_ADDRESS, TOO_SLOW } from './connections/refuse-connection.ts';

interface Answer {
  readonly status: number;
  readonly type: FailureType;
}

/** Maps failure codes to HTTP. */
const FAILURES: Readonly<Record<ErrorCode, Answer>> = {
  'invalid-input': { status: 400, type: 'validation' },
  'wrong-credentials': { status: 401, type: 'error' },
  'second-step': { status: 401, type: 'second-step' },
  'proof-needed': { status: 403, type: 'proof' },
  expired: { status: 401, type: 'expired' },
  'not-allowed': { status: 403, type: 'forbidden' },
  'not-found': { status: 404, type: 'not-found' },
  conflict: { status: 409, type: 'duplicate' },
  changed: { status: 409, type: 'changed' },
  'limit-reached': { status: 409, type: 'limit' },
  'too-large': { status: 413, type: 'req-error' },
  'too-slow': { status: 408, type: 'req-error' },
  'unsupported-type': { status: 415, type: 'req-error' },
  bug: { status: 500, type: 'error' },
  unavailable: { status: 503, type: 'unavailable' },
};

const UNEXPECTED = 'Algo inesperado aconteceu, tente novamente mais tarde.';

/** Failures of the HTTP library, by status. */
const REFUSED_BY_HTTP: ReadonlyMap<number, Omit<Failure, 'ok'>> = new Map([
  [400, { type: 'validation', msg: 'Requisição inválida: envie um JSON bem formado.' }],
  [404, { type: NO_ADDRESS.type, msg: NO_ADDRESS.msg }],
  [408, { type: TOO_SLOW.type, msg: TOO_SLOW.msg }],
  [413, { type: 'req-error', msg: 'Conteúdo grande demais.' }],
  [414, { type: 'req-error', msg: 'Endereço longo demais.' }],
  [415, { type: 'req-error', msg: 'Tipo de conteúdo não aceito.' }],
]);

interface HttpFailure {
  readonly status: number;
  readonly body: Failure;
  readonly headers: Readonly<Record<string, string>>;
}

const NO_HEADERS = {};

const ofAppError = (error: AppError): HttpFailure => {
  const { status, type } = FAILURES[error.code];
  if (error instanceof Bug)
    return { status, body: { ok: false, type, msg: UNEXPECTED }, headers: NO_HEADERS };
  if (error instanceof InvalidInput) {
    const errors = error.errors.length > 0 ? { errors: [...error.errors] } : {};
    return {
      status,
      body: { ok: false, type: error.type, msg: error.message, ...errors },
      headers: NO_HEADERS,
    };
  }
  const ways =
    error instanceof SecondStepNeeded || error instanceof ProofNeeded ? { ways: [...error.ways] } : {};
  const seen = error instanceof ChangedMeanwhile ? { seen: error.seen } : {};
  const body: Failure = { ok: false, type, msg: error.message, ...ways, ...seen };
  if (!(error instanceof LimitReached) || error.retryAfterSeconds === null)
    return { status, body, headers: NO_HEADERS };
  const { retryAfterSeconds, allowance } = error;
  const headers = {
    'retry-after': String(retryAfterSeconds),
    ...(allowance && allowanceHeaders(allowance)),
  };
  return { status: 429, body, headers };
};

const BAD_ADDRESS = { type: 'validation', msg: 'Endereço inválido.' } as const;
const REFUSED_BY_ROUTER: ReadonlySet<string> = new Set(['FST_ERR_BAD_URL']);

const refusalOf = (error: unknown, status: number): Omit<Failure, 'ok'> | undefined =>
  error instanceof Error && 'code' in error && REFUSED_BY_ROUTER.has(String(error.code))
    ? BAD_ADDRESS
    : REFUSED_BY_HTTP.get(status);

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;

/** The public part of an error. An internal error reveals nothing. */
export const toHttpFailure = (error: unknown): HttpFailure => {
  if (error instanceof AppError) return ofAppError(error);
  if (isDatabaseOutage(error) || isOutOfTime(error)) return ofAppError(new Unavailable());
  const status = statusOf(error);
  const refusal = refusalOf(error, status);
  if (refusal) return { status, body: { ok: false, ...refusal }, headers: NO_HEADERS };
  return ofAppError(new Bug('unknown'));
};
