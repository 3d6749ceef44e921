import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import styles from './copied-text.module.css';
import { Icon } from './marks/icon.tsx';

/** Copies a text by a button; if the clipboard is denied, the text in its field is selected. */
export const useCopied = <F extends HTMLInputElement | HTMLTextAreaElement>(text: string) => {
  const field = useRef<F>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      field.current?.select();
    }
  };
  return { field, isCopied: copied === text, copy };
};

/** A text with a button that copies it, or selects it if the clipboard is denied. */
export const CopiedText = ({ label, text, action }: { label: string; text: string; action: string }) => {
  const { field, isCopied, copy } = useCopied<HTMLInputElement>(text);
  return (
    <div className={styles.row}>
      <TextInput
        ref={field}
        className={styles.text}
        aria-label={label}
        value={text}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={18} />}
        onClick={() => void copy()}
      >
        {isCopied ? 'Copiado' : action}
      </Button>
      <p role="status" className="visually-hidden">
        {isCopied && 'Copiado.'}
      </p>
    </div>
  );
};
