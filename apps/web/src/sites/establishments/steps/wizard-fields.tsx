import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldPathByValue, useController } from 'react-hook-form';
import { MaskedField } from '../../../shared/forms/fields/masked-field.tsx';
import type { TypedEstablishment } from '../typed/typed-establishment.ts';

type TextPath = FieldPathByValue<TypedEstablishment, string>;

interface FieldProps {
  name: TextPath;
  label: string;
  description?: ReactNode;
  className?: string | undefined;
}

type TextFieldProps = FieldProps &
  Pick<TextInputProps, 'autoComplete' | 'inputMode' | 'maxLength' | 'rightSection' | 'placeholder'>;

const optional = (className: string | undefined) => (className === undefined ? {} : { className });

export const TextField = ({ name, className, ...rest }: TextFieldProps) => {
  const { field, fieldState } = useController<TypedEstablishment, TextPath>({ name });
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      {...optional(className)}
      {...field}
      error={fieldState.error?.message}
    />
  );
};

type MaskedTextFieldProps = TextFieldProps & {
  mask: (typed: string) => string;
  /** Called for typed text, not for filled-in text. */
  onTyped?: (masked: string) => void;
  /** Shown while the form has no error. */
  remark?: string | undefined;
};

export const MaskedTextField = (props: MaskedTextFieldProps) => {
  const { name, mask, onTyped, remark, className, ...rest } = props;
  const { field, fieldState } = useController<TypedEstablishment, TextPath>({ name });
  const { ref, onChange, ...others } = field;
  return (
    <MaskedField
      {...rest}
      {...optional(className)}
      {...others}
      fieldRef={ref}
      mask={mask}
      onChange={(masked) => {
        onChange(masked);
        onTyped?.(masked);
      }}
      error={fieldState.error?.message ?? remark}
    />
  );
};

interface SelectFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[];
  placeholder?: string;
  onChosen?: (value: string) => void;
}

export const SelectField = (props: SelectFieldProps) => {
  const { name, options, placeholder, onChosen, className, ...rest } = props;
  const { field, fieldState } = useController<TypedEstablishment, TextPath>({ name });
  return (
    <NativeSelect
      {...rest}
      {...optional(className)}
      {...field}
      data={[...(placeholder === undefined ? [] : [{ value: '', label: placeholder }]), ...options]}
      onChange={({ currentTarget: { value } }) => {
        field.onChange(value);
        onChosen?.(value);
      }}
      error={fieldState.error?.message}
    />
  );
};
