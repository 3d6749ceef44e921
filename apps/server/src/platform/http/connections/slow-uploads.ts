import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';

/** Minimum rate of an upload. */
export interface Pace {
  readonly withinMs: number;
  /** Bytes that must arrive within this time. */
  readonly bytes: number;
}

type Incoming = IncomingMessage | Http2ServerRequest;

const slowUploads = new WeakSet<Incoming>();

/** Whether the body of a request still arrives and only its rate is limited, not the time of the request. */
export const isSlowUpload = (request: Incoming): boolean => slowUploads.has(request) && !request.complete;

const cut = (sent: IncomingMessage & Partial<Pick<Http2ServerRequest, 'stream'>>): void => {
  if (sent.stream) sent.stream.close();
  else sent.socket.destroy();
};

/**
 * Limits the rate of a body instead of the time of its request, because a large file takes longer over a slow connection. An
 * interval in which the server paused the body does not count.
 * @param onSlow - called when too few bytes have arrived
 */
export const limitRate = (sent: IncomingMessage, { withinMs, bytes }: Pace, onSlow: () => void) => {
  slowUploads.add(sent);
  let received = 0;
  let isPaused = false;
  let isDropped = false;
  const check = (): void => {
    if (isDropped) cut(sent);
    else if (received < bytes && !isPaused) onSlow();
    received = 0;
    isPaused = sent.isPaused();
  };
  const timer = setInterval(check, withinMs).unref();
  sent.on('data', ({ length }: Buffer) => {
    received += length;
  });
  sent.on('pause', () => {
    isPaused = true;
  });
  for (const end of ['end', 'close']) sent.once(end, () => clearInterval(timer));
  return {
    /** Discards the rest of the body, so that the answer reaches the client. A long rest is cut off after the interval. */
    drop(): void {
      if (isDropped) return;
      isDropped = true;
      sent.resume();
      if (!sent.readableEnded && !sent.destroyed) timer.refresh();
    },
  };
};
