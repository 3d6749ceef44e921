import { listTariffs } from '@nascente/contract/tariffs';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { TariffsService } from './tariffs.service.ts';

export const bindTariffs = (app: CallBinder, tariffs: TariffsService): void => {
  bindCall(app, listTariffs, async ({ caller }) => ({ ok: true, taxes: await tariffs.list(caller) }));
};
