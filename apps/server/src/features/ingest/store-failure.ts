/** What a failed statement means for the batch. */
export type StoreFailure = 'known-key' | 'unrepresentable' | 'passing';

const codeOf = (failure: unknown): string =>
  typeof failure === 'object' && failure !== null && 'code' in failure && typeof failure.code === 'string'
    ? failure.code
    : '';

/**
 * By SQLSTATE (PostgreSQL, appendix A). What is not known to be the frames' own fault is waited out: a frame that
 * was not stored is never acknowledged, and never thrown away for a fault of the store.
 */
export const judgeStoreFailure = (failure: unknown): StoreFailure => {
  const code = codeOf(failure);
  if (code === '23505') return 'known-key';
  return /^22[0-9A-Z]{3}$/.test(code) ? 'unrepresentable' : 'passing';
};
