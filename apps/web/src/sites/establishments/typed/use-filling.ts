import { createContext, useCallback, useContext, useState } from 'react';
import { type FieldPathByValue, useFormContext } from 'react-hook-form';
import type { TypedEstablishment } from './typed-establishment.ts';

type TextPath = FieldPathByValue<TypedEstablishment, string>;

/** What a register says of single fields; null where it says nothing, empty where what a register said no longer holds. */
export type Findings = Partial<Record<TextPath, string | null>>;

interface Filled {
  path: TextPath;
  before: string;
  after: string;
}

export const FIELD_WORDS: Findings = {
  corporateName: 'razão social',
  fantasyName: 'nome fantasia',
  'location.postalCode': 'CEP',
  'location.address': 'logradouro',
  'location.number': 'número',
  'location.description': 'complemento',
  'location.neighborhood': 'bairro',
  'location.city': 'cidade',
  'location.state': 'estado',
};

/** Which value of which field came from a register: the company's and that of postal codes replace each other's. */
const ByRegister = createContext<Map<TextPath, string>>(new Map());
export const FilledByRegister = ByRegister.Provider;

/**
 * Fills in what a register found where nobody typed anything: empty fields, and those that a register filled before and
 * nobody touched since. What it filled can be taken back.
 */
export const useFilling = () => {
  const { getValues, setValue, formState } = useFormContext<TypedEstablishment>();
  const { isSubmitted } = formState;
  const byRegister = useContext(ByRegister);
  const [filled, setFilled] = useState<readonly Filled[]>([]);
  const put = useCallback(
    (path: TextPath, value: string) =>
      setValue(path, value, { shouldDirty: true, shouldValidate: isSubmitted }),
    [setValue, isSubmitted],
  );
  const isUntouched = (path: TextPath) => {
    const present = getValues(path);
    return present.trim() === '' || byRegister.get(path) === present;
  };
  const fill = (findings: Findings) => {
    const changes = (Object.entries(findings) as [TextPath, string | null][]).flatMap(([path, found]) => {
      const before = getValues(path);
      if (found === null || found === before || !isUntouched(path)) return [];
      return [{ path, before, after: found }];
    });
    for (const { path, after } of changes) {
      byRegister.set(path, after);
      put(path, after);
    }
    setFilled(changes);
  };
  const takeBack = () => {
    for (const { path, before, after } of filled) {
      if (getValues(path) !== after) continue;
      byRegister.delete(path);
      put(path, before);
    }
    setFilled([]);
  };
  return { filled, fill, takeBack };
};
