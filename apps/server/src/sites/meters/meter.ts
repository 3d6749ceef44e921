import type { ReadingCalendar } from '@nascente/domain/base/time/reading-cycles';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';

export type BoardType = 'eletric' | 'water';
export type BoardModel = 'mono' | 'tri';
export type Equipment = 'emd' | 'emd3p';

/** An installed board at an establishment. Its measurements belong to the installation, not to the MAC. */
export interface Meter {
  readonly installationId: number;
  readonly mac: Mac;
  readonly type: BoardType;
  readonly model: BoardModel;
  readonly equipment: Equipment;
  readonly kind: BoardKind;
  readonly name: string;
  readonly comment: string;
  /** Whether the meter measures the whole establishment. */
  readonly isGeneral: boolean;
  readonly hasSolarPanel: boolean;
  readonly voltage: 110 | 220;
  readonly tariffId: string | null;
  readonly system: string | null;
  readonly installedAt: Instant;
  /** True if the meter was moved here or its board was replaced. */
  readonly hasPast: boolean;
  readonly establishmentId: string;
  readonly establishmentName: string;
  readonly ownerId: string;
  /** The zone of the meter's days, months and cycles. */
  readonly zone: Zone;
  /** The reading calendar of its establishment, which divides billing cycles. */
  readonly calendar: ReadingCalendar;
}

/** Whether a meter is sending. */
export interface MeterState {
  /** `null`: it never sent a message. */
  readonly lastSeenAt: Instant | null;
  /** Time without a message after which the meter counts as silent, ms. */
  readonly silentAfter: number;
}
