import { addAlertDevice } from '@nascente/contract/alerts/alert-notices';
import { request } from '../../shared/api/api-client.ts';
import { rememberNoticesOf } from '../../shared/session-state/notices-here.ts';

/** Whether this browser can show notices at all; on an iPhone only once the application is on its screen. */
export const canShowNotices = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Why this browser shows none, in words that say what to do. */
export class NoticesRefused extends Error {}

const REFUSED =
  'O navegador não permite avisos deste site. Libere as notificações nas configurações do navegador e tente de novo.';
const NOT_INSTALLED = 'Ainda não dá: espere um instante, recarregue a página e tente de novo.';
const READY_WITHIN_MS = 5_000;

const keyBytes = (text: string): Uint8Array<ArrayBuffer> => {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
};

const workerOf = async (): Promise<ServiceWorkerRegistration> => {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), READY_WITHIN_MS));
  const ready = await Promise.race([navigator.serviceWorker.ready, late]);
  if (ready === null) throw new NoticesRefused(NOT_INSTALLED);
  return ready;
};

/** Asks for permission, which only somebody's own press may do, and tells the server where notices go. */
export const showNoticesHere = async (pushKey: string, accountId: string): Promise<void> => {
  if ((await Notification.requestPermission()) !== 'granted') throw new NoticesRefused(REFUSED);
  const worker = await workerOf();
  const options = { userVisibleOnly: true, applicationServerKey: keyBytes(pushKey) };
  const subscription = await worker.pushManager.subscribe(options);
  const { endpoint, keys } = subscription.toJSON();
  await request(addAlertDevice, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  });
  rememberNoticesOf(accountId);
};
