import type { PasswordInputProps } from '@mantine/core';
import { PasswordField } from './fields/password-field.tsx';

/** The present password of whoever is signed in, as the first field of a dialog. */
export const OwnPasswordField = (props: PasswordInputProps) => (
  <PasswordField label="Sua senha" autoComplete="current-password" data-autofocus {...props} />
);
