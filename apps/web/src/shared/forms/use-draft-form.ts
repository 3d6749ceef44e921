import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { type Field, fieldOf } from './field-of.ts';

/** What is wrong with a draft, by the path of the field where it is said; null when nothing is. */
type Faults = Readonly<Record<string, string>> | null;

const resolverFor =
  <Draft extends FieldValues>(faultsOf: (draft: Draft) => Faults): Resolver<Draft> =>
  (draft) => {
    const faults = faultsOf(draft);
    if (faults === null) return { values: draft, errors: {} };
    const nested: FieldErrors<Draft> = {};
    for (const [path, message] of Object.entries(faults)) set(nested, path, { type: 'typed', message });
    return { values: {}, errors: nested };
  };

export interface DraftForm<Draft extends FieldValues> extends UseFormReturn<Draft> {
  field(path: FieldPath<Draft>): Field;
}

/** A form of typed texts; errors stand at their fields once it was sent, and follow what is typed. */
export const useDraftForm = <Draft extends FieldValues>(
  draft: Draft,
  faultsOf: (draft: Draft) => Faults,
): DraftForm<Draft> => {
  const form = useForm<Draft>({
    defaultValues: draft as DefaultValues<Draft>,
    resolver: resolverFor(faultsOf),
  });
  return { ...form, field: fieldOf(form) };
};
