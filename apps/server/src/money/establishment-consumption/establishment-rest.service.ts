import type { AnswerOf } from '@nascente/contract/base/call';
import type { readEstablishmentRest } from '@nascente/contract/money/establishment-consumption';
import { energyBalance } from '@nascente/domain/energy/subjects/energy-balance';
import {
  elapsedTime,
  generalParts,
  partsBeside,
  spansOfParts,
} from '@nascente/domain/energy/subjects/meter-parts';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { EstablishmentSubject, FindEstablishment } from '../../energy/consumption/index.ts';
import { createGridFlows, inUnits, type QuarterSums } from '../../energy/consumption/index.ts';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { BoardType } from '../../sites/meters/index.ts';
import type { ApportionmentService } from '../apportionment/index.ts';

type Rest = AnswerOf<typeof readEstablishmentRest>['rest'];

const consumedIn = ({ consumedA, consumedB, consumedC, volume }: EnergySeries): number =>
  [consumedA, consumedB, consumedC, volume].reduce(
    (sum, column) => column.reduce((total, value) => total + value, sum),
    0,
  );

const isRefused = (error: unknown): boolean => error instanceof NotAllowed;

/**
 * Consumption without a meter of its own in the current billing cycle, as the apportionment of the bill has it; null without
 * a general meter, or without another one. Callers who do not see the bill read kWh without an amount.
 */
export const createReadRest = (needs: {
  find: FindEstablishment;
  sums: QuarterSums;
  apportionment: Pick<ApportionmentService, 'read'>;
}) => {
  const gridFlows = createGridFlows(needs);

  const withoutAmount = async (establishment: EstablishmentSubject): Promise<Rest> => {
    const { meters, type, cycle } = establishment;
    const time = elapsedTime(cycle, establishment);
    const spans = [generalParts(meters, time), partsBeside(meters, time)].map(spansOfParts);
    const [flows, series] = await Promise.all([
      gridFlows(meters, type, time),
      needs.sums(type === 'water' ? 'water' : 'electric', spans),
    ]);
    const [consumed = 0, others = 0] = series.map(consumedIn);
    const { rest } = energyBalance({ ...flows, consumed, parts: [{ total: others }] });
    return consumed <= 0 ? null : { total: inUnits(rest), cost: null, share: rest / (rest + others) };
  };

  return async (caller: Caller, id: string, type: BoardType): Promise<Rest> => {
    const establishment = await needs.find(caller, id, type);
    const { cycle, meters } = establishment;
    if (partsBeside(meters, elapsedTime(cycle, establishment)).length === 0) return null;
    try {
      const { consumed, rest } = await needs.apportionment.read(caller, id, { type, by: 'meters' });
      return consumed <= 0 ? null : { total: rest.unmeasured, cost: rest.energy, share: rest.share };
    } catch (error) {
      if (isRefused(error)) return withoutAmount(establishment);
      throw error;
    }
  };
};
