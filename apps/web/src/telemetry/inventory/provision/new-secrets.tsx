import { Button } from '@mantine/core';
import type { BoardSecrets, LabelledBoard } from '@nascente/contract/telemetry/inventory';
import { useState } from 'react';
import { countedText } from '../../../shared/counted-text.ts';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { QrCode } from '../../../shared/ui/marks/qr-code.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { claimLink, saveSecrets, secretsText } from './board-secrets-file.ts';
import { LabelSheet } from './label-sheet.tsx';
import styles from './new-secrets.module.css';

/** Shown one by one; all are in the file. */
const SHOWN_AT_MOST = 100;
/** A browser lays out so many QR codes in a moment; a printer of labels takes the file. */
const PRINTED_AT_MOST = 500;

const labelledOf = (boards: readonly BoardSecrets[]): LabelledBoard[] =>
  boards.flatMap(({ mac, code, link }) =>
    code === undefined || link === undefined ? [] : [{ mac, code, link }],
  );

const Secrets = ({ board: { mac, key, code, link } }: { readonly board: BoardSecrets }) => (
  <li>
    {link !== undefined && <QrCode text={claimLink(link)} label={`QR code para cadastrar a placa ${mac}`} />}
    <dl>
      <dt>MAC</dt>
      <dd>{mac}</dd>
      {code !== undefined && (
        <>
          <dt>Código da etiqueta</dt>
          <dd>
            <code>{code}</code>
          </dd>
        </>
      )}
      {key !== undefined && (
        <>
          <dt>Chave da placa</dt>
          <dd>
            <code>{key}</code>
          </dd>
        </>
      )}
    </dl>
  </li>
);

interface PrintLabelsProps {
  readonly boards: readonly LabelledBoard[];
  readonly onTaken: () => void;
}

const PrintLabels = ({ boards, onTaken }: PrintLabelsProps) => {
  const [isPrinting, setPrinting] = useState(false);
  const first = boards.slice(0, PRINTED_AT_MOST);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="table" size={18} />}
        onClick={() => setPrinting(true)}
      >
        {boards.length > first.length
          ? `Imprimir as primeiras ${PRINTED_AT_MOST} etiquetas`
          : `Imprimir ${boards.length === 1 ? 'etiqueta' : 'etiquetas'}`}
      </Button>
      {isPrinting && (
        <LabelSheet
          boards={first}
          onPrinted={() => {
            setPrinting(false);
            onTaken();
          }}
        />
      )}
    </>
  );
};

interface NewSecretsProps {
  readonly boards: readonly BoardSecrets[];
  readonly onTaken: () => void;
}

/** Device keys and claim codes in the only moment in which they can be read. */
export const NewSecrets = ({ boards, onTaken }: NewSecretsProps) => {
  const [isCopied, setCopied] = useState(false);
  const hidden = boards.length - SHOWN_AT_MOST;
  const labelled = labelledOf(boards);
  const hasKeys = boards.some(({ key }) => key !== undefined);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secretsText(boards));
      setCopied(true);
      onTaken();
    } catch {
      // Without permission for the clipboard they are on the screen still, and in the file.
    }
  };
  const download = () => {
    saveSecrets(boards);
    onTaken();
  };
  return (
    <div className={styles.secrets}>
      <Notice
        tone="warn"
        title={hasKeys && labelled.length === 0 ? 'Guarde as chaves agora.' : 'Guarde os códigos agora.'}
      >
        {hasKeys &&
          'A chave é da placa: com ela a placa se conecta. Ela não será mostrada de novo; uma chave perdida precisa ser trocada. '}
        {labelled.length > 0 &&
          'O código vai na etiqueta: quem instala a placa o digita, ou aponta a câmera para o QR code. Ele não será mostrado de novo.'}
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
          {isCopied ? 'Copiado' : 'Copiar'}
        </Button>
        {labelled.length > 0 && <PrintLabels boards={labelled} onTaken={onTaken} />}
        <span role="status">{isCopied && 'Copiado.'}</span>
      </div>
      <ul className={styles.list} aria-label="Chaves das placas">
        {boards.slice(0, SHOWN_AT_MOST).map((board) => (
          <Secrets key={board.mac} board={board} />
        ))}
      </ul>
      {hidden > 0 && <p>{countedText(hidden, 'outra placa está', 'outras placas estão')} no arquivo CSV.</p>}
    </div>
  );
};
