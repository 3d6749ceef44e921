import type { Instant } from '@nascente/domain/base/time/zone';
import type { InstantField, RegisterName } from '@nascente/domain/telemetry/adapters/mapped-field';
import type { BoardKind, Frame } from '@nascente/domain/telemetry/frames/frame';
import type { RegisterLimits } from '@nascente/domain/telemetry/registers/registers';

/** A message of a board with an adapter, on its way into the history of an installation. */
export interface AdaptedMessage {
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly at: Instant;
  readonly measured: Readonly<Partial<Record<InstantField, number>>>;
  /** Cumulative, in whole thousandths. */
  readonly registers: Readonly<Partial<Record<RegisterName, number>>>;
  readonly limits: RegisterLimits;
  /** The meter tells only what has changed: what it told shortly before still holds. */
  readonly isPartial: boolean;
}

/** Where registers become increments. */
export interface AdaptedStore {
  /**
   * Resolves when all of it is durable: the raw values, what they add, and the totals. Waits out failures of the
   * store, however long.
   *
   * @returns for each message the frame to be shown; null where another of its instant shows it too, or nothing is new
   */
  append(messages: readonly AdaptedMessage[]): Promise<readonly (Frame | null)[]>;
  /** Forgets raw values past retention. */
  trim(before: Instant): Promise<void>;
  close(): void;
}
