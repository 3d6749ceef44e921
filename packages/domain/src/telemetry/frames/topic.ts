import type { BoardEquipment } from '../../sites/boards/board-traits.ts';
import { isMac, type Mac } from '../../sites/boards/mac.ts';

/** Models of the boards' hardware: they publish the same lines under different topics. */
export type Equipment = BoardEquipment;

const EMD_PREFIX = 'message/';
const EMD3P_PREFIX = 'emd3p/';
const EMD3P_SUFFIX = '/message';

/**
 * The board of `message/{MAC}` or `emd3p/{MAC}/message`; null: none. The MAC must be canonical, as brokers compare letter by
 * letter.
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

/** The topics under which a board's lines may appear, of both equipments. */
export function boardTopics(mac: Mac): [emd: string, emd3p: string] {
  return [topicFor(mac, 'emd'), topicFor(mac, 'emd3p')];
}

/** On which a gateway publishes lines of several boards, each of which begins with the MAC of its board. */
export function gatewayTopic(id: string): string {
  return `gateway/${id}/message`;
}

/** On which a person's browsers hear that there is something new among its alerts. */
export function alertTopic(accountId: string): string {
  return `alerts/${accountId}`;
}

/** On which other systems hear of the alerts of an establishment. */
export function establishmentAlertTopic(establishmentId: string): string {
  return `nascente/${establishmentId}/alert`;
}

/** @returns the id of the establishment; null when the topic is of no establishment's alerts */
export function parseEstablishmentAlertTopic(topic: string): string | null {
  return /^nascente\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/alert$/.exec(topic)?.[1] ?? null;
}

/** The topic that a board of this equipment publishes to. */
export function topicFor(mac: Mac, equipment: Equipment): string {
  return equipment === 'emd' ? EMD_PREFIX + mac : EMD3P_PREFIX + mac + EMD3P_SUFFIX;
}
