import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod/mini';
import { fieldOf } from './field-of.ts';
import { showRefusals } from './show-refusals.ts';
import { useSending } from './use-sending.ts';

interface CallFormProps<Typed extends FieldValues, Checked>
  extends Pick<UseFormProps<Typed, unknown, Checked>, 'mode' | 'values' | 'resetOptions'> {
  readonly schema: z.ZodMiniType<Checked, Typed>;
  readonly defaultValues?: DefaultValues<Typed>;
  /** Sends the checked values. */
  readonly send: (checked: Checked, form: UseFormReturn<Typed, unknown, Checked>) => Promise<unknown>;
  /** Fields that show the server's errors. */
  readonly refusable?: readonly FieldPath<Typed>[];
  /** The field whose value may exist already. */
  readonly unique?: FieldPath<Typed>;
}

/** A form that checks its values, sends them once, and shows the server's errors at their fields. */
export const useCallForm = <Typed extends FieldValues, Checked>({
  schema,
  send,
  refusable = [],
  unique,
  ...options
}: CallFormProps<Typed, Checked>) => {
  const form = useForm<Typed, unknown, Checked>({ ...options, resolver: zodResolver(schema) });
  const { start, ...sending } = useSending(async (checked: Checked) => {
    try {
      await send(checked, form);
    } catch (refused) {
      if (!showRefusals(refused, refusable, form.setError, unique)) throw refused;
    }
  });
  return {
    ...form,
    ...sending,
    field: fieldOf(form),
    start,
    submit: form.handleSubmit((checked) => start(checked)),
  };
};
