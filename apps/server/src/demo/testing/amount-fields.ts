import { everyCall } from '@nascente/contract/every-call';
import { z } from 'zod/mini';

/** Field names of R$ amounts and totals in answers. */
const AMOUNT = /cost|amount|total|saving|used|forecast|price$/i;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Also `number | null`, however it is written; counts are integers. */
const holdsNumber = (schema: unknown): boolean => JSON.stringify(schema).includes('"number"');

/** Whether a JSON schema has a field of such a name, however deep. */
const holdsAmount = (schema: unknown): boolean => {
  if (!isObject(schema)) return false;
  const { properties } = schema;
  const fields = isObject(properties) ? Object.entries(properties) : [];
  return (
    fields.some(([name, field]) => AMOUNT.test(name) && holdsNumber(field)) ||
    Object.values(schema).some(holdsAmount)
  );
};

/** Names of calls with an amount or a file in their answer. */
export const callsWithAmounts = (): string[] =>
  everyCall
    .filter(
      ({ answer, download }) =>
        download !== undefined || holdsAmount(z.toJSONSchema(answer, { unrepresentable: 'any' })),
    )
    .map(({ name }) => name)
    .sort();
