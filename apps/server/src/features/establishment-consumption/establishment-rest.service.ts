import type { AnswerOf } from '@nascente/contract/call';
import type { readEstablishmentRest } from '@nascente/contract/establishment-consumption';
import { partsBeside, spansOfParts } from '@nascente/domain/consumption/meter-parts';
import { sumBy } from '@nascente/domain/consumption/totals';
import { readingCycleAt } from '@nascente/domain/time/reading-cycles';
import { type Cents, cents, fromReais, reais } from '@nascente/domain/units/money';
import type { Caller } from '../../platform/http/caller.ts';
import type { CycleAmounts } from '../bills/index.ts';
import { type HourSums, inReais, inUnits, priceTogether } from '../consumption/index.ts';
import type { BoardType } from '../meters/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import {
  type Days,
  type EstablishmentPart,
  type MeasuredEstablishment,
  type MeasuredEstablishments,
  measuredOn,
  timeOf,
} from './measured-establishments.ts';
import { daysByTariff } from './part-series.ts';

type Rest = AnswerOf<typeof readEstablishmentRest>['rest'];

export interface EstablishmentRestService {
  /** Of the current billing cycle; null without a general meter, or without another one. */
  read(caller: Caller, id: string, type: BoardType): Promise<Rest>;
}

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

export const createEstablishmentRestService = (needs: {
  establishments: MeasuredEstablishments;
  sums: HourSums;
  tariffs: TariffsService;
  amounts: CycleAmounts;
}): EstablishmentRestService => {
  const { establishments, sums, tariffs, amounts } = needs;

  const count = async (
    establishment: MeasuredEstablishment,
    days: Days,
    parts: readonly EstablishmentPart[],
  ): Promise<Counted> => {
    const measured = { ...timeOf(establishment, days), parts };
    const shares = await daysByTariff(sums, establishment, measured, days);
    const total = sumBy(
      shares.flatMap((share) => share.days),
      (day) => day.total as number,
    );
    return { total, cost: (await priceTogether(tariffs, shares)).total };
  };

  return {
    async read(caller, id, type) {
      const establishment = await establishments.find(caller, id, type);
      const days = {
        first: readingCycleAt(establishment.today, establishment.calendar).first,
        last: establishment.today,
      };
      const time = timeOf(establishment, days);
      const generals = measuredOn(establishment, days).parts.filter(({ meter }) => meter.isGeneral);
      const beside = partsBeside(establishment.meters, time);
      if (beside.length === 0) return null;
      const [general, others, billed] = await Promise.all([
        count(establishment, days, generals),
        count(establishment, days, beside),
        amounts.ofParts(caller, { establishmentId: id, type }, days, [generals, beside].map(spansOfParts)),
      ]);
      if (general.total <= 0) return null;
      const total = Math.max(general.total - others.total, 0);
      return {
        total: inUnits(total),
        cost: billed === null ? inReais(costOf(general, others)) : restOf(billed),
        share: total / general.total,
      };
    },
  };
};
