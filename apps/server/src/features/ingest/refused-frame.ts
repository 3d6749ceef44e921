import type { Mac } from '@nascente/domain/metering/mac';
import type { RefusalReason } from '@nascente/domain/metering/refusal';

/** What could not be accepted, and why. */
export interface RefusedFrame {
  readonly reason: RefusalReason;
  readonly mac: Mac | null;
  readonly topic: string;
  /** What came, for inspection; null counts it only. */
  readonly payload: Buffer | null;
}
