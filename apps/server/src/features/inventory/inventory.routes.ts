import { readConnecting } from '@nascente/contract/connecting';
import {
  editInventoryBoard,
  findProvisioned,
  listInventory,
  provisionBoards,
  readInventoryBoard,
  releaseBoard,
  removeInventoryBoard,
  rotateClaimCode,
  rotateDeviceKey,
} from '@nascente/contract/inventory';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import { deviceOf } from '../session/index.ts';
import { parseBoardsCsv } from './boards-csv.ts';
import type { ConnectingService } from './connecting.service.ts';
import type { InventoryService } from './inventory.service.ts';
import type { ProvisioningService } from './provisioning.service.ts';
import type { ReleaseService } from './release.service.ts';

/** The inventory also takes a spreadsheet; no other call does, so the parser lives beside this one alone. */
const bindProvisioning = (app: CallBinder, provisioning: ProvisioningService): void => {
  app.fastify.register(async (scope) => {
    scope.addContentTypeParser('text/csv', { parseAs: 'string' }, async (_: unknown, text: string | Buffer) =>
      parseBoardsCsv(String(text)),
    );
    bindCall({ ...app, fastify: scope }, provisionBoards, async ({ caller, body, request }) => ({
      ok: true,
      boards: await provisioning.provision(caller, body.boards, deviceOf(request)),
    }));
  });
};

export const bindInventory = (
  app: CallBinder,
  services: {
    inventory: InventoryService;
    provisioning: ProvisioningService;
    release: ReleaseService;
    connecting: ConnectingService;
  },
): void => {
  const { inventory, provisioning, release, connecting } = services;
  bindCall(app, readConnecting, async ({ caller, params }) => ({
    ok: true,
    connecting: await connecting.read(caller, params.mac),
  }));
  bindProvisioning(app, provisioning);
  bindCall(app, findProvisioned, async ({ caller, body }) => ({
    ok: true,
    known: await provisioning.findKnown(caller, body.macs),
  }));
  bindCall(app, listInventory, async ({ caller, query }) => ({
    ok: true,
    ...(await inventory.list(caller, query)),
  }));
  bindCall(app, readInventoryBoard, async ({ caller, params }) => ({
    ok: true,
    board: await inventory.read(caller, params.mac),
  }));
  bindCall(app, editInventoryBoard, async ({ caller, params, body, request }) => {
    await provisioning.edit(caller, params.mac, body, deviceOf(request));
    return { ok: true, board: await inventory.read(caller, params.mac) };
  });
  bindCall(app, rotateDeviceKey, async ({ caller, params, request }) => ({
    ok: true,
    board: await provisioning.rotateKey(caller, params.mac, deviceOf(request)),
  }));
  bindCall(app, rotateClaimCode, async ({ caller, params, request }) => ({
    ok: true,
    board: await provisioning.rotateClaimCode(caller, params.mac, deviceOf(request)),
  }));
  bindCall(app, releaseBoard, async ({ caller, params, request }) => {
    await release(caller, params.mac, deviceOf(request));
    return { ok: true, board: await inventory.read(caller, params.mac) };
  });
  bindCall(app, removeInventoryBoard, async ({ caller, params, request }) => {
    await provisioning.remove(caller, params.mac, deviceOf(request));
    return { ok: true };
  });
};
