import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Packed = Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;

const pack = async (whole: Buffer): Promise<Packed> => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(whole, { params }),
    promisify(gzip)(whole),
  ]);
  return { br, gzip: gzipped, identity: whole };
};

const encodingFor = ({ headers }: FastifyRequest): keyof Packed => {
  const accepted = (headers['accept-encoding'] ?? '').split(',').map((name) => name.split(';')[0]?.trim());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
};

/**
 * Answers a large text that is the same for everybody from one copy, written and packed when it is first asked for: whoever
 * asks for it thousands of times and reads nothing has the server neither pack nor hold anything.
 */
export const createSharedText = (write: () => string, contentType: string) => {
  let packed: Promise<Packed> | null = null;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    packed ??= pack(Buffer.from(write()));
    const encoding = encodingFor(request);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .header('vary', 'accept-encoding')
      .type(contentType)
      .send((await packed)[encoding]);
  };
};
