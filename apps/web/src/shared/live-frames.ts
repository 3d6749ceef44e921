import { type Frame, parsePayload } from '@nascente/domain/metering/frame';
import type { Mac } from '@nascente/domain/metering/mac';
import { isRefusal } from '@nascente/domain/metering/refusal';
import { parseBoardTopic } from '@nascente/domain/metering/topic';

/** What a message of the feed says: the frames of a board, or null where it is no board's. */
export const framesOf = (topic: string, text: string): { mac: Mac; frames: Frame[] } | null => {
  const mac = parseBoardTopic(topic);
  if (mac === null) return null;
  const frames = parsePayload(text, mac).filter((outcome): outcome is Frame => !isRefusal(outcome));
  return { mac, frames };
};
