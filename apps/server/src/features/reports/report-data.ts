import type { Apportionment } from '@nascente/contract/apportionment';
import type { BillAnswer } from '@nascente/contract/bills';
import type { ReportFormat } from '@nascente/contract/reports';
import type { BrandName } from '@nascente/domain/people/brand';

/** A day of a report: kWh or m³. */
export interface ReportedDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly total: number;
}

/** A billing cycle before the one that is reported, or that one. */
export interface ReportedCycle {
  readonly start: string;
  readonly end: string;
  /** kWh or m³, R$. */
  readonly consumed: number;
  readonly total: number;
  readonly completeness: number;
}

/** All that a report says: plain values, which another thread writes as a file. */
export interface ReportData {
  readonly brand: BrandName;
  readonly establishment: string;
  /** When it was made, as it is printed: in the zone of the establishment. */
  readonly madeAt: string;
  readonly bill: BillAnswer;
  readonly days: readonly ReportedDay[];
  /** Oldest first; the reported one is the last. */
  readonly cycles: readonly ReportedCycle[];
  /** Null where nothing stands beside the general meter. */
  readonly apportionment: Pick<Apportionment, 'parts' | 'rest'> | null;
}

/** What the thread is given. */
export interface ReportTask {
  readonly format: ReportFormat;
  readonly data: ReportData;
}
