import type { BoardKind } from '@nascente/domain/metering/frame';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import type { Due } from '@nascente/domain/time/due-date';
import type { ReadingCalendar } from '@nascente/domain/time/reading-cycles';
import type { Instant, Zone } from '@nascente/domain/time/zone';
import type { BoardType } from '../meters/index.ts';

/** A meter of a group, for the civil days [since, until). */
export interface Member {
  readonly installationId: number;
  readonly mac: string;
  readonly name: string;
  readonly kind: BoardKind;
  readonly tariffId: string | null;
  readonly installedAt: Instant;
  /** It left with its removal, whatever `until` says. */
  readonly removedAt: Instant | null;
  readonly establishmentId: string;
  readonly establishmentName: string;
  readonly zone: Zone;
  /** By what the billing cycles of its establishment are cut; of members that were read together, the same one where it is equal. */
  readonly calendar: ReadingCalendar;
  readonly since: CivilDate;
  /** Null: nobody took it out. */
  readonly until: CivilDate | null;
}

export interface Group {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly type: BoardType;
  readonly due: Due | null;
  /** As far as whoever looks sees them, also those that have left. */
  readonly members: readonly Member[];
}

/** Whether a meter is in its group now. */
export const isMember = ({ until, removedAt }: Member): boolean => until === null && removedAt === null;
