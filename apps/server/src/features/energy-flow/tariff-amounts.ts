import { dayPostsOf } from '@nascente/domain/consumption/day-posts';
import { type MeterPart, spansOfParts } from '@nascente/domain/consumption/meter-parts';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import { simplePostsOn } from '@nascente/domain/tariff/posts/posts-by-window';
import { reais } from '@nascente/domain/units/money';
import type { BegunBill } from '../bills/index.ts';
import { priceTogether, type QuarterSums } from '../consumption/index.ts';
import type { EstablishmentMeter } from '../establishments/index.ts';
import type { TariffsService } from '../tariffs/index.ts';

type Parts = readonly MeterPart<EstablishmentMeter>[];

/** R$ of what some meters consumed together, in the order asked; null where something of it has no price. */
type TariffAmounts = (begun: BegunBill, asked: readonly Parts[]) => Promise<readonly number[] | null>;

/** Without a contract each kWh has the price of the meter that measured it. What is asked is read by one question. */
export const createTariffAmounts =
  ({ sums, tariffs }: { sums: QuarterSums; tariffs: TariffsService }): TariffAmounts =>
  async ({ establishment: { zone, now }, days }, asked) => {
    const ofTariffs = asked.flatMap((parts, index) =>
      [...Map.groupBy(parts, ({ meter }) => meter.tariffId)].map(([tariffId, ofTariff]) => ({
        index,
        tariffId,
        spans: spansOfParts(ofTariff),
      })),
    );
    const series = await sums(
      'electric',
      ofTariffs.map(({ spans }) => spans),
    );
    const cut = {
      ...days,
      zone,
      now,
      kind: 'electric',
      postsOn: simplePostsOn,
      since: null,
      removed: null,
    } as const;
    const shares = ofTariffs.map(({ index, tariffId }, part) => ({
      index,
      tariffId,
      days: dayPostsOf(series[part] as EnergySeries, cut),
    }));
    const costs = await Promise.all(
      asked.map(async (_, index) => {
        const ofPart = shares.filter((share) => share.index === index);
        return (await priceTogether(tariffs, ofPart)).total;
      }),
    );
    const priced = costs.filter((cost) => cost !== null);
    return priced.length === costs.length ? priced.map(reais) : null;
  };
