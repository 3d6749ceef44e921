import { TextInput, type TextInputProps } from '@mantine/core';

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
