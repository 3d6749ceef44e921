import type { BoardEquipment } from '../../sites/boards/board-traits.ts';
import { isMac, type Mac } from '../../sites/boards/mac.ts';

/** Hardware of boards: each publishes the same records to a different topic. */
export type Equipment = BoardEquipment;

const EMD_PREFIX = 'message/';
const EMD3P_PREFIX = 'emd3p/';
const EMD3P_SUFFIX = '/message';

/**
 * The board of a topic `message/{MAC}` or `emd3p/{MAC}/message`; null for other topics. The MAC must be in canonical form,
 * because brokers compare topics literally.
 */
export function parseBoardTopic(topic: string): Mac | null {
  const text = macPart(topic);
  return text !== null && isMac(text) ? text : null;
}

function macPart(topic: string): string | null {
  if (topic.startsWith(EMD_PREFIX)) return topic.slice(EMD_PREFIX.length);
  if (topic.startsWith(EMD3P_PREFIX) && topic.endsWith(EMD3P_SUFFIX)) {
    return topic.slice(EMD3P_PREFIX.length, -EMD3P_SUFFIX.length);
  }
  return null;
}

/** Topics to which a board may publish, one for each equipment. */
export function boardTopics(mac: Mac): [emd: string, emd3p: string] {
  return [topicFor(mac, 'emd'), topicFor(mac, 'emd3p')];
}

/** Topic to which a gateway publishes records of several boards; each record begins with the MAC of its board. */
export function gatewayTopic(id: string): string {
  return `gateway/${id}/message`;
}

/** Topic that informs an account's browsers of changed alerts. */
export function alertTopic(accountId: string): string {
  return `alerts/${accountId}`;
}

/** Topic that informs other systems of the alerts of an establishment. */
export function establishmentAlertTopic(establishmentId: string): string {
  return `nascente/${establishmentId}/alert`;
}

/** @returns the id of the establishment; null for other topics */
export function parseEstablishmentAlertTopic(topic: string): string | null {
  return /^nascente\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/alert$/.exec(topic)?.[1] ?? null;
}

/** The topic that a board of this equipment publishes to. */
export function topicFor(mac: Mac, equipment: Equipment): string {
  return equipment === 'emd' ? EMD_PREFIX + mac : EMD3P_PREFIX + mac + EMD3P_SUFFIX;
}
