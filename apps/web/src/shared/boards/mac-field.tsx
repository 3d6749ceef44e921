import { Loader, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { macHint, maskMac, tidyPastedMac } from './mac-text.ts';

interface MacFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly isChecking?: boolean;
}

/** The MAC of a board's label, typed or pasted in any form and masked as pairs. */
export const MacField = ({
  label,
  value,
  onChange,
  description,
  error,
  isChecking = false,
}: MacFieldProps) => (
  <TextInput
    label={label}
    description={macHint(value) ?? description}
    placeholder="A4:CF:12:00:0B:01"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    value={value}
    error={error}
    rightSection={isChecking && <Loader size={18} aria-label="Verificando a placa" />}
    onChange={({ currentTarget: { value: typed, selectionStart } }) =>
      // An edit in the middle keeps the cursor; the mask applies on blur.
      onChange(selectionStart === typed.length ? maskMac(typed) : typed)
    }
    onBlur={() => maskMac(value) !== value && onChange(maskMac(value))}
    onPaste={(event) => {
      const { selectionStart, selectionEnd, value: before } = event.currentTarget;
      const isComplete = before === '' || (selectionStart === 0 && selectionEnd === before.length);
      if (!isComplete) return;
      event.preventDefault();
      onChange(tidyPastedMac(event.clipboardData.getData('text')));
    }}
  />
);
