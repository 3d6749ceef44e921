import type { Access, Call } from '@nascente/contract/base/call';
import { failure } from '@nascente/contract/base/conventions';
import { callExample } from '@nascente/contract/openapi/call-examples';
import type { JsonSchema } from '@nascente/contract/openapi/example';
import {
  FAILURE_TEXTS,
  type FailureStatus,
  FIELD_DESCRIPTIONS,
  failureStatuses,
} from '@nascente/contract/openapi/field-descriptions';
import { keyReachOf } from '@nascente/domain/people/key-scopes';
import type { Action } from '@nascente/domain/people/permissions';
import { toJSONSchema } from 'zod';

/** Adds descriptions by field name to schemas without one. */
const withDescriptions = (schema: JsonSchema): JsonSchema => {
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: describeEach(properties) }),
    ...(items && { items: withDescriptions(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: withDescriptions(additionalProperties),
    }),
    ...(anyOf && { anyOf: anyOf.map(withDescriptions) }),
    ...(oneOf && { oneOf: oneOf.map(withDescriptions) }),
    ...(allOf && { allOf: allOf.map(withDescriptions) }),
  };
};

const describeEach = (properties: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = property.description ?? FIELD_DESCRIPTIONS[name];
      return [name, withDescriptions(description === undefined ? property : { ...property, description })];
    }),
  );

/** JSON schema of a part of a call, with descriptions of its fields. */
export const openApiSchema = (schema: Call['answer'], io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any' });
  return withDescriptions(rest as JsonSchema);
};

type Described = Record<string, unknown>;

const binary = { type: 'string', format: 'binary' };

const requestBody = (call: Call): Described => {
  const { body, upload } = call;
  if (body) {
    const schema = openApiSchema(body, 'input');
    const json = { schema, example: callExample(call, 'body', schema) };
    const text =
      call.textBody === undefined ? {} : { 'text/plain': { ...call.textBody, schema: { type: 'string' } } };
    return { requestBody: { required: true, content: { 'application/json': json, ...text } } };
  }
  if (!upload) return {};
  const properties = {
    [upload.field]: {
      ...binary,
      description: `The file: ${upload.types.join(', ')}; at most ${upload.maxBytes} bytes.`,
    },
  };
  const schema = { type: 'object', required: [upload.field], properties };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
};

const successOf = (call: Call): Described => {
  const { answer, download } = call;
  if (call.success === 302)
    return {
      description: 'Leads to where it goes on.',
      headers: { location: { description: 'Where it goes on.', schema: { type: 'string' } } },
    };
  if (download)
    return {
      description: 'The file.',
      content: Object.fromEntries(download.map((type) => [type, { schema: binary }])),
    };
  const schema = openApiSchema(answer, 'output');
  const example = callExample(call, 'answer', schema);
  return {
    description: call.success === 201 ? 'It was made.' : 'What was asked for.',
    content: { 'application/json': { schema, example } },
  };
};

const FAILURE_TYPES: Readonly<Record<FailureStatus, string>> = {
  400: 'validation',
  401: 'expired',
  403: 'forbidden',
  404: 'not-found',
  409: 'duplicate',
  413: 'req-error',
  415: 'req-error',
  429: 'limit',
  500: 'error',
  503: 'unavailable',
};

const failureComponents = (): Described =>
  Object.fromEntries(
    Object.entries(FAILURE_TEXTS).map(([status, description]) => {
      const type = FAILURE_TYPES[Number(status) as FailureStatus];
      const example = { ok: false, type, msg: 'O que aconteceu, em português, e o que fazer.' };
      const schema = { $ref: '#/components/schemas/Failure' };
      return [`Failure${status}`, { description, content: { 'application/json': { schema, example } } }];
    }),
  );

const failuresOf = (call: Call): Described =>
  Object.fromEntries(
    failureStatuses(call).map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
  );

const SECURITY: Readonly<Record<Access, readonly Record<string, readonly string[]>[]>> = {
  anyone: [],
  session: [{ accessToken: [] }, { bearer: [] }],
  Admin: [{ accessToken: [] }, { bearer: [] }],
  operations: [{ bearer: [] }],
};

const WHO: Readonly<Record<Access, string>> = {
  anyone: 'Asks for no session.',
  session: 'For whoever is signed in.',
  Admin: 'Only for the profile Admin.',
  operations: 'For whoever operates the server: by METRICS_TOKEN, or from the machine itself.',
};

const parametersOf = (call: Call, part: 'params' | 'query'): readonly Described[] => {
  const input = call[part];
  if (input === undefined) return [];
  const total = openApiSchema(input, 'input');
  const examples = callExample(call, part, total) as Record<string, unknown>;
  return Object.entries(total.properties ?? {}).map(
    ([name, { description, ...schema }]: [string, JsonSchema]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || (total.required?.includes(name) ?? false),
      description,
      schema,
      example: examples[name],
    }),
  );
};

const VERSION = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The version that the editor saw: a fingerprint of the replaced fields, as in `seen` of a refusal. If the stored version differs, the call fails with 409 and type `changed`. Without the header, the stored version is replaced unchecked.',
  schema: { type: 'string', pattern: '^"[0-9a-f]{16}"$' },
  example: '"9f2c41d07be85a63"',
};
const versionOf = ({ edit }: Call): readonly Described[] => (edit === undefined ? [] : [VERSION]);

/** The scope that an API key needs for a call; `no-key`: no key may make the call. */
const keyReachFor = (permission: Action, { needsRecentProof }: Call) =>
  needsRecentProof === 'no-key' ? 'no-key' : keyReachOf(permission);

const keyDescription = (permission: Action, call: Call): string => {
  const reach = keyReachFor(permission, call);
  if (reach === 'every-key') return 'Any API key opens it.';
  return reach === 'no-key' ? 'No API key opens it.' : `Scope of an API key: \`${reach}\`.`;
};

const effectOf = (call: Call): string => {
  const { effect, permission } = call;
  return permission === undefined
    ? ''
    : ` Permission \`${permission}\`; it ${effect === 'reads' ? 'changes nothing' : 'changes what is stored'}. ${keyDescription(permission, call)}`;
};

/** The scope that a call needs, as an extension field for programs. */
const scopeOf = (call: Call): Described =>
  call.permission === undefined ? {} : { 'x-api-key-scope': keyReachFor(call.permission, call) };

/** The first sentence is the title of the call, all of them its description. */
const titleOf = (summary: string): string => /^.*?[.;:](?=\s|$)/s.exec(summary)?.[0].slice(0, -1) ?? summary;

const operation = (call: Call): Described => ({
  operationId: call.name,
  summary: titleOf(call.summary),
  description: `${call.summary} ${WHO[call.access]}${effectOf(call)}`,
  ...scopeOf(call),
  security: call.credentials ? [{ [call.credentials]: [] }] : SECURITY[call.access],
  parameters: [...parametersOf(call, 'params'), ...parametersOf(call, 'query'), ...versionOf(call)],
  ...requestBody(call),
  responses: { [call.success]: successOf(call), ...failuresOf(call) },
});

/** OpenAPI's form of a path: `/board/{mac}` for `/board/:mac`. */
export const openApiPath = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}');

/** The OpenAPI document of the calls, generated from the schemas that validate them. */
export const openApiDocument = (calls: readonly Call[]) => {
  const paths: Record<string, Described> = {};
  for (const call of calls) {
    const path = openApiPath(call.path);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nascente',
      version: '1',
      description:
        'Electricity and water metering. Instants are ISO 8601 in UTC, days are civil days of the zone of a meter, MAC addresses are taken with or without colons. A client in TypeScript stands at `/api/client.ts`.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Failure: openApiSchema(failure, 'output') },
      responses: failureComponents(),
      securitySchemes: {
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'access-token',
          description: 'The token of a session, or an API key.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same, as `Authorization: Bearer`.' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Credentials of a board, a fleet or a gateway.',
        },
      },
    },
  };
};
