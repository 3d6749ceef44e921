import { createContext, useCallback, useContext, useState } from 'react';
import { type FieldPathByValue, useFormContext } from 'react-hook-form';
import type { TypedEstablishment } from './typed-establishment.ts';

type TextPath = FieldPathByValue<TypedEstablishment, string>;

export type Findings = Partial<Record<TextPath, string | null>>;

export const FIELD_TEXTS: Findings = {
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

/** The registered value of each field: those of the company and of the postal code replace each other. */
const ByRegister = createContext<Map<TextPath, string>>(new Map());
export const FilledByRegister = ByRegister.Provider;

/** Fills a register's findings into empty fields and into those filled before and untouched since. Filling can be undone. */
export const useFilling = () => {
  const { getValues, setValue, formState } = useFormContext<TypedEstablishment>();
  const { isSubmitted } = formState;
  const byRegister = useContext(ByRegister);
  const [filled, setFilled] = useState<readonly { path: TextPath; before: string; after: string }[]>([]);
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
