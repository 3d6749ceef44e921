import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { RefusalReason } from '@nascente/domain/telemetry/frames/refusal';

/** What could not be accepted, and why. */
export interface RefusedFrame {
  readonly reason: RefusalReason;
  readonly mac: Mac | null;
  readonly topic: string;
  /** What came, for inspection; null counts it only. */
  readonly payload: Buffer | null;
}
