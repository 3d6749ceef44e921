/** Classes of SQLSTATE that mean 'not now': connection lost, shutting down or starting, out of resources. */
const PASSING_SQL_STATES = /^(08|53|57P0[1-5])/;
/** query_canceled, by the statement's time, and lock_not_available. */
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
/** Failures that the driver gives no code. */
const TRANSIENT_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

const fieldOf = (error: object, name: string): unknown => (name in error ? error[name as never] : undefined);

/** Whether the database is away or going away, so that the same call may work later. */
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

/** Whether a statement took longer than it may, or waited for a lock for longer: the same one may work later. */
export const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && OUT_OF_TIME.has(String(fieldOf(error, 'code')));
