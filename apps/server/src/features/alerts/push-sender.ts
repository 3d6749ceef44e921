import { Agent } from 'node:https';
import webPush, { WebPushError } from 'web-push';
import { lookupPublic, refuseClosedHost } from '../../platform/outbound/public-address.ts';
import type { PushDevice } from './devices.repository.ts';
import type { PushKeys } from './push-keys.repository.ts';

/** What a device shows, and where a press on it leads. */
interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** A path of the application. */
  readonly path: string;
  /** What is told again under the same tag replaces what is shown. */
  readonly tag: string;
}

/** `gone`: the browser takes no notices any more. */
export type SendPush = (
  device: Pick<PushDevice, 'endpoint' | 'p256dh' | 'auth'>,
  notice: PushNotice,
  urgency: 'high' | 'normal',
) => Promise<'sent' | 'gone'>;

const KEPT_FOR_SECONDS = 12 * 3_600;
const TIMEOUT_MS = 10_000;
const GONE = [404, 410];

export const createPushSender = (needs: {
  keys: () => Promise<PushKeys>;
  /** Whom the push services may ask: an https address, or mailto. */
  contact: string;
  /** Whether push services may stand in the network of this server. */
  allowsPrivate: boolean;
}): SendPush => {
  const { allowsPrivate } = needs;
  const agent = new Agent(allowsPrivate ? {} : { lookup: lookupPublic });
  return async ({ endpoint, p256dh, auth }, notice, urgency) => {
    if (!allowsPrivate) refuseClosedHost(new URL(endpoint));
    const { publicKey, privateKey } = await needs.keys();
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(notice), {
        vapidDetails: { subject: needs.contact, publicKey, privateKey },
        TTL: KEPT_FOR_SECONDS,
        urgency,
        timeout: TIMEOUT_MS,
        agent,
      });
      return 'sent';
    } catch (failure) {
      if (failure instanceof WebPushError && GONE.includes(failure.statusCode)) return 'gone';
      throw failure;
    }
  };
};
