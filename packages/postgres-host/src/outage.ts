/** Classes of SQLSTATE of temporary failures: connection lost, shutting down or starting, out of resources. */
const PASSING_SQL_STATES = /^(08|53|57P0[1-5])/;
/** query_canceled (statement timeout) and lock_not_available. */
const OUT_OF_TIME = new Set(['57014', '55P03']);
const PASSING_SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of temporary failures for which the driver has no code. */
const TRANSIENT_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

const fieldOf = (error: object, name: string): unknown => (name in error ? error[name as never] : undefined);

/** Whether an error means that the database is unavailable or shutting down, so that the same call may succeed later. */
export const isDatabaseOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseOutage);
  const code = fieldOf(error, 'code');
  if (typeof code === 'string') {
    const isSystemError = fieldOf(error, 'syscall') !== undefined;
    return isSystemError ? PASSING_SYSTEM_ERRORS.has(code) : PASSING_SQL_STATES.test(code);
  }
  return TRANSIENT_MESSAGES.some((text) => error.message.startsWith(text));
};

/** Whether a statement exceeded its time limit, or that of waiting for a lock, so that it may succeed later. */
export const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && OUT_OF_TIME.has(String(fieldOf(error, 'code')));
