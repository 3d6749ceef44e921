import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { everyCall } from '@nascente/contract/every-call';
import type { JsonSchema } from '@nascente/contract/openapi/example';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApiDocument } from './openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly description?: string | undefined;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const nameOf = (name: string): string => (IDENTIFIER.test(name) ? name : JSON.stringify(name));

const commented = (description: string | undefined, line: string): string =>
  description === undefined ? line : `/** ${description.replaceAll('*/', '* /')} */\n${line}`;

const objectType = ({ properties = {}, required = [], additionalProperties }: JsonSchema): string => {
  const fields = Object.entries(properties).map(([name, property]) =>
    commented(
      property.description,
      `${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(property)};`,
    ),
  );
  if (fields.length > 0) return `{\n${fields.join('\n')}\n}`;
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`;
};

const arrayType = ({ items, prefixItems }: JsonSchema): string =>
  prefixItems ? `[${prefixItems.map(typeOf).join(', ')}]` : `(${typeOf(items ?? {})})[]`;

const NAMED_TYPES: Readonly<Record<string, (schema: JsonSchema) => string>> = {
  string: () => 'string',
  number: () => 'number',
  integer: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
  array: arrayType,
  object: objectType,
};

const typeOf = (schema: JsonSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((option) => `(${typeOf(option)})`).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  const types = [schema.type ?? []].flat();
  return types.length === 0
    ? 'unknown'
    : types.map((type) => NAMED_TYPES[type]?.(schema) ?? 'unknown').join(' | ');
};

const inputOf = ({ parameters, requestBody }: Operation): string => {
  const parts = (['path', 'query'] as const).flatMap((part) => {
    const here = parameters.filter((parameter) => parameter.in === part);
    if (here.length === 0) return [];
    const fields = here.map(({ name, required, description, schema }) =>
      commented(description, `${nameOf(name)}${required ? '' : '?'}: ${typeOf(schema)};`),
    );
    const isNeeded = here.some(({ required }) => required);
    return [`${part}${isNeeded ? '' : '?'}: {\n${fields.join('\n')}\n};`];
  });
  const json = requestBody?.content['application/json'];
  const isForm = requestBody?.content['multipart/form-data'] !== undefined;
  if (json) parts.push(`body: ${typeOf(json.schema)};`);
  if (isForm) parts.push('body: FormData;');
  return parts.length === 0 ? 'Record<string, never>' : `{\n${parts.join('\n')}\n}`;
};

const answerOf = ({ responses }: Operation): string => {
  const content = (responses[200] ?? responses[201])?.content ?? {};
  const json = content['application/json'];
  if (json) return typeOf(json.schema);
  return Object.keys(content).length > 0 ? 'Blob' : 'void';
};

const RUNTIME = `/** The answer of a failed call. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly failure: unknown;

  constructor(status: number, failure: unknown) {
    super(typeof failure === 'object' && failure !== null && 'msg' in failure ? String(failure.msg) : String(status));
    this.status = status;
    this.failure = failure;
  }
}

interface Given {
  readonly path?: object;
  readonly query?: object;
  readonly body?: unknown;
}

const addressOf = (base: string, path: string, input: Given): string => {
  const values = Object.entries(input.path ?? {});
  const filled = values.reduce((text, [name, value]) => text.replace(\`{\${name}}\`, encodeURIComponent(String(value))), path);
  const query = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return \`\${base.replace(/\\/$/, '')}/api\${filled}\${search === '' ? '' : \`?\${search}\`}\`;
};

/** The calls, by name: \`const api = createClient('https://…', 'nsk_…'); await api.readMeter({ path: { mac } })\`. */
export const createClient = (base: string, token: string | null = null, send: typeof fetch = fetch): Calls =>
  new Proxy({} as Calls, {
    get: (_, name) => async (input: Given = {}) => {
      const call = ROUTES[String(name)];
      if (call === undefined) throw new Error(\`No call is named \${String(name)}.\`);
      const isForm = input.body instanceof FormData;
      const response = await send(addressOf(base, call.path, input), {
        method: call.method,
        headers: {
          ...(token === null ? {} : { 'access-token': token }),
          ...(input.body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        ...(input.body === undefined ? {} : { body: isForm ? (input.body as FormData) : JSON.stringify(input.body) }),
      });
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      if (!response.ok) throw new ApiFailure(response.status, isJson ? await response.json() : null);
      return isJson ? response.json() : response.blob();
    },
  });
`;

/** A TypeScript client in one file without dependencies, generated from the OpenAPI document. */
export const typescriptClient = (document: { readonly paths: Readonly<Record<string, unknown>> }): string => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  const calls = operations.map(({ operation }) => {
    const input = inputOf(operation);
    const isOptional = input === 'Record<string, never>' || !/^(path|query|body): /m.test(input);
    return commented(
      operation.summary,
      `${operation.operationId}(input${isOptional ? '?' : ''}: ${input}): Promise<${answerOf(operation)}>;`,
    );
  });
  const routes = operations.map(
    ({ path, method, operation }) =>
      `${operation.operationId}: { method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)} },`,
  );
  return [
    '// Written from the OpenAPI document of Nascente, /api/openapi.json. Needs fetch and nothing else.',
    `export interface Calls {\n${calls.join('\n')}\n}`,
    `const ROUTES: Readonly<Record<string, { readonly method: string; readonly path: string }>> = {\n${routes.join('\n')}\n};`,
    RUNTIME,
  ].join('\n\n');
};

type Packed = Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;

const pack = async (total: Buffer): Promise<Packed> => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(total, { params }),
    promisify(gzip)(total),
  ]);
  return { br, gzip: gzipped, identity: total };
};

const encodingFor = ({ headers }: FastifyRequest): keyof Packed => {
  const accepted = (headers['accept-encoding'] ?? '').split(',').map((name) => name.split(';')[0]?.trim());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
};

/**
 * Serves a large constant text from one compressed copy, made at the first request, so that thousands of unread answers take no
 * memory.
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

/** The library's policy would upgrade to https, which not every installation has. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const DOCUMENT = '/api/openapi.json';
const NO_DOCUMENT = { openapi: '3.1.0', info: { title: 'Nascente', version: '1' }, paths: {} };
const COPIES = /^\/api\/docs\/(json|yaml)(\?|$)/;

/** Serves `/api/openapi.json`, `/api/docs` (the document as pages) and `/api/client.ts` (a generated client). */
export const documentApi = async (fastify: FastifyInstance): Promise<void> => {
  const document = () => openApiDocument(everyCall);
  const asJson = () => JSON.stringify(document());
  fastify.get(DOCUMENT, createSharedText(asJson, 'application/json; charset=utf-8'));
  const asClient = () => typescriptClient(document());
  fastify.get('/api/client.ts', createSharedText(asClient, 'text/typescript; charset=utf-8'));
  await fastify.register(async (scope) => {
    // The library would serialize the document for each request, so it does not get the document.
    scope.addHook('onRequest', async ({ url }, reply) => {
      if (COPIES.test(url)) return reply.redirect(DOCUMENT);
    });
    await scope.register(fastifySwagger, { mode: 'static', specification: { document: NO_DOCUMENT } });
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: POLICY,
      uiConfig: { deepLinking: true, tryItOutEnabled: true },
    });
  });
};
