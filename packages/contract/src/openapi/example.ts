import { FIELD_EXAMPLES } from './field-examples.ts';

/** The used part of JSON Schema. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly multipleOf?: number;
  readonly maxLength?: number;
}

const typeOf = ({ type }: JsonSchema): string | undefined =>
  typeof type === 'string' || type === undefined ? type : type.find((one) => one !== 'null');

const FEW = 3;
const SOME = 12.5;

const numberFor = (schema: JsonSchema): number => {
  const { minimum = 0, exclusiveMinimum, maximum = Number.POSITIVE_INFINITY, multipleOf } = schema;
  const usual = typeOf(schema) === 'integer' ? FEW : SOME;
  const step = multipleOf ?? 0;
  const min = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + Math.max(step, 1);
  const found = Math.min(Math.max(usual, min), maximum);
  return step > 0 ? Math.floor(found / step) * step : found;
};

const isOf = (value: unknown, type: string | undefined): boolean =>
  type === undefined || type === typeof value || (type === 'integer' && Number.isInteger(value));

/** Selects an alternative that is not `null`, so that examples show optional values. */
const alternativeOf = (options: readonly JsonSchema[]): JsonSchema =>
  options.find((option) => option.type !== 'null') ?? {};

type Existing = Readonly<Record<string, unknown>>;

const objectFor = (schema: JsonSchema, values: Existing): Record<string, unknown> => {
  const { properties = {}, additionalProperties, propertyNames } = schema;
  const named = Object.entries(properties).map(([name, property]) => [
    name,
    exampleOf(property, values, name),
  ]);
  if (named.length > 0 || typeof additionalProperties !== 'object') return Object.fromEntries(named);
  const [key = 'name'] = propertyNames?.enum ?? [];
  return { [String(key)]: exampleOf(additionalProperties, values, 'note') };
};

const leafFor = (schema: JsonSchema, type: string | undefined, named: unknown): unknown => {
  if (named !== undefined && isOf(named, type)) return named;
  if (schema.default !== undefined) return schema.default;
  if (type === 'number' || type === 'integer') return numberFor(schema);
  if (type === 'boolean') return true;
  return type === 'string' ? undefined : {};
};

/**
 * Builds a plausible example of a JSON schema by the names of its fields. It is `undefined` for a text with an unknown name; a
 * test then fails.
 */
export const exampleOf = (schema: JsonSchema, values: Existing = FIELD_EXAMPLES, name = ''): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one !== null);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return exampleOf(alternativeOf(options), values, name);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, values, name)));
  const type = typeOf(schema);
  const named = values[name];
  // A call may have an example of a whole object if the names of its fields have other meanings in the same call.
  if (type === 'object') return typeof named === 'object' ? named : objectFor(schema, values);
  if (type === 'array')
    return (
      schema.prefixItems?.map((item) => exampleOf(item, values, name)) ?? [
        exampleOf(schema.items ?? {}, values, name),
      ]
    );
  return leafFor(schema, type, named);
};
