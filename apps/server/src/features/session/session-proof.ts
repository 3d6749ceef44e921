import { RECENT_PROOF_MINUTES } from '@nascente/domain/people/credential-kinds';
import { type Instant, MINUTE_MS } from '@nascente/domain/time/zone';
import type { SessionProof } from '../../platform/http/caller.ts';
import type { StoredSession } from './session.repository.ts';

/** Processes' clocks may differ by so much. A proof further ahead was noted by a clock that was wrong, and counts for nothing. */
const AHEAD_MS = MINUTE_MS;

/** An account of the identity provider has no password that its owner knows: the proof is a new sign-in there. */
const waysOf = ({ isByProvider, hasPasskey }: StoredSession): SessionProof['ways'] => [
  isByProvider ? 'provider' : 'password',
  ...(hasPasskey ? (['passkey'] as const) : []),
];

export const proofOf = (session: StoredSession, now: Instant): SessionProof => {
  const age = now - session.provedAt;
  return { isRecent: age >= -AHEAD_MS && age <= RECENT_PROOF_MINUTES * MINUTE_MS, ways: waysOf(session) };
};
