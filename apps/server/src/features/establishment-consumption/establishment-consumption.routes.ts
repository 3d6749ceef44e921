import {
  readEstablishmentAmounts,
  readEstablishmentCycle,
  readEstablishmentMonths,
  readEstablishmentPosts,
  readEstablishmentRest,
  readEstablishmentYearBefore,
} from '@nascente/contract/establishment-consumption';
import { readEmissions } from '@nascente/contract/establishments';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { EmissionsService } from './emissions.service.ts';
import type { EstablishmentAmountsService } from './establishment-amounts.service.ts';
import type { EstablishmentCycleService } from './establishment-cycle.service.ts';
import type { EstablishmentMonthsService } from './establishment-months.service.ts';
import type { EstablishmentPostsService } from './establishment-posts.service.ts';
import type { EstablishmentRestService } from './establishment-rest.service.ts';
import type { YearBeforeService } from './year-before.service.ts';

export const bindEstablishmentConsumption = (
  app: CallBinder,
  services: {
    readonly amounts: EstablishmentAmountsService;
    readonly cycle: EstablishmentCycleService;
    readonly months: EstablishmentMonthsService;
    readonly yearBefore: YearBeforeService;
    readonly posts: EstablishmentPostsService;
    readonly rest: EstablishmentRestService;
    readonly emissions: EmissionsService;
  },
): void => {
  const { amounts, cycle, months, yearBefore, posts, rest, emissions } = services;
  bindCall(app, readEstablishmentAmounts, async ({ caller, body, signal }) => ({
    ok: true,
    amounts: await amounts.read(caller, body, signal),
  }));
  bindCall(app, readEstablishmentCycle, async ({ caller, params, query }) => ({
    ok: true,
    consolidated: await cycle.read(caller, params.id, query.type),
  }));
  bindCall(app, readEstablishmentMonths, async ({ caller, params, body }) => ({
    ok: true,
    hist: await months.read(caller, params.id, body),
  }));
  bindCall(app, readEstablishmentYearBefore, async ({ caller, params, query }) => ({
    ok: true,
    yearBefore: await yearBefore.read(caller, params.id, query.type),
  }));
  bindCall(app, readEstablishmentPosts, async ({ caller, params }) => ({
    ok: true,
    energy: await posts.read(caller, params.id),
  }));
  bindCall(app, readEstablishmentRest, async ({ caller, params, query }) => ({
    ok: true,
    rest: await rest.read(caller, params.id, query.type),
  }));
  bindCall(app, readEmissions, async ({ caller, params, query }) => ({
    ok: true,
    data: await emissions.ofEstablishment(caller, params.id, query),
  }));
};
