import { countFrames, readFramePage, readLastFrame } from '@nascente/contract/readings';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import { WrittenAnswer } from '../../platform/http/written-answer.ts';
import { writeFrames } from './frame-json.ts';
import type { ReadingsService } from './readings.service.ts';

export const bindReadings = (app: CallBinder, readings: ReadingsService): void => {
  bindCall(app, readLastFrame, async ({ caller, body }) => {
    const newest = await readings.newest(caller, body.id);
    if (newest.count === 0) return { ok: true, value: null };
    return new WrittenAnswer(writeFrames('{"ok":true,"value":', newest, '}'));
  });
  bindCall(app, readFramePage, async ({ caller, body }) => {
    const { frames, next } = await readings.page(caller, body);
    return new WrittenAnswer(
      writeFrames('{"ok":true,"value":[', frames, `],"next":${JSON.stringify(next)}}`),
    );
  });
  bindCall(app, countFrames, async ({ caller, body }) => ({
    ok: true,
    value: await readings.count(caller, body),
  }));
};
