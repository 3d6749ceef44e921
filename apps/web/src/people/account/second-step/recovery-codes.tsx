import { Button } from '@mantine/core';
import { saveFile } from '../../../shared/api/save-file.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import styles from './second-step.module.css';

const save = (codes: readonly string[]): void => {
  const text = `Códigos de reserva do Nascente: cada um serve uma vez.\r\n\r\n${codes.join('\r\n')}\r\n`;
  saveFile('codigos-de-reserva.txt', new Blob([text], { type: 'text/plain' }));
};

export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <Dialog
    title="Guarde os códigos de reserva"
    onDismiss={onClose}
    actions={
      <>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={18} />}
          onClick={() => save(codes)}
          data-autofocus
        >
          Baixar
        </Button>
        <Button onClick={onClose}>Guardei</Button>
      </>
    }
  >
    <p>
      Sem o celular, cada um deles deixa você entrar uma vez. Guarde-os em papel ou em outro lugar seguro:
      eles não serão mostrados de novo.
    </p>
    <ul className={styles.codes} aria-label="Códigos de reserva">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </Dialog>
);
