import { TextInput, type TextInputProps } from '@mantine/core';

/** An address, typed with the keyboard for it, which neither corrects nor begins it with a capital. */
export const EmailField = (props: TextInputProps) => (
  <TextInput
    type="email"
    label="E-mail"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
);
