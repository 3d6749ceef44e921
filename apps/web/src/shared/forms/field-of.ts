import {
  type FieldPath,
  type FieldValues,
  type FormState,
  get,
  type UseFormRegister,
  type UseFormRegisterReturn,
} from 'react-hook-form';

/** An input's name, handlers, error, label and hint. */
export interface Field extends UseFormRegisterReturn {
  readonly error: string | undefined;
  readonly label?: string;
  readonly description?: string;
}

interface FormOf<Typed extends FieldValues> {
  readonly register: UseFormRegister<Typed>;
  readonly formState: Pick<FormState<Typed>, 'errors'>;
}

/** Props of a form input: `<TextInput {...field('name', 'Nome')} />`. */
export const fieldOf =
  <Typed extends FieldValues>({ register, formState: { errors } }: FormOf<Typed>) =>
  (path: FieldPath<Typed>, label?: string, description?: string): Field => {
    const message: unknown = get(errors, `${path}.message`);
    return {
      ...register(path),
      error: typeof message === 'string' ? message : undefined,
      ...(label !== undefined && { label }),
      ...(description !== undefined && { description }),
    };
  };
