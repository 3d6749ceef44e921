import { readBoardAdapter, setBoardAdapter } from '@nascente/contract/sites/board-adapter';
import { chooseVerdict, readRegisters } from '@nascente/contract/telemetry/registers';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { BoardAdaptersService } from './board-adapters.service.ts';
import type { RegistersService } from './registers.service.ts';

export const bindRegisters = (
  app: CallBinder,
  adapters: BoardAdaptersService,
  registers: RegistersService,
): void => {
  bindCall(app, readBoardAdapter, async ({ caller, params }) => ({
    ok: true,
    adapter: await adapters.read(caller, params.mac),
  }));
  bindCall(app, setBoardAdapter, async ({ caller, params, body, request }) => ({
    ok: true,
    adapter: await adapters.set(caller, params.mac, body.adapter, deviceOf(request)),
  }));
  bindCall(app, readRegisters, async ({ caller, params, query }) => ({
    ok: true,
    ...(await registers.list(caller, params.mac, query)),
  }));
  bindCall(app, chooseVerdict, async ({ caller, params, body, request }) => ({
    ok: true,
    ...(await registers.choose(caller, { ...params, ...body }, deviceOf(request))),
  }));
};
