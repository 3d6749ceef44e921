import { countFrames, readFramePage, readLastFrame } from '@nascente/contract/readings';
import {
  projectFrames,
  readFrames,
  readTelemetries,
  readTelemetryStatus,
} from '@nascente/contract/telemetry';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import { WrittenAnswer } from '../../platform/http/written-answer.ts';
import { framesAnswer } from './frames-answer.ts';
import type { ReadingsService } from './readings.service.ts';
import type { TelemetryService } from './telemetry.service.ts';
import type { WrittenFrames } from './written-frames.ts';

const named = (name: string, frames: WrittenFrames): WrittenAnswer =>
  framesAnswer(`{"ok":true,"${name}":[`, frames, ']}');

export const bindTelemetry = (app: CallBinder, telemetry: TelemetryService): void => {
  bindCall(app, readTelemetries, async ({ caller, body }) =>
    named('telemetries', await telemetry.ofDay(caller, body)),
  );
  bindCall(
    app,
    readTelemetryStatus,
    async ({ caller, body }) => new WrittenAnswer(await telemetry.status(caller, body)),
  );
  bindCall(app, readFrames, async ({ caller, body }) => named('value', await telemetry.frames(caller, body)));
  bindCall(app, projectFrames, async ({ caller, body }) => {
    const value = await telemetry.rows(caller, body);
    return new WrittenAnswer(Buffer.from(JSON.stringify({ ok: true, value })));
  });
};

export const bindReadings = (app: CallBinder, readings: ReadingsService): void => {
  bindCall(app, readLastFrame, async ({ caller, body }) => {
    const newest = await readings.newest(caller, body.id);
    if (newest.count === 0) return { ok: true, value: null };
    return framesAnswer('{"ok":true,"value":', newest, '}');
  });
  bindCall(app, readFramePage, async ({ caller, body }) => {
    const { frames, next } = await readings.page(caller, body);
    return framesAnswer('{"ok":true,"value":[', frames, `],"next":${JSON.stringify(next)}}`);
  });
  bindCall(app, countFrames, async ({ caller, body }) => ({
    ok: true,
    value: await readings.count(caller, body),
  }));
};
