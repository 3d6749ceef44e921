import type { PasswordInputProps } from '@mantine/core';
import { PasswordField } from './fields/password-field.tsx';

export const OwnPasswordField = (props: PasswordInputProps) => (
  <PasswordField label="Sua senha" autoComplete="current-password" data-autofocus {...props} />
);
