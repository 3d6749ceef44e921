import { TextInput, type TextInputProps } from '@mantine/core';

/** A decimal with a comma: the numeric keyboard on phones, no autocompletion. */
export const DecimalField = (props: TextInputProps) => (
  <TextInput inputMode="decimal" autoComplete="off" {...props} />
);
