import {
  type FieldErrors,
  type FieldPath,
  get,
  type Resolver,
  set,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { TariffType } from './bill-words.ts';
import { readUtilityDraft, type UtilityDraft } from './utility-draft.ts';

const resolverFor =
  (type: TariffType): Resolver<UtilityDraft> =>
  (draft) => {
    const { errors } = readUtilityDraft(draft, type);
    if (errors === null) return { values: draft, errors: {} };
    const nested: FieldErrors<UtilityDraft> = {};
    for (const [path, message] of Object.entries(errors)) set(nested, path, { type: 'typed', message });
    return { values: {}, errors: nested };
  };

export interface UtilityForm extends UseFormReturn<UtilityDraft> {
  /** A field's name, handlers and error, for an input. */
  field(path: FieldPath<UtilityDraft>): UseFormRegisterReturn & { error: string | undefined };
}

/** The form of a bill of the utility; errors stand at their fields once it was sent. */
export const useUtilityForm = (draft: UtilityDraft, type: TariffType): UtilityForm => {
  const form = useForm<UtilityDraft>({ defaultValues: draft, resolver: resolverFor(type) });
  const { errors } = form.formState;
  const field = (path: FieldPath<UtilityDraft>) => {
    const message: unknown = get(errors, `${path}.message`);
    return { ...form.register(path), error: typeof message === 'string' ? message : undefined };
  };
  return { ...form, field };
};
