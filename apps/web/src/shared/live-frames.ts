import type { Mac } from '@nascente/domain/sites/boards/mac';
import { type Frame, parsePayload } from '@nascente/domain/telemetry/frames/frame';
import { isRefusal } from '@nascente/domain/telemetry/frames/refusal';
import { parseBoardTopic } from '@nascente/domain/telemetry/frames/topic';

/** The frames of a board's feed message; `null` for any other topic. */
export const framesOf = (topic: string, text: string): { mac: Mac; frames: Frame[] } | null => {
  const mac = parseBoardTopic(topic);
  if (mac === null) return null;
  const frames = parsePayload(text, mac).filter((outcome): outcome is Frame => !isRefusal(outcome));
  return { mac, frames };
};
