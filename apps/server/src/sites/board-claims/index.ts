import type { AuditTrail } from '../../people/audit/index.ts';
import { createThrottle } from '../../platform/limits/throttle.ts';
import type { Platform } from '../../platform/platform.ts';
import { createBoardClaimsRepository } from './board-claims.repository.ts';
import { type BoardClaims, createBoardClaims } from './board-claims.ts';

export type { BoardClaims, ClaimedMac } from './board-claims.ts';
export { hashClaimCode, hashDeviceKey, newClaimCode, newDeviceKey } from './board-claims.ts';

/** Proof of possession of a board: its device key, or the code printed with it. */
export const createBoardClaimsFeature = (
  needs: Pick<Platform, 'clock' | 'database'> & { audit: AuditTrail; isAsked: boolean },
): BoardClaims =>
  createBoardClaims({
    boards: createBoardClaimsRepository(needs.database.db),
    throttle: createThrottle({ db: needs.database.db, clock: needs.clock, purpose: 'claim' }),
    audit: needs.audit,
    isAsked: needs.isAsked,
  });
