import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { Call, ContentOf, Upload } from '@nascente/contract/base/call';
import type { FastifyRequest } from 'fastify';
import { AppError, InvalidInput, TooLarge, TooSlow, UnsupportedType } from '../../errors.ts';
import { confirmChange } from '../authenticate.ts';
import { TOO_SLOW } from '../connections/refuse-connection.ts';
import { limitRate, type Pace } from '../connections/slow-uploads.ts';
import { bindCall, type CallBinder, type CallHandler, type CallInput } from './bind-call.ts';

type UploadCall = Call & { readonly upload: Upload };

const MALFORMED = 'Requisição inválida: envie um formulário bem formado.';

/** A file of 100 MB may take half a day. */
const PACE: Pace = { withinMs: 30_000, bytes: 64 * 1024 };
/** Additional bytes for the boundaries and headers of the form. */
const AROUND_BYTES = 64 * 1024;

interface Arriving {
  readonly file: Readable;
  /** Discards the unread rest, so that the answer reaches the client. */
  drop(): void;
  /** Reason why the file is incomplete; null: none so far. */
  failure(): AppError | null;
}

const parserOf = (request: FastifyRequest, { maxBytes, texts }: Upload) => {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: { files: 1, fields: 0, fileSize: maxBytes, headerPairs: 20 },
    });
  } catch {
    throw new UnsupportedType(texts.missing);
  }
};

/** The file of a form as a stream, which is received no faster than it is read. */
const arrivingFile = (request: FastifyRequest, upload: Upload, pace: Pace): Promise<Arriving> => {
  const { field, maxBytes, texts } = upload;
  const parser = parserOf(request, upload);
  const sent = request.raw;
  return new Promise((resolve, reject) => {
    let arriving: Readable | null = null;
    let broken: AppError | null = null;
    let received = 0;
    const body = limitRate(sent, pace, () => fail(new TooSlow(TOO_SLOW.msg)));
    const drop = (): void => {
      sent.unpipe(parser);
      body.drop();
    };
    const fail = (failure: AppError): void => {
      drop();
      arriving?.destroy(failure);
      reject(failure);
    };
    parser.on('file', (name, file) => {
      if (name !== field) return void file.resume();
      arriving = file;
      // The handler receives this error through the stream. The listener prevents an uncaught error if the handler has stopped
      // reading.
      file.on('error', (error) => {
        broken ??= error instanceof AppError ? error : new InvalidInput(MALFORMED);
      });
      file.once('limit', () => fail(new TooLarge(texts.tooLarge)));
      resolve({ file, drop, failure: () => broken });
    });
    // The parser limits the file only, not other parts of the form.
    sent.on('data', ({ length }: Buffer) => {
      received += length;
      if (received > maxBytes + AROUND_BYTES) fail(new TooLarge(texts.tooLarge));
    });
    parser.on('error', () => fail(new InvalidInput(MALFORMED)));
    sent.once('close', () => sent.complete || fail(new InvalidInput(MALFORMED)));
    parser.on('finish', () => reject(new InvalidInput(texts.missing, [{ path: field, msg: texts.missing }])));
    sent.pipe(parser);
  });
};

/** The uploaded file as a stream that ends after `confirm` succeeds, and fails if `confirm` fails. */
const confirmedAtEnd = (file: Readable, confirm: () => Promise<void>): Readable => {
  async function* content(): AsyncGenerator<Buffer> {
    yield* file;
    await confirm();
  }
  const confirmed = Readable.from(content(), { objectMode: false });
  // After the handler has failed, nothing else listens for errors of this stream.
  confirmed.on('error', () => undefined);
  return confirmed;
};

/**
 * Like `bindUpload`, for files too large for memory: the handler reads the file while it arrives, at its own speed. The rate of
 * the upload is limited instead of its time. Access is confirmed again before the file ends, because a session may end during an
 * upload.
 */
export const bindStreamedUpload = <const C extends UploadCall, const A extends ContentOf<C>>(
  app: CallBinder,
  call: C,
  handler: (input: CallInput<C> & { readonly file: Readable }) => Promise<A>,
  pace = PACE,
): void => {
  const { upload } = call;
  app.fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error: Error & { statusCode?: number }) => {
      if (error.statusCode === 415) throw new UnsupportedType(upload.texts.missing);
      throw error;
    });
    const handle: CallHandler<C, A> = async (input) => {
      if (input.request.headers['content-type'] === undefined)
        throw new UnsupportedType(upload.texts.missing);
      const { file, drop, failure } = await arrivingFile(input.request, upload, pace);
      let refusal: unknown = null;
      const confirm = async (): Promise<void> => {
        try {
          await confirmChange(input.request, call, app.door);
        } catch (cause) {
          refusal = cause;
          throw cause;
        }
      };
      try {
        return await handler({ ...input, file: confirmedAtEnd(file, confirm) });
      } catch (error) {
        throw refusal ?? failure() ?? error;
      } finally {
        drop();
      }
    };
    bindCall({ ...app, fastify: scope }, call, handle);
  });
};
