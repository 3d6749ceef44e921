import type { AnswerOf, Call, ParamsInput, QueryInput, Upload } from '@nascente/contract/base/call';
import { notifyOtherTabs } from '../session-state/other-tabs.ts';
import { sessionToken } from '../session-state/session.ts';
import { addressOf, checkedAnswer, refusalOf } from './api-client.ts';
import { unreached } from './api-failure.ts';

/** Smaller files gain nothing noticeable. */
const WORTH_COMPRESSING_BYTES = 1024 * 1024;

/** A large table compressed by gzip before sending: ANEEL's 85 MB become about 4. Unchanged where unsupported. */
export const compressed = async (file: File): Promise<File> => {
  const canCompress = typeof CompressionStream !== 'undefined';
  if (!canCompress || file.size < WORTH_COMPRESSING_BYTES || file.name.endsWith('.gz')) return file;
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'));
  return new File([await new Response(stream).blob()], `${file.name}.gz`, { type: 'application/gzip' });
};

interface UploadOptions<C extends Call> {
  params?: ParamsInput<C>;
  query?: QueryInput<C>;
  /** The sent share, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/**
 * Sends the single file of a call by XMLHttpRequest, since `fetch` reports no progress.
 * @throws ApiFailure as `request`; the signal's reason when aborted
 */
export const upload = <C extends Call & { readonly upload: Upload }>(
  call: C,
  file: File,
  { params, query, onProgress, signal }: UploadOptions<C> = {},
): Promise<AnswerOf<C>> =>
  new Promise((resolve, reject) => {
    const token = sessionToken();
    const sending = new XMLHttpRequest();
    sending.open(call.method, addressOf(call, { params, query }));
    sending.setRequestHeader('accept', 'application/json');
    if (token !== null) sending.setRequestHeader('access-token', token);
    sending.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    sending.onerror = () => reject(unreached(token !== null));
    sending.onabort = () => reject(signal?.reason);
    sending.onload = () => {
      const { status, responseText } = sending;
      const answer = parsed(responseText);
      if (status < 200 || status >= 300) return reject(refusalOf(call, token, status, answer));
      notifyOtherTabs(call);
      try {
        resolve(checkedAnswer(call, status, answer));
      } catch (misfit) {
        reject(misfit);
      }
    };
    signal?.addEventListener('abort', () => sending.abort());
    const body = new FormData();
    body.append(call.upload.field, file);
    sending.send(body);
  });
