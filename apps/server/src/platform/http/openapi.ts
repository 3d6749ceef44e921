import type { Access, Call } from '@nascente/contract/call';
import { failure } from '@nascente/contract/conventions';
import { toJSONSchema } from 'zod';

type JsonSchema = Record<string, unknown>;

const schemaOf = (schema: Call['answer'], io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const binary = { type: 'string', format: 'binary' };

const requestBody = ({ body, upload }: Call): JsonSchema => {
  if (body) return { requestBody: { required: true, content: json(schemaOf(body, 'input')) } };
  if (!upload) return {};
  const schema = { type: 'object', required: [upload.field], properties: { [upload.field]: binary } };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
};

const answerContent = ({ answer, download }: Call): JsonSchema =>
  download
    ? Object.fromEntries(download.map((type) => [type, { schema: binary }]))
    : json(schemaOf(answer, 'output'));

const SECURITY: Readonly<Record<Access, readonly Record<string, readonly string[]>[]>> = {
  anyone: [],
  session: [{ accessToken: [] }, { bearer: [] }],
  Admin: [{ accessToken: [] }, { bearer: [] }],
  operations: [{ bearer: [] }],
};

const parameters = (schema: Call['params'], place: 'path' | 'query'): readonly JsonSchema[] => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const operation = (call: Call): JsonSchema => ({
  operationId: call.name,
  summary: call.summary,
  description: call.access === 'Admin' ? 'Only for the profile Admin.' : '',
  security: SECURITY[call.access],
  parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
  ...requestBody(call),
  responses: {
    [call.success]: { description: 'Success', content: answerContent(call) },
    default: { description: 'Failure', content: json({ $ref: '#/components/schemas/Failure' }) },
  },
});

/** OpenAPI's form of a path: `/board/{mac}` for `/board/:mac`. */
export const openApiPath = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}');

/** The OpenAPI document of the calls, generated from the schemas by which they are checked. */
export const openApiDocument = (calls: readonly Call[]) => {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const call of calls) {
    const path = openApiPath(call.path);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Nascente', version: '1', description: 'Electricity and water metering.' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Failure: schemaOf(failure, 'output') },
      securitySchemes: {
        accessToken: { type: 'apiKey', in: 'header', name: 'access-token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
};
