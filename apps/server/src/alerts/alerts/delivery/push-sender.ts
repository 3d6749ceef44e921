import webPush from 'web-push';
import type { BoundedRequest } from '../../../platform/outbound/bounded-request.ts';
import type { PushDevice, PushKeys } from './devices.repository.ts';

interface PushNotice {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** A notice replaces an earlier one with the same tag. */
  readonly tag: string;
}

/** `gone`: the browser has unsubscribed. */
export type SendPush = (
  device: Pick<PushDevice, 'endpoint' | 'p256dh' | 'auth'>,
  notice: PushNotice,
  urgency: 'high' | 'normal',
) => Promise<'sent' | 'gone'>;

const TIME_TO_LIVE_SECONDS = 12 * 3_600;
const GONE: ReadonlySet<number | null> = new Set([404, 410]);

/** The library signs and encrypts; its sender is not used, as it collects answers of any size. */
export const createPushSender = (needs: {
  keys: () => Promise<PushKeys>;
  /** The contact of this installation for push services: an https address, or mailto. */
  contact: string;
  sendRequest: BoundedRequest;
}): SendPush => {
  const { contact, sendRequest } = needs;
  return async ({ endpoint, p256dh, auth }, notice, urgency) => {
    const { publicKey, privateKey } = await needs.keys();
    const { body, headers } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(notice),
      { vapidDetails: { subject: contact, publicKey, privateKey }, TTL: TIME_TO_LIVE_SECONDS, urgency },
    );
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    const { status, reason } = await sendRequest(endpoint, body ?? '', Object.fromEntries(named));
    if (GONE.has(status)) return 'gone';
    if (status === null || status < 200 || status > 299) throw new Error(reason ?? `answered with ${status}`);
    return 'sent';
  };
};
