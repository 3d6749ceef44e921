import { alertTitle } from '@nascente/contract/alerts/alert-kinds';
import type { CycleShown, Shown, WallShown } from '@nascente/contract/connections/shared-links';
import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import type { EnergyFlow } from '@nascente/contract/money/energy-flow';
import type { Instant } from '@nascente/domain/base/time/zone';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { AlertsFeature } from '../../alerts/alerts/index.ts';
import type { ReportsFeature } from '../../insight/reports/index.ts';
import type { EnergyFlowService } from '../../money/energy-flow/index.ts';
import type { EstablishmentReaders } from '../../money/establishment-consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { createSharedCurves } from './shared-curves.ts';
import type { FollowedLink } from './shared-links.repository.ts';

const MAX_ALERTS = 5;

export type ShownFigures = ReturnType<typeof createShownFigures>;

const inTotal = (cycle: MonthSoFar): NonNullable<WallShown['cycle']> => {
  const { start, end, total, cost, forecast } = cycle;
  return { start, end, total, cost, forecast, ...repeatShares(cycle) };
};

/** The shares of today: the last day of the cycle that is no forecast. */
const sharesOfToday = ({ days }: MonthSoFar): WallShown['todayShares'] => {
  const today = days.findLast(({ isForecast }) => !isForecast);
  return today === undefined ? null : repeatShares(today);
};

const toCycle = (cycle: MonthSoFar): CycleShown => {
  const { basis, dailyAverage, dailyAverageCost, energyCost, fixedCost, prices, restOfToday, days } = cycle;
  return {
    ...inTotal(cycle),
    basis,
    dailyAverage,
    dailyAverageCost,
    energyCost,
    fixedCost,
    prices,
    restOfToday,
    days,
  };
};

/** Removes ids and device addresses, which concern only the owner. */
const withoutIds = (flow: EnergyFlow): EnergyFlow => ({
  ...flow,
  parts: flow.parts.map((part, index) => ({ ...part, id: String(index), macAddress: '' })),
});

export const createShownFigures = (needs: {
  consumption: Pick<EstablishmentReaders, 'cycle' | 'day'>;
  flows: EnergyFlowService;
  alerts: Pick<AlertsFeature, 'openAt'>;
  reports: Pick<ReportsFeature, 'daysNow'>;
  curvesOf: ReturnType<typeof createSharedCurves>;
  clock: () => Instant;
}) => {
  const { consumption, flows, alerts, reports, curvesOf, clock } = needs;

  const wallOf = async (caller: Caller, { establishmentId: id, type }: FollowedLink): Promise<WallShown> => {
    const [day, cycle, open] = await Promise.all([
      consumption.day(caller, id, type),
      consumption.cycle.read(caller, id, type),
      alerts.openAt(caller, id, MAX_ALERTS),
    ]);
    return {
      ...day,
      todayShares: cycle && sharesOfToday(cycle),
      cycle: cycle && inTotal(cycle),
      alerts: open.map((alert) => ({
        title: alertTitle(alert),
        severity: alert.severity,
        beganAt: alert.beganAt,
      })),
    };
  };

  const reportDays = async (link: FollowedLink): Promise<Shown['report']> => {
    const { maker, establishmentId, type, start } = link;
    const { first, last } = await reports.daysNow(maker, establishmentId, {
      type,
      start: start ?? undefined,
    });
    return { start: first, end: last };
  };

  return {
    /** The view of a link as its maker sees it now. Throws NotFound or NotAllowed if the maker has lost access. */
    async read(link: FollowedLink): Promise<Shown> {
      const {
        kind,
        name,
        establishmentName,
        establishmentId: id,
        type,
        zone,
        expiresOn,
        maker,
        start,
        end,
        chart,
      } = link;
      const days = { ...(start !== null && { start }), ...(end !== null && { end }) };
      const cycle = kind === 'cycle' ? await consumption.cycle.read(maker, id, type) : null;
      const flow = kind === 'flow' ? await flows.read(maker, id, { type, ...days }) : null;
      const wall = kind === 'tv' ? await wallOf(maker, link) : null;
      const report = kind === 'report' ? await reportDays(link) : null;
      const curves = chart === null ? null : await curvesOf(maker, id, chart);
      return {
        kind,
        name,
        establishmentName,
        type,
        zone,
        shownAt: new Date(clock()).toISOString(),
        expiresOn,
        cycle: cycle && toCycle(cycle),
        flow: flow && withoutIds(flow),
        wall,
        report,
        curves,
      };
    },
  };
};
