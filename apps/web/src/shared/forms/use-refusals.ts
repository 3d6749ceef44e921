import { useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';

type Refusals<Field extends string> = Partial<Record<Field, string>>;

/** The server's errors by field; `null` if one of them belongs to no field. */
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

const focusRefused = (around: Element | null, refusals: Refusals<string>): void => {
  const fields = around?.querySelectorAll<HTMLElement>('[name]') ?? [];
  [...fields].find((one) => Object.hasOwn(refusals, one.getAttribute('name') ?? ''))?.focus();
};

/**
 * Errors of controlled fields, shown until the field changes.
 * @param fieldOf - maps the server's field name
 */
export const useRefusals = <Field extends string>(fieldOf: (path: string) => Field | undefined) => {
  const [refusals, setRefusals] = useState<Refusals<Field>>({});
  const refuse = (around: Element | null, refused: Refusals<Field>): void => {
    setRefusals(refused);
    focusRefused(around, refused);
  };
  return {
    /** Props of a field: `<TextInput {...refusable('name')} label="Nome" />`. */
    refusable: (name: Field) => ({ name, error: refusals[name] }),
    refuse,
    /** Clears the errors of changed fields. */
    forget: (changes: object) =>
      setRefusals((before) => {
        const isLeft = ([name]: readonly [string, unknown]) => !Object.hasOwn(changes, name);
        return Object.fromEntries(Object.entries(before).filter(isLeft)) as Refusals<Field>;
      }),
    /** Sends the form; field errors are shown at their fields, other failures are thrown. */
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

/** A draft in controlled fields, with the server's errors at them. */
export const useTypedDraft = <Draft extends object>(
  initial: Draft | (() => Draft),
  fieldOf: (path: string) => (keyof Draft & string) | undefined,
  onChange?: () => void,
) => {
  const [draft, setDraft] = useState(initial);
  const refusals = useRefusals(fieldOf);
  const change = (changes: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...changes }));
    refusals.forget(changes);
    onChange?.();
  };
  const fieldIn = <Name extends keyof Draft & string>(name: Name) => ({
    ...refusals.refusable(name),
    value: draft[name],
  });
  const setTo =
    <Name extends keyof Draft & string>(name: Name) =>
    (value: Draft[Name]): void =>
      change({ [name]: value } as unknown as Partial<Draft>);
  return {
    draft,
    change,
    ...refusals,
    /** Props of a text input. */
    text: <Name extends keyof Draft & string>(name: Name) => ({
      ...fieldIn(name),
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: Draft[Name] & string } }) =>
        setTo(name)(value),
    }),
    /** Props of a `Choice`. */
    choice: <Name extends keyof Draft & string>(name: Name) => ({ ...fieldIn(name), onChoose: setTo(name) }),
    /** Props of a field that reports its value alone, such as a `DateInput`. */
    input: <Name extends keyof Draft & string>(name: Name) => ({ ...fieldIn(name), onChange: setTo(name) }),
  };
};

/** Maps fields to equal names of the server. */
export const namesake =
  <Field extends string>(fields: readonly Field[]) =>
  (path: string): Field | undefined =>
    fields.find((field) => field === path);
