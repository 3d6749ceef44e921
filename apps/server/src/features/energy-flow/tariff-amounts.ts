import { dayPostsOf } from '@nascente/domain/consumption/day-posts';
import { type MeterPart, spansOfParts } from '@nascente/domain/consumption/meter-parts';
import { simplePostsOn } from '@nascente/domain/tariff/posts/posts-by-window';
import { reais } from '@nascente/domain/units/money';
import type { BegunBill } from '../bills/index.ts';
import { priceTogether, type QuarterSums } from '../consumption/index.ts';
import type { EstablishmentMeter } from '../establishments/index.ts';
import type { TariffsService } from '../tariffs/index.ts';

type Parts = readonly MeterPart<EstablishmentMeter>[];

/** R$ of what some meters consumed together, in the order asked; null where something of it has no price. */
type TariffAmounts = (begun: BegunBill, asked: readonly Parts[]) => Promise<readonly number[] | null>;

/** Without a contract each kWh has the price of the meter that measured it. */
export const createTariffAmounts = (needs: { sums: QuarterSums; tariffs: TariffsService }): TariffAmounts => {
  const costOf = async ({ establishment: { zone, now }, days }: BegunBill, parts: Parts) => {
    const ofTariffs = [...Map.groupBy(parts, ({ meter }) => meter.tariffId)];
    const series = await needs.sums(
      'electric',
      ofTariffs.map(([, ofTariff]) => spansOfParts(ofTariff)),
    );
    const shares = ofTariffs.map(([tariffId], index) => ({
      tariffId,
      days: dayPostsOf(series[index] as (typeof series)[number], {
        ...days,
        zone,
        now,
        kind: 'electric',
        postsOn: simplePostsOn,
        since: null,
        removed: null,
      }),
    }));
    return (await priceTogether(needs.tariffs, shares)).total;
  };

  return async (begun, asked) => {
    const costs = await Promise.all(asked.map((parts) => costOf(begun, parts)));
    const known = costs.filter((cost) => cost !== null);
    return known.length === costs.length ? known.map(reais) : null;
  };
};
