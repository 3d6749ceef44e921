import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password with a toggle that shows it; the toggle is reached by keyboard too. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    aria-invalid={props.error ? true : undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Mostrar senha', tabIndex: 0 }}
    {...props}
  />
);
