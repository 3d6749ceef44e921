import { useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';

type Refusals<Field extends string> = Partial<Record<Field, string>>;

/** What the server says of single fields; null where it says anything that no field can show. */
const refusalsOf = <Field extends string>(
  failure: unknown,
  fieldOf: (path: string) => Field | undefined,
): Refusals<Field> | null => {
  if (!(failure instanceof ApiFailure) || failure.errors.length === 0) return null;
  const refusals: Refusals<Field> = {};
  for (const { path, msg } of failure.errors) {
    const field = fieldOf(path);
    if (field === undefined) return null;
    refusals[field] ??= msg;
  }
  return refusals;
};

/** The first on screen. */
const focusRefused = (around: Element | null, refusals: Refusals<string>): void => {
  const fields = around?.querySelectorAll<HTMLElement>('[name]') ?? [];
  [...fields].find((one) => Object.hasOwn(refusals, one.getAttribute('name') ?? ''))?.focus();
};

/**
 * What is wrong with fields that hold their own text, said at each until it is changed.
 * @param fieldOf - the field of a name that the server has for what is asked there
 */
export const useRefusals = <Field extends string>(fieldOf: (path: string) => Field | undefined) => {
  const [refusals, setRefusals] = useState<Refusals<Field>>({});
  const refuse = (around: Element | null, refused: Refusals<Field>): void => {
    setRefusals(refused);
    focusRefused(around, refused);
  };
  return {
    /** What a field shows of it: `<TextInput {...refusable('name')} label="Nome" />`. */
    refusable: (name: Field) => ({ name, error: refusals[name] }),
    refuse,
    /** Of fields that were changed nothing is known any more. */
    forget: (changes: object) =>
      setRefusals((before) => {
        const isLeft = ([name]: readonly [string, unknown]) => !Object.hasOwn(changes, name);
        return Object.fromEntries(Object.entries(before).filter(isLeft)) as Refusals<Field>;
      }),
    /** Sends it; what the server says of fields alone stands at them, and anything else is thrown. */
    sendFrom: async (around: Element | null, send: () => Promise<void>): Promise<void> => {
      setRefusals({});
      try {
        await send();
      } catch (cause) {
        const refused = refusalsOf(cause, fieldOf);
        if (refused === null) throw cause;
        refuse(around, refused);
      }
    },
  };
};

/** The field whose own name the server has for it. */
export const namesake =
  <Field extends string>(fields: readonly Field[]) =>
  (path: string): Field | undefined =>
    fields.find((field) => field === path);
