import { type Instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { RECENT_PROOF_MINUTES } from '@nascente/domain/people/credential-kinds';
import type { SessionProof } from '../../platform/http/caller.ts';
import { CLOCK_SKEW_MS } from '../../platform/limits/clock-skew.ts';
import type { StoredSession } from './session.repository.ts';

/** An account of the identity provider has no password that its owner knows: the proof is a new sign-in there. */
const waysOf = ({ isByProvider, hasPasskey }: StoredSession): SessionProof['ways'] => [
  isByProvider ? 'provider' : 'password',
  ...(hasPasskey ? (['passkey'] as const) : []),
];

/** A proof from a clock that was ahead is not recent. */
export const proofOf = (session: StoredSession, now: Instant): SessionProof => {
  const age = now - session.provedAt;
  return {
    isRecent: age >= -CLOCK_SKEW_MS && age <= RECENT_PROOF_MINUTES * MINUTE_MS,
    ways: waysOf(session),
  };
};
