import {
  createSharedLink,
  listSharedLinks,
  readSharedLink,
  readSharedReport,
  revokeSharedLink,
} from '@nascente/contract/connections/shared-links';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AlertsFeature } from '../../alerts/alerts/index.ts';
import type { CurvesFeature } from '../../energy/curves/index.ts';
import type { ReportsFeature } from '../../insight/reports/index.ts';
import type { EnergyFlowService } from '../../money/energy-flow/index.ts';
import type { EstablishmentReaders } from '../../money/establishment-consumption/index.ts';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { NotAllowed, NotFound } from '../../platform/errors.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { keepQuiet } from '../../platform/http/quiet-answer.ts';
import { createMissedLinks } from '../../platform/limits/missed-links.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { createSharedCurves, createStoredChart } from './shared-curves.ts';
import {
  createSharedLinksRepository,
  type FollowedLink,
  type SharedLinksRepository,
} from './shared-links.repository.ts';
import { createSharedLinksService, FOLLOWED, GONE, type SharedLinksService } from './shared-links.service.ts';
import { createShownFigures, type ShownFigures } from './shown-figures.ts';

/** A view that its maker no longer sees is answered like an unknown key. */
const seenByMaker = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (failure) {
    if (failure instanceof NotFound || failure instanceof NotAllowed) throw new NotFound(GONE);
    throw failure;
  }
};

const bindSharedLinks = (
  app: CallBinder,
  services: {
    readonly links: SharedLinksService;
    readonly repository: Pick<SharedLinksRepository, 'noteOpening'>;
    readonly figures: ShownFigures;
    readonly report: ReportsFeature['readNow'];
    readonly clock: () => Instant;
  },
): void => {
  const { links, repository, figures, report, clock } = services;

  /** Runs within the maker's concurrency limit. */
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

  bindCall(app, listSharedLinks, async ({ caller }) => ({ links: await links.list(caller) }));
  bindCall(app, createSharedLink, ({ caller, body, request }) =>
    links.create(caller, body, deviceOf(request)),
  );
  bindCall(app, revokeSharedLink, ({ caller, params, request }) =>
    links.revoke(caller, params.id, deviceOf(request)),
  );
  bindCall(app, readSharedLink, async ({ params, request, reply, signal }) => ({
    shown: await open({ key: params.key, request, reply, signal }, figures.read),
  }));
  bindCall(app, readSharedReport, async ({ params, request, reply, signal, requireThroughout }) => {
    requireThroughout(() => links.confirm(params.key));
    return open(
      { key: params.key, request, reply, signal },
      async ({ kind, maker, establishmentId, type, start }) => {
        if (kind !== 'report') throw new NotFound(GONE);
        return report(
          maker,
          establishmentId,
          { type, format: 'pdf', ...(start !== null && { start }) },
          signal,
        );
      },
    );
  });
};

/** Links that show one view to people without an account while the maker of the link sees it. */
export const createSharedLinksFeature = (needs: {
  database: Pick<Database, 'db'>;
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
  const { database, establishments, directory, audit, reports, curves, clock, consumption, flows, alerts } =
    needs;
  const { db } = database;
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
    register: (app) => bindSharedLinks(app, { links, repository, figures, report: reports.readNow, clock }),
  };
};
