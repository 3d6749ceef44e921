import type { ReportKind, ReportPeriod } from '@nascente/contract/insight/reports';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';

/** Whose figures, and how much time: as it is stored. */
export interface StoredAbout {
  readonly kind: ReportKind;
  readonly establishmentId: string | null;
  /** The utility of a report of an establishment; null for other reports. */
  readonly type: 'eletric' | 'water' | null;
  readonly groupId: string | null;
  readonly period: ReportPeriod;
}

/** What names a report of one period. Its account is the one whose figures it tells: in a statement, the client user's. */
export interface ReportKey extends StoredAbout {
  readonly accountId: string;
  readonly first: CivilDate;
  readonly last: CivilDate;
}

/** One of the kept reports. */
export interface KeptReport extends ReportKey {
  readonly id: string;
}
