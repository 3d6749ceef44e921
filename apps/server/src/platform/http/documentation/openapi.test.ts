import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyCall } from '@nascente/contract/every-call';
import { callExample } from '@nascente/contract/openapi/call-examples';
import type { JsonSchema } from '@nascente/contract/openapi/example';
import { FIELD_DESCRIPTIONS } from '@nascente/contract/openapi/field-descriptions';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { typescriptClient } from './documentation.ts';
import { openApiDocument, openApiPath, openApiSchema } from './openapi.ts';

const document = openApiDocument(everyCall);

interface Written {
  readonly description: string;
  readonly summary: string;
  readonly parameters: readonly {
    name: string;
    description?: string;
    schema: JsonSchema;
    example?: unknown;
  }[];
  readonly requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
  readonly responses: Record<string, { $ref?: string; content?: Record<string, { schema: JsonSchema }> }>;
}

const written = everyCall.map((call) => {
  const path = document.paths[openApiPath(call.path)] as Record<string, Written>;
  return { call, operation: path[call.method.toLowerCase()] as Written };
});

const schemasOf = ({ operation }: (typeof written)[number]): readonly JsonSchema[] => [
  ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema),
  ...Object.values(operation.responses).flatMap(({ content = {} }) =>
    Object.values(content).map(({ schema }) => schema),
  ),
];

const isNumber = (schema: JsonSchema): boolean =>
  [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(({ type }) =>
    [type].flat().some((name) => name === 'number' || name === 'integer'),
  );

/** Paths of numeric fields, ids apart, without a description: no type states the unit of a number. */
const withoutUnit = (schema: JsonSchema, way = ''): string[] => {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (schema.items) inner.push(schema.items);
  if (typeof schema.additionalProperties === 'object') inner.push(schema.additionalProperties);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(property.description === undefined && name !== 'id' && isNumber(property) ? [`${way}.${name}`] : []),
    ...withoutUnit(property, `${way}.${name}`),
  ]);
  return [...fields, ...inner.flatMap((part) => withoutUnit(part, way))];
};

const undefinedIn = (value: unknown, way = ''): string[] => {
  if (value === undefined) return [way];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => undefinedIn(part, `${way}.${name}`));
};

describe('the OpenAPI document', () => {
  it.each(written.map((one) => [one.call.name, one] as const))(
    'describes the unit of each number of %s',
    (_, one) => {
      const { operation, call } = one;
      expect(operation.summary.length).toBeGreaterThan(5);
      expect(operation.description).toContain(call.summary);
      const silent = operation.parameters.filter(
        ({ description, schema }) => description === undefined && isNumber(schema),
      );
      // To mend: `described('…', schema)` in the contract, or an entry in openapi/field-descriptions.ts.
      expect(silent.map(({ name }) => name)).toEqual([]);
      expect(schemasOf(one).flatMap((schema) => withoutUnit(schema))).toEqual([]);
    },
  );

  it.each(written.map((one) => [one.call.name, one] as const))('has valid examples for %s', (_, { call }) => {
    for (const part of ['params', 'query', 'body', 'answer'] as const) {
      const schema = call[part];
      if (schema === undefined || (part === 'answer' && (call.download || call.success === 302))) continue;
      const example = callExample(call, part, openApiSchema(schema, part === 'answer' ? 'output' : 'input'));
      // What has no example: the name's line in openapi/field-examples.ts, or the call's in openapi/call-examples.ts.
      expect([part, undefinedIn(example)]).toEqual([part, []]);
      expect([part, schema.safeParse(example).error?.issues ?? []]).toEqual([part, []]);
    }
  });

  it.each(written.map((one) => [one.call.name, one] as const))('names each failure of %s', (_, one) => {
    const { responses } = one.operation;
    expect(Object.keys(responses)).not.toContain('default');
    expect(Object.keys(responses)).toContain('400');
    if (one.call.access !== 'anyone') expect(Object.keys(responses)).toContain('401');
    for (const [status, { $ref }] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      expect($ref).toBe(`#/components/responses/Failure${status}`);
      expect(document.components.responses).toHaveProperty(`Failure${status}`);
    }
  });

  it('distinguishes files from JSON', () => {
    const files = written.filter(({ call }) => call.download !== undefined);
    expect(files.map(({ call }) => call.name)).toContain('exportReadings');
    for (const { call, operation } of files)
      expect(Object.keys(operation.responses[call.success]?.content ?? {})).toEqual(call.download);
    const texts = written.filter(
      ({ call }) => call.answer._zod.def.type === 'string' && call.success !== 302,
    );
    expect(texts.filter(({ call }) => call.download === undefined)).toEqual([]);
  });

  it('has a field for every entry of the field descriptions', () => {
    const used = new Set(written.flatMap((one) => JSON.stringify(one.operation).match(/"[^"]+"/g) ?? []));
    expect(Object.keys(FIELD_DESCRIPTIONS).filter((name) => !used.has(`"${name}"`))).toEqual([]);
  });
});

const USE = `
import { ApiFailure, createClient } from './client.ts';

export const use = async (): Promise<number> => {
  const api = createClient('https://nascente.example', 'nsk_key');
  const { installationsMeter } = await api.listMeters();
  const { consolidated } = await api.readMonth({ path: { mac: installationsMeter[0]?.macAddress ?? '' } });
  const file: Blob = await api.exportReadings({ path: { mac: 'a' }, query: { start: '2026-11-01', end: '2026-11-02' } });
  const { accepted } = await api.ingestReadings({ body: '70:B3:D5:8A:00:01,…' });
  // @ts-expect-error a date has to be given
  await api.readDays({ path: { mac: 'a' }, query: { start: '2026-11-01' } }).catch((error: unknown) => {
    if (error instanceof ApiFailure) return error.status;
    throw error;
  });
  return file.size + accepted + consolidated.total;
};
`;

describe('the TypeScript client', () => {
  it('the client and its users compile under the strictest settings', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nascente-client-'));
    try {
      writeFileSync(join(folder, 'client.ts'), typescriptClient(document));
      writeFileSync(join(folder, 'use.ts'), USE);
      const program = ts.createProgram([join(folder, 'use.ts')], {
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        target: ts.ScriptTarget.ES2023,
        lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
        types: [],
      });
      const problems = ts
        .getPreEmitDiagnostics(program)
        .map(({ messageText, file, start }) => [
          ts.flattenDiagnosticMessageText(messageText, ' '),
          file?.text.slice(start ?? 0, (start ?? 0) + 60),
        ]);
      expect(problems).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 60_000);
});
