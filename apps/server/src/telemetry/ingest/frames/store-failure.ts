const UNIQUE_VIOLATION = '23505';

/**
 * Whether a statement failed because a frame is known already (SQLSTATE, PostgreSQL appendix A). Every other
 * failure is waited out: what was not stored is never acknowledged, and never thrown away for a fault of the store.
 */
export const isKnownKey = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === UNIQUE_VIOLATION;
