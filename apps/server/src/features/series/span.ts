import type { Instant } from '@nascente/domain/time/zone';

/** From an instant to before another. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}
