import { alertTitle } from '@nascente/contract/alerts/alert-kinds';
import {
  type CycleShown,
  createSharedLink,
  listSharedLinks,
  readSharedLink,
  readSharedReport,
  revokeSharedLink,
  type Shown,
  type WallShown,
} from '@nascente/contract/connections/shared-links';
import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import type { EnergyFlow } from '@nascente/contract/money/energy-flow';
import type { Instant } from '@nascente/domain/base/time/zone';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AlertsFeature } from '../../alerts/alerts/index.ts';
import type { CurvesFeature } from '../../energy/curves/index.ts';
import type { ReportsFeature } from '../../insight/reports/index.ts';
import type { EnergyFlowService } from '../../money/energy-flow/index.ts';
import type { EstablishmentReaders } from '../../money/establishment-consumption/index.ts';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { keepQuiet } from '../../platform/http/quiet-answer.ts';
import { createMissedLinks } from '../../platform/limits/missed-links.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { createSharedCurves, createStoredChart } from './shared-curves.ts';
import { createSharedLinksRepository, type FollowedLink } from './shared-links.repository.ts';
import { createSharedLinksService, FOLLOWED, GONE } from './shared-links.service.ts';

const MAX_ALERTS = 5;

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

const createShownFigures = (needs: {
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
    /** The view of a link as its creator sees it now. Throws NotFound or NotAllowed if the creator has lost access. */
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

/** A view that its creator no longer sees is answered like an unknown key. */
const seenByMaker = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (failure) {
    if (failure instanceof NotFound || failure instanceof NotAllowed) throw new NotFound(GONE);
    throw failure;
  }
};

/** Links that show one view to people without an account, as long as the creator of the link may see it. */
export const createSharedLinksFeature = (needs: {
  db: Connection;
  establishments: EstablishmentsService;
  consumption: Pick<EstablishmentReaders, 'cycle' | 'day'>;
  flows: EnergyFlowService;
  alerts: Pick<AlertsFeature, 'openAt'>;
  reports: Pick<ReportsFeature, 'readNow' | 'daysNow'>;
  curves: Pick<CurvesFeature, 'read'>;
  directory: MeterDirectory;
  audit: AuditTrail;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { db, establishments, directory, audit, reports, curves, clock, consumption, flows, alerts } = needs;
  const repository = createSharedLinksRepository(db);
  const links = createSharedLinksService({
    links: repository,
    establishments,
    directory,
    storedChart: createStoredChart({ directory, curves: curves.read }),
    audit,
    followed: createQuota({ db, clock, purpose: 'shared-link', ...FOLLOWED }),
    missed: createMissedLinks({ db, clock }),
    clock,
  });
  const curvesOf = createSharedCurves({ directory, curves: curves.read });
  const figures = createShownFigures({ consumption, flows, alerts, reports, clock, curvesOf });
  return {
    register(app) {
      /** Runs within the creator's concurrency limit. */
      const open = async <T>(
        {
          key,
          request,
          reply,
          signal,
        }: { key: string; request: FastifyRequest; reply: FastifyReply; signal: AbortSignal },
        read: (link: FollowedLink) => Promise<T>,
      ): Promise<T> => {
        keepQuiet(reply);
        const link = await links.follow(key, request.ip);
        const shown = await seenByMaker(() => app.readInTurn(link.maker, () => read(link), signal));
        await repository.noteOpening(link.id, clock());
        return shown;
      };

      bindField(app, listSharedLinks, ({ caller }) => links.list(caller));
      bindCall(app, createSharedLink, ({ caller, body }) => links.create(caller, body));
      bindCall(app, revokeSharedLink, ({ caller, params }) => links.revoke(caller, params.id));
      bindField(app, readSharedLink, ({ params, request, reply, signal }) =>
        open({ key: params.key, request, reply, signal }, figures.read),
      );
      bindCall(app, readSharedReport, async ({ params, request, reply, signal, requireThroughout }) => {
        requireThroughout(() => links.confirm(params.key));
        return open(
          { key: params.key, request, reply, signal },
          async ({ kind, maker, establishmentId, type, start }) => {
            if (kind !== 'report') throw new NotFound(GONE);
            return reports.readNow(
              maker,
              establishmentId,
              { type, format: 'pdf', ...(start !== null && { start }) },
              signal,
            );
          },
        );
      });
    },
  };
};
