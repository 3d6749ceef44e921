import type { AnswerOf, Call, Upload } from '@nascente/contract/call';
import type { FastifyRequest } from 'fastify';
import { InvalidInput, TooLarge, UnsupportedType } from '../errors.ts';
import { bindCall, type CallBinder, type CallHandler, type CallInput } from './bind-call.ts';

/** For the boundaries and headers of the parts around the file. */
const AROUND_BYTES = 64 * 1024;

type UploadCall = Call & { readonly upload: Upload };

const readForm = async (request: FastifyRequest, body: string | Buffer): Promise<FormData> => {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  try {
    return await new Response(typeof body === 'string' ? body : new Uint8Array(body), { headers }).formData();
  } catch {
    throw new InvalidInput('Requisição inválida: envie um formulário bem formado.');
  }
};

const fileOf = async (form: unknown, { field, mostBytes, words }: Upload): Promise<Buffer> => {
  if (!(form instanceof FormData)) throw new UnsupportedType(words.missing);
  const given = form.get(field);
  if (!(given instanceof Blob)) throw new InvalidInput(words.missing, [{ path: field, msg: words.missing }]);
  if (given.size > mostBytes) throw new TooLarge(words.tooLarge);
  return Buffer.from(await given.arrayBuffer());
};

/**
 * As `bindCall`, for a call whose body is one file of a form. Only this call takes forms, only from who may make it,
 * and what the form says of the file (its name, its type) is read by nobody.
 */
export const bindUpload = <const C extends UploadCall, const A extends AnswerOf<C>>(
  app: CallBinder,
  call: C,
  handler: (input: CallInput<C> & { readonly file: Buffer }) => Promise<A>,
): void => {
  const { upload } = call;
  const { words } = upload;
  app.fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parser = { parseAs: 'buffer', bodyLimit: upload.mostBytes + AROUND_BYTES } as const;
    scope.addContentTypeParser(
      'multipart/form-data',
      parser,
      (request: FastifyRequest, body: string | Buffer) => readForm(request, body),
    );
    scope.setErrorHandler((error: Error & { statusCode?: number }) => {
      if (error.statusCode === 413) throw new TooLarge(words.tooLarge);
      if (error.statusCode === 415) throw new UnsupportedType(words.missing);
      throw error;
    });
    const handle: CallHandler<C, A> = async (input) =>
      handler({ ...input, file: await fileOf(input.request.body, upload) });
    bindCall({ ...app, fastify: scope }, call, handle);
  });
};
