import {
  listImports,
  previewImport,
  startImport,
  undoImport,
  uploadPast,
} from '@nascente/contract/energy/past-imports';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindStreamedUpload } from '../../platform/http/calls/bind-streamed-upload.ts';
import type { PastImports } from './past-imports.service.ts';

export const bindPastImports = (app: CallBinder, imports: PastImports): void => {
  bindCall(app, listImports, async ({ caller, params }) => ({
    ok: true,
    imports: await imports.list(caller, params.mac),
  }));
  bindStreamedUpload(app, uploadPast, async ({ caller, params, query, file, signal }) => ({
    ok: true,
    ...(await imports.upload(caller, params.mac, { file, name: query.name, signal })),
  }));
  bindCall(app, previewImport, async ({ caller, params, body, signal }) => ({
    ok: true,
    preview: await imports.preview(caller, params.mac, { id: params.id, reading: body.reading, signal }),
  }));
  bindCall(app, startImport, async ({ caller, params, body, request }) => ({
    ok: true,
    import: await imports.start(caller, params.mac, {
      id: params.id,
      reading: body.reading,
      device: deviceOf(request),
    }),
  }));
  bindCall(app, undoImport, async ({ caller, params, request }) => ({
    ok: true,
    import: await imports.undo(caller, params.mac, params.id, deviceOf(request)),
  }));
};
