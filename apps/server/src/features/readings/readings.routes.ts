import { countFrames, readFramePage, readLastFrame } from '@nascente/contract/readings';
import {
  projectFrames,
  readFrames,
  readTelemetries,
  readTelemetryStatus,
} from '@nascente/contract/telemetry';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import { WrittenAnswer } from '../../platform/http/written-answer.ts';
import { writeNewestFirst } from './frame-json.ts';
import type { ReadingsService } from './readings.service.ts';

const written = (json: string): WrittenAnswer => new WrittenAnswer(Buffer.from(json, 'latin1'));

export const bindReadings = (app: CallBinder, readings: ReadingsService): void => {
  bindCall(app, readLastFrame, async ({ caller, body }) => {
    const newest = await readings.newest(caller, body.id);
    if (newest.at.length === 0) return { ok: true, value: null };
    return written(`{"ok":true,"value":${writeNewestFirst(newest)}}`);
  });
  bindCall(app, readFramePage, async ({ caller, body }) => {
    const { frames, next } = await readings.page(caller, body);
    return written(`{"ok":true,"value":[${writeNewestFirst(frames)}],"next":${JSON.stringify(next)}}`);
  });
  bindCall(app, countFrames, async ({ caller, body }) => ({
    ok: true,
    value: await readings.count(caller, body),
  }));
  bindCall(app, readTelemetries, async ({ caller, body }) =>
    written(`{"ok":true,"telemetries":[${await readings.ofDay(caller, body)}]}`),
  );
  bindCall(
    app,
    readTelemetryStatus,
    async ({ caller, body }) => new WrittenAnswer(await readings.status(caller, body)),
  );
  bindCall(app, readFrames, async ({ caller, body }) =>
    written(`{"ok":true,"value":[${writeNewestFirst(await readings.frames(caller, body))}]}`),
  );
  bindCall(app, projectFrames, async ({ caller, body }) => {
    const value = await readings.rows(caller, body);
    return new WrittenAnswer(Buffer.from(JSON.stringify({ ok: true, value })));
  });
};
