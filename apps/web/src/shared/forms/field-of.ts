import {
  type FieldPath,
  type FieldValues,
  type FormState,
  get,
  type UseFormRegister,
  type UseFormRegisterReturn,
} from 'react-hook-form';

/** An input's name, its handlers, and what is wrong with what was typed into it. */
export type Field = UseFormRegisterReturn & { readonly error: string | undefined };

interface FormOf<Typed extends FieldValues> {
  readonly register: UseFormRegister<Typed>;
  readonly formState: Pick<FormState<Typed>, 'errors'>;
}

/** Gives an input of the form what it needs: `<TextInput {...field('name')} label="Nome" />`. */
export const fieldOf =
  <Typed extends FieldValues>({ register, formState: { errors } }: FormOf<Typed>) =>
  (path: FieldPath<Typed>): Field => {
    const message: unknown = get(errors, `${path}.message`);
    return { ...register(path), error: typeof message === 'string' ? message : undefined };
  };
