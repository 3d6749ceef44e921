import { TextInput, type TextInputProps } from '@mantine/core';

/** A number with a comma: the keyboard of digits on a phone, and nothing suggested from other forms. */
export const DecimalField = (props: TextInputProps) => (
  <TextInput inputMode="decimal" autoComplete="off" {...props} />
);
