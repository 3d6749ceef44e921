import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormHandleSubmit,
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

/** The first on screen, which need not be the first that was told to the form: parts of it are components of their own. */
const focusFirst = <Draft extends FieldValues>(form: unknown, errors: FieldErrors<Draft>): void => {
  if (!(form instanceof HTMLFormElement)) return;
  const fields = form.querySelectorAll<HTMLElement>('[name]');
  [...fields].find((one) => get(errors, one.getAttribute('name') ?? '') !== undefined)?.focus();
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
    shouldFocusError: false,
  });
  const handleSubmit: UseFormHandleSubmit<Draft> = (onValid, onInvalid) =>
    form.handleSubmit(onValid, async (errors, event) => {
      await onInvalid?.(errors, event);
      focusFirst(event?.target, errors);
    });
  return { ...form, handleSubmit, field: fieldOf(form) };
};
