import { Button } from '@mantine/core';
import styles from './copied-letter.module.css';
import { useCopied } from './copied-text.tsx';
import { Icon } from './marks/icon.tsx';

/** A text of several lines: copied by a button, selected where the clipboard is denied. */
export const CopiedLetter = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const { field, isCopied, copy } = useCopied<HTMLTextAreaElement>(text);
  return (
    <>
      <textarea
        ref={field}
        className={styles.text}
        aria-label={label}
        value={text}
        rows={Math.min(text.split('\n').length + 4, 16)}
        readOnly
      />
      <div className={styles.foot}>
        <Button
          variant="default"
          leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={18} />}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copiado' : 'Copiar texto'}
        </Button>
        <p role="status" className={styles.said}>
          {isCopied && 'Texto copiado.'}
        </p>
      </div>
    </>
  );
};
