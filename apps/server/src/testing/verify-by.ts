import type { SessionVerifier } from '../platform/http/caller.ts';

/** Sessions of a test: a request under way is verified as a new one. */
export const verifyBy = (verify: SessionVerifier['verify']): SessionVerifier => ({ verify, confirm: verify });
