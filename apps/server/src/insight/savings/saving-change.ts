import type { SavingChange } from '@nascente/contract/insight/savings';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { OtherChange } from '@nascente/domain/insight/savings/other-changes';

export interface StoredSavingChange {
  readonly id: string;
  readonly what: string;
  readonly begins: CivilDate;
  readonly undone: CivilDate | null;
  /** kWh, of water m³. */
  readonly perDay: number | null;
  readonly share: number | null;
  readonly by: string | null;
}

/** A millionth of a kWh or m³ is what is counted. */
const PER_UNIT = 1_000_000;

export const toSavingChange = ({
  id,
  what,
  begins,
  undone,
  perDay,
  share,
  by,
}: StoredSavingChange): SavingChange => ({
  id,
  what,
  begins,
  undone,
  perDay,
  share,
  by,
});

/** As days are counted: in thousandths of Wh or of a litre. */
export const inThousandths = ({ begins, undone, perDay, share }: StoredSavingChange): OtherChange => ({
  begins,
  undone,
  perDay: perDay === null ? null : perDay * PER_UNIT,
  share,
});
