import { countFrames, readFramePage, readLastFrame } from '@nascente/contract/telemetry/readings';
import {
  projectFrames,
  readFrames,
  readTelemetries,
  readTelemetryStatus,
} from '@nascente/contract/telemetry/telemetry';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { LargeAnswer } from '../../platform/http/calls/large-answer.ts';
import { newestFirst } from './answered-frames.ts';
import type { ReadingsService } from './readings.service.ts';

export const bindReadings = (app: CallBinder, readings: ReadingsService): void => {
  bindCall(app, readLastFrame, async ({ caller, body }) => {
    const [value = null] = newestFirst(await readings.newest(caller, body.id));
    return { ok: true, value };
  });
  bindCall(app, readFramePage, async ({ caller, body }) => {
    const { frames, next } = await readings.page(caller, body);
    return new LargeAnswer({ ok: true, value: newestFirst(frames), next });
  });
  bindCall(app, countFrames, async ({ caller, body }) => ({
    ok: true,
    value: await readings.count(caller, body),
  }));
  bindCall(
    app,
    readTelemetries,
    async ({ caller, body }) =>
      new LargeAnswer({ ok: true, telemetries: await readings.ofDay(caller, body) }),
  );
  bindCall(app, readTelemetryStatus, async ({ caller, body }) => ({
    ok: true,
    status: await readings.status(caller, body),
  }));
  bindCall(app, readFrames, async ({ caller, body }) => {
    const frames = await readings.frames(caller, body);
    return new LargeAnswer({ ok: true, value: newestFirst(frames) });
  });
  bindCall(app, projectFrames, async ({ caller, body }) => {
    const value = await readings.rows(caller, body);
    return new LargeAnswer({ ok: true, value });
  });
};
