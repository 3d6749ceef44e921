import { readEmissions } from '@nascente/contract/establishments';
import {
  readPlaceAmounts,
  readPlaceCycle,
  readPlaceMonths,
  readPlacePosts,
  readPlaceRest,
  readPlaceYearBefore,
} from '@nascente/contract/place-consumption';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { EmissionsService } from './emissions.service.ts';
import type { PlaceAmountsService } from './place-amounts.service.ts';
import type { PlaceCycleService } from './place-cycle.service.ts';
import type { PlaceMonthsService } from './place-months.service.ts';
import type { PlacePostsService } from './place-posts.service.ts';
import type { PlaceRestService } from './place-rest.service.ts';
import type { YearBeforeService } from './year-before.service.ts';

export const bindPlaceConsumption = (
  app: CallBinder,
  services: {
    readonly amounts: PlaceAmountsService;
    readonly cycle: PlaceCycleService;
    readonly months: PlaceMonthsService;
    readonly yearBefore: YearBeforeService;
    readonly posts: PlacePostsService;
    readonly rest: PlaceRestService;
    readonly emissions: EmissionsService;
  },
): void => {
  const { amounts, cycle, months, yearBefore, posts, rest, emissions } = services;
  bindCall(app, readPlaceAmounts, async ({ caller, body, signal }) => ({
    ok: true,
    amounts: await amounts.read(caller, body, signal),
  }));
  bindCall(app, readPlaceCycle, async ({ caller, params, query }) => ({
    ok: true,
    consolidated: await cycle.read(caller, params.id, query.type),
  }));
  bindCall(app, readPlaceMonths, async ({ caller, params, body }) => ({
    ok: true,
    hist: await months.read(caller, params.id, body),
  }));
  bindCall(app, readPlaceYearBefore, async ({ caller, params, query }) => ({
    ok: true,
    yearBefore: await yearBefore.read(caller, params.id, query.type),
  }));
  bindCall(app, readPlacePosts, async ({ caller, params }) => ({
    ok: true,
    energy: await posts.read(caller, params.id),
  }));
  bindCall(app, readPlaceRest, async ({ caller, params, query }) => ({
    ok: true,
    rest: await rest.read(caller, params.id, query.type),
  }));
  bindCall(app, readEmissions, async ({ caller, params, query }) => ({
    ok: true,
    data: await emissions.ofEstablishment(caller, params.id, query),
  }));
};
