import { TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';

const COUNTS = /[0-9A-Z]/gi;
const LEFT_OUT = /[^0-9A-Z]/gi;

/** The number of significant characters before the caret, without separators. */
export const countBefore = (text: string, caret: number): number =>
  text.slice(0, caret).replace(LEFT_OUT, '').length;

/** The caret's position in a masked text after this many significant characters. */
export const caretAfter = (masked: string, count: number): number => {
  if (count === 0) return 0;
  const last = Array.from(masked.matchAll(COUNTS))[count - 1];
  return last === undefined ? masked.length : last.index + 1;
};

interface MaskedFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  mask: (typed: string) => string;
  value: string;
  onChange: (masked: string) => void;
  rightSection?: ReactNode;
  /** The input's ref, with which the form focuses an invalid field. */
  fieldRef?: Ref<HTMLInputElement>;
}

const assign = (ref: Ref<HTMLInputElement> | undefined, element: HTMLInputElement | null) => {
  if (typeof ref === 'function') ref(element);
  else if (ref) ref.current = element;
};

/** A field that inserts separators while typing or pasting; the caret stays behind the same character. */
export const MaskedField = ({ mask, value, onChange, fieldRef, ...rest }: MaskedFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...rest}
      ref={(element) => {
        input.current = element;
        assign(fieldRef, element);
      }}
      value={value}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value;
        const masked = mask(typed);
        const counted = countBefore(typed, currentTarget.selectionStart ?? typed.length);
        caret.current = caretAfter(masked, counted);
        // An unchanged value renders nothing, and the browser would move the caret to the end.
        if (masked === value) currentTarget.value = masked;
        if (masked === value) currentTarget.setSelectionRange(caret.current, caret.current);
        else onChange(masked);
      }}
    />
  );
};
