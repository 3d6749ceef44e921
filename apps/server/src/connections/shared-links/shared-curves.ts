import type { BodyOf } from '@nascente/contract/base/call';
import type { CurvesShown, createSharedLink } from '@nascente/contract/connections/shared-links';
import type { CurveQuantity } from '@nascente/contract/energy/curves';
import type { CurvesFeature } from '../../energy/curves/index.ts';
import { invalidField, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import type { StoredChart } from './shared-links.repository.ts';

/** Viewers of a link zoom without new queries: the curve has as many points as a wide screen. */
const POINTS = 1200;
const MIN_POINTS = 20;
const MIXED = 'Compartilhe curvas de medidores de um mesmo estabelecimento.';

type WantedChart = NonNullable<BodyOf<typeof createSharedLink>['chart']>;

/** The stored content of a link to curves, after checking that its creator may see each meter and curve at this establishment. */
export const createStoredChart =
  (needs: { directory: Pick<MeterDirectory, 'findVisible'>; curves: CurvesFeature['read'] }) =>
  async (caller: Caller, establishmentId: string, wanted: WantedChart): Promise<StoredChart> => {
    const { directory, curves } = needs;
    const { series, start, end, isApart } = wanted;
    const stored: StoredChart['series'][number][] = [];
    for (const { mac, quantity } of series) {
      const meter = await directory.findVisible(caller, mac);
      if (meter.establishmentId !== establishmentId) throw invalidField('chart', MIXED);
      // A curve that cannot be read is refused now, not when the link is opened.
      await curves(caller, { id: mac, quantity, start, end, points: MIN_POINTS });
      stored.push({ installation: meter.installationId, quantity });
    }
    return { series: stored, from: new Date(start).toISOString(), to: new Date(end).toISOString(), isApart };
  };

/**
 * The curves of a link with the current permissions of its creator. Throws NotFound if none of its meters is installed there any
 * more.
 */
export const createSharedCurves =
  (needs: { directory: Pick<MeterDirectory, 'visibleAt'>; curves: CurvesFeature['read'] }) =>
  async (maker: Caller, establishmentId: string, chart: StoredChart): Promise<CurvesShown> => {
    const { directory, curves } = needs;
    const standing = await directory.visibleAt(maker, establishmentId);
    const wanted = new Set(chart.series.map(({ installation }) => installation));
    const meters = standing.filter(({ installationId }) => wanted.has(installationId));
    if (meters.length === 0) throw new NotFound('Os medidores deste link não estão mais aqui.');
    const found = chart.series.flatMap(({ installation, quantity }) => {
      const index = meters.findIndex(({ installationId }) => installationId === installation);
      const meter: Meter | undefined = meters[index];
      return meter === undefined ? [] : [{ meter, index, quantity: quantity as CurveQuantity }];
    });
    const [start, end] = [Date.parse(chart.from), Date.parse(chart.to)];
    const series = await Promise.all(
      found.map(async ({ meter, index, quantity }) => ({
        meter: index,
        quantity,
        curve: await curves(maker, { id: meter.mac, quantity, start, end, points: POINTS }),
      })),
    );
    return {
      start: chart.from,
      end: chart.to,
      isApart: chart.isApart,
      meters: meters.map(({ name, type, model }) => ({ name, type, model })),
      series,
    };
  };
