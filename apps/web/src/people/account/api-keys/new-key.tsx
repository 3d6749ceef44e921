import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import styles from './new-key.module.css';

/** The key itself, in the only moment in which it can be read. */
export const NewKey = ({ token, onClose }: { token: string; onClose: () => void }) => {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setCopied(true);
    } catch {
      // Without permission for the clipboard the key is at least marked, ready to be copied by hand.
      field.current?.select();
    }
  };
  return (
    <Dialog
      title="Chave criada"
      onDismiss={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Fechar
          </Button>
          <Button
            data-autofocus
            leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={18} />}
            onClick={() => void copy()}
          >
            {isCopied ? 'Copiada' : 'Copiar chave'}
          </Button>
        </>
      }
    >
      <div className={styles.key}>
        <p>Guarde-a agora em um lugar seguro: ela não será mostrada de novo.</p>
        <TextInput
          ref={field}
          aria-label="Chave de API"
          value={token}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <p role="status">{isCopied && 'Chave copiada.'}</p>
      </div>
    </Dialog>
  );
};
