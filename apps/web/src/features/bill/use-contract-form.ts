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
import type { ContractDraft } from './contract-draft.ts';
import { readContractDraft } from './read-contract-draft.ts';

const resolver: Resolver<ContractDraft> = (draft) => {
  const { errors } = readContractDraft(draft);
  if (errors === null) return { values: draft, errors: {} };
  const nested: FieldErrors<ContractDraft> = {};
  for (const [path, message] of Object.entries(errors)) set(nested, path, { type: 'typed', message });
  return { values: {}, errors: nested };
};

export interface ContractForm extends UseFormReturn<ContractDraft> {
  /** A field's name, handlers and error, for an input. */
  field(path: FieldPath<ContractDraft>): UseFormRegisterReturn & { error: string | undefined };
}

/** The form of a contract; errors stand at their fields once it was sent, and follow what is typed. */
export const useContractForm = (draft: ContractDraft): ContractForm => {
  const form = useForm<ContractDraft>({ defaultValues: draft, resolver });
  const { errors } = form.formState;
  const field = (path: FieldPath<ContractDraft>) => {
    const message: unknown = get(errors, `${path}.message`);
    return { ...form.register(path), error: typeof message === 'string' ? message : undefined };
  };
  return { ...form, field };
};
