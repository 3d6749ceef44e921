import { parentPort, workerData } from 'node:worker_threads';

/** Messages to the thread: begin a stream, send its next piece, discard it. */
export type StreamRequest =
  | { readonly id: number; readonly kind: 'open'; readonly input: object }
  | { readonly id: number; readonly kind: 'next' }
  | { readonly id: number; readonly kind: 'close' };

export type StreamAnswer =
  | { readonly id: number; readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly id: number; readonly kind: 'end' }
  | { readonly id: number; readonly kind: 'failure'; readonly message: string };

type Pieces = AsyncGenerator<Uint8Array | string>;

/**
 * Writes streams in this worker thread until it ends. @param prepare - gets the settings of the thread and returns the stream
 * writer
 */
export const answerStreams = <S, I>(prepare: (settings: S) => (input: I) => Pieces): void => {
  const port = parentPort;
  if (port === null) throw new Error('streams are answered in a worker thread only');
  const write = prepare(workerData as S);
  const open = new Map<number, Pieces>();
  const sendPart = (answer: StreamAnswer): void => port.postMessage(answer);

  const sendNext = async (id: number, pieces: Pieces): Promise<void> => {
    try {
      const next = await pieces.next();
      if (next.done) sendPart({ id, kind: 'end' });
      else sendPart({ id, kind: 'piece', bytes: Buffer.from(next.value) });
    } catch (error) {
      sendPart({ id, kind: 'failure', message: error instanceof Error ? error.message : String(error) });
    }
  };

  port.on('message', (request: StreamRequest) => {
    const { id } = request;
    if (request.kind === 'open') open.set(id, write(request.input as I));
    const pieces = open.get(id);
    if (pieces === undefined) return;
    if (request.kind === 'next') void sendNext(id, pieces);
    if (request.kind === 'close') {
      open.delete(id);
      void pieces.return(undefined);
    }
  });
};
