import webPush from 'web-push';
import type { BoundedPost } from '../../../platform/outbound/bounded-post.ts';
import type { PushDevice, PushKeys } from './devices.repository.ts';

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
const GONE: ReadonlySet<number | null> = new Set([404, 410]);

/** The library signs and encrypts. Its own sender is not used: it collects answers of any size. */
export const createPushSender = (needs: {
  keys: () => Promise<PushKeys>;
  /** The contact of this installation for push services: an https address, or mailto. */
  contact: string;
  post: BoundedPost;
}): SendPush => {
  const { contact, post } = needs;
  return async ({ endpoint, p256dh, auth }, notice, urgency) => {
    const { publicKey, privateKey } = await needs.keys();
    const { body, headers } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(notice),
      { vapidDetails: { subject: contact, publicKey, privateKey }, TTL: KEPT_FOR_SECONDS, urgency },
    );
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    const { status, reason } = await post(endpoint, body ?? '', Object.fromEntries(named));
    if (GONE.has(status)) return 'gone';
    if (status === null || status < 200 || status > 299) throw new Error(reason ?? `answered with ${status}`);
    return 'sent';
  };
};
