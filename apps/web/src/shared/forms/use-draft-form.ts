import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormHandleSubmit,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { fieldOf } from './field-of.ts';

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

/** Focuses the first wrong field on screen. Registration order may differ, because parts of a form are separate components. */
const focusFirst = <Draft extends FieldValues>(form: unknown, errors: FieldErrors<Draft>): void => {
  if (!(form instanceof HTMLFormElement)) return;
  const fields = form.querySelectorAll<HTMLElement>('[name]');
  [...fields].find((one) => get(errors, one.getAttribute('name') ?? '') !== undefined)?.focus();
};

export interface DraftForm<Draft extends FieldValues> extends UseFormReturn<Draft> {
  readonly field: ReturnType<typeof fieldOf<Draft>>;
}

/** A form of text values; errors show after the first submit and follow the input. */
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
