import { Button } from '@mantine/core';
import type { KeyedBoard } from '@nascente/contract/inventory';
import { useState } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { countedText } from './board-words.ts';
import { keysText, saveKeys } from './keys-file.ts';
import styles from './new-keys.module.css';

/** Shown one by one; all are in the file. */
const SHOWN_AT_MOST = 200;

/** Device keys in the only moment in which they can be read. */
export const NewKeys = ({ boards, onTaken }: { boards: readonly KeyedBoard[]; onTaken: () => void }) => {
  const [isCopied, setCopied] = useState(false);
  const hidden = boards.length - SHOWN_AT_MOST;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(keysText(boards));
      setCopied(true);
      onTaken();
    } catch {
      // Without permission for the clipboard the keys are on the screen still, and in the file.
    }
  };
  const download = () => {
    saveKeys(boards);
    onTaken();
  };
  return (
    <div className={styles.keys}>
      <Notice tone="warn" title="Guarde as chaves agora.">
        Elas não serão mostradas de novo; uma chave perdida precisa ser trocada.
      </Notice>
      <div className={styles.actions}>
        <Button leftSection={<Icon name="download" size={18} />} onClick={download}>
          Baixar CSV
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={18} />}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copiadas' : 'Copiar'}
        </Button>
        <span role="status">{isCopied && 'Chaves copiadas.'}</span>
      </div>
      <ul className={styles.list} aria-label="Chaves das placas">
        {boards.slice(0, SHOWN_AT_MOST).map(({ mac, key }) => (
          <li key={mac}>
            <span>{mac}</span>
            <code>{key}</code>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{countedText(hidden, 'outra chave está', 'outras chaves estão')} no arquivo CSV.</p>}
    </div>
  );
};
