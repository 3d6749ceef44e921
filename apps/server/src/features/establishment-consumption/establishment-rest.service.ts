import type { AnswerOf } from '@nascente/contract/call';
import type { readEstablishmentRest } from '@nascente/contract/establishment-consumption';
import { partsBeside, spansOfParts } from '@nascente/domain/consumption/meter-parts';
import { totalsOfDays } from '@nascente/domain/consumption/totals';
import { type Cents, cents, fromReais, reais } from '@nascente/domain/units/money';
import type { Caller } from '../../platform/http/caller.ts';
import type { CycleAmounts } from '../bills/index.ts';
import { inReais, inUnits, type MeterSums, priceTogether } from '../consumption/index.ts';
import type { BoardType } from '../meters/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import {
  type EstablishmentPart,
  type FindEstablishment,
  type MeasuredEstablishment,
  measuredOn,
  timeOf,
} from './measured-establishments.ts';
import { daysByTariff } from './part-series.ts';

type Rest = AnswerOf<typeof readEstablishmentRest>['rest'];

interface Counted {
  readonly total: number;
  readonly cost: Cents | null;
}

/** Meters do not close their quarters at the same second: a rest slightly below zero is none. */
const costOf = (general: Counted, others: Counted): Cents | null =>
  general.cost === null || others.cost === null ? null : cents(Math.max(general.cost - others.cost, 0));

/** R$ of the general meter less those of the others, at the prices of one bill. */
const restOf = ([general = 0, others = 0]: readonly number[]): number =>
  reais(cents(Math.max(fromReais(general) - fromReais(others), 0)));

/** Of the current billing cycle; null without a general meter, or without another one. */
export const createReadRest = (needs: {
  find: FindEstablishment;
  sums: MeterSums;
  tariffs: TariffsService;
  amounts: CycleAmounts;
}) => {
  const count = async (
    establishment: MeasuredEstablishment,
    parts: readonly EstablishmentPart[],
  ): Promise<Counted> => {
    const { cycle } = establishment;
    const shares = await daysByTariff(
      needs.sums,
      establishment,
      { ...timeOf(establishment, cycle), parts },
      cycle,
    );
    const { total } = totalsOfDays(shares.flatMap(({ days }) => days));
    return { total, cost: (await priceTogether(needs.tariffs, shares)).total };
  };

  return async (caller: Caller, id: string, type: BoardType): Promise<Rest> => {
    const establishment = await needs.find(caller, id, type);
    const { cycle, meters } = establishment;
    const generals = measuredOn(establishment, cycle).parts.filter(({ meter }) => meter.isGeneral);
    const beside = partsBeside(meters, timeOf(establishment, cycle));
    if (beside.length === 0) return null;
    const [general, others, billed] = await Promise.all([
      count(establishment, generals),
      count(establishment, beside),
      needs.amounts.ofParts(
        caller,
        { establishmentId: id, type },
        cycle,
        [generals, beside].map(spansOfParts),
      ),
    ]);
    if (general.total <= 0) return null;
    const total = Math.max(general.total - others.total, 0);
    return {
      total: inUnits(total),
      cost: billed === null ? inReais(costOf(general, others)) : restOf(billed),
      share: total / general.total,
    };
  };
};
