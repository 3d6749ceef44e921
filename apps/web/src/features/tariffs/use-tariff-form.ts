import type { TariffRulesJson } from '@nascente/contract/tariff-rules';
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
import { readDraft } from './read-draft.ts';
import type { TariffDraft } from './tariff-draft.ts';

const resolverFor =
  (newest: TariffRulesJson | null): Resolver<TariffDraft> =>
  (draft) => {
    const { errors } = readDraft(draft, newest);
    if (errors === null) return { values: draft, errors: {} };
    const nested: FieldErrors<TariffDraft> = {};
    for (const [path, message] of Object.entries(errors)) set(nested, path, { type: 'typed', message });
    return { values: {}, errors: nested };
  };

export interface TariffForm extends UseFormReturn<TariffDraft> {
  /** A field's name, handlers and error, for an input. */
  field(path: FieldPath<TariffDraft>): UseFormRegisterReturn & { error: string | undefined };
}

/** The form of a tariff; errors stand at their fields once it was sent, and follow what is typed. */
export const useTariffForm = (draft: TariffDraft, newest: TariffRulesJson | null): TariffForm => {
  const form = useForm<TariffDraft>({ defaultValues: draft, resolver: resolverFor(newest) });
  const { errors } = form.formState;
  const field = (path: FieldPath<TariffDraft>) => {
    const message: unknown = get(errors, `${path}.message`);
    return { ...form.register(path), error: typeof message === 'string' ? message : undefined };
  };
  return { ...form, field };
};
