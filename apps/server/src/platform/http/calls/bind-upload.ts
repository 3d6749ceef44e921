import type { IncomingMessage } from 'node:http';
import type { Call, ContentOf, Upload } from '@nascente/contract/base/call';
import type { FastifyRequest } from 'fastify';
import { InvalidInput, invalidField, TooLarge, UnsupportedType } from '../../errors.ts';
import { bindCall, type CallBinder, type CallHandler, type CallInput } from './bind-call.ts';

/** Additional bytes for the boundaries and headers of the form parts. */
const AROUND_BYTES = 64 * 1024;

/** Time and bytes for which excess input is read before the answer. */
const PASSED_OVER_MS = 20_000;
const PASSED_OVER_BYTES = 64 * 1024 * 1024;

/** An answer before the end of its request is lost with the connection: the rest is read and discarded. */
const passOver = (sent: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, PASSED_OVER_MS);
    let bytes = 0;
    sent.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > PASSED_OVER_BYTES) resolve();
    });
    for (const end of ['end', 'close', 'error']) sent.once(end, () => resolve());
    if (sent.readableEnded || sent.destroyed) resolve();
    sent.resume();
    void late.unref();
  });

type UploadCall = Call & { readonly upload: Upload };

const readForm = async (request: FastifyRequest, body: string | Buffer): Promise<FormData> => {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  try {
    return await new Response(typeof body === 'string' ? body : new Uint8Array(body), { headers }).formData();
  } catch {
    throw new InvalidInput('Requisição inválida: envie um formulário bem formado.');
  }
};

const fileOf = async (form: unknown, { field, maxBytes, texts }: Upload): Promise<Buffer> => {
  if (!(form instanceof FormData)) throw new UnsupportedType(texts.missing);
  const uploaded = form.get(field);
  if (!(uploaded instanceof Blob)) throw invalidField(field, texts.missing);
  if (uploaded.size > maxBytes) throw new TooLarge(texts.tooLarge);
  return Buffer.from(await uploaded.arrayBuffer());
};

/**
 * Like `bindCall`, for a call with one file of a form. Only this call parses forms, only for permitted callers, and the name and
 * type that the form states for the file are ignored.
 */
export const bindUpload = <const C extends UploadCall, const A extends ContentOf<C>>(
  app: CallBinder,
  call: C,
  handler: (input: CallInput<C> & { readonly file: Buffer }) => Promise<A>,
): void => {
  const { upload } = call;
  const { texts } = upload;
  app.fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parser = { parseAs: 'buffer', bodyLimit: upload.maxBytes + AROUND_BYTES } as const;
    scope.addContentTypeParser(
      'multipart/form-data',
      parser,
      (request: FastifyRequest, body: string | Buffer) => readForm(request, body),
    );
    scope.setErrorHandler(async (error: Error & { statusCode?: number }, request) => {
      if (error.statusCode === 413) {
        await passOver(request.raw);
        throw new TooLarge(texts.tooLarge);
      }
      if (error.statusCode === 415) throw new UnsupportedType(texts.missing);
      throw error;
    });
    const handle: CallHandler<C, A> = async (input) =>
      handler({ ...input, file: await fileOf(input.request.body, upload) });
    bindCall({ ...app, fastify: scope }, call, handle);
  });
};
