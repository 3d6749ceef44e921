import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { ShownKind } from '../../shared/consumption/amount.ts';
import type { TouPrices } from '../../shared/consumption/tou-periods.ts';
import type { Unit } from '../../shared/use-unit.ts';
import type { Period } from './period/period-range.ts';

/** Props that the cards of a meter share. */
export interface MeterView {
  readonly board: Board;
  readonly kind: ShownKind;
  readonly period: Period;
  readonly today: CivilDate;
  readonly unit: Unit;
  readonly prices: TouPrices | null;
  readonly onDay: (date: CivilDate) => void;
}
