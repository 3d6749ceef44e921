import { Button } from '@mantine/core';
import type { BoardSecrets, LabelledBoard } from '@nascente/contract/telemetry/inventory';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { csvFile, csvText, saveFile } from '../../../shared/api/save-file.ts';
import { countedText } from '../../../shared/counted-text.ts';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { QrCode } from '../../../shared/ui/marks/qr-code.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import styles from './new-secrets.module.css';

/** The target of a label's QR code: the public address, else the address of this page. */
export const claimLink = (link: string): string => new URL(link, window.location.origin).href;

const secretRows = (boards: readonly BoardSecrets[]): string[][] => {
  const hasKeys = boards.some(({ key }) => key !== undefined);
  const hasCodes = boards.some(({ code }) => code !== undefined);
  const cellsOf = ({ mac, key = '', code = '', link = '' }: BoardSecrets): string[] => [
    mac,
    ...(hasKeys ? [key] : []),
    ...(hasCodes ? [code, claimLink(link)] : []),
  ];
  const head = ['mac', ...(hasKeys ? ['key'] : []), ...(hasCodes ? ['code', 'link'] : [])];
  return [head, ...boards.map(cellsOf)];
};

/** The rows of the file as text for the clipboard. */
export const secretsText = (boards: readonly BoardSecrets[]): string =>
  secretRows(boards)
    .map((cells) => cells.join(';'))
    .join('\r\n');

/** Labels for boards, without keys. Mounting it opens the print dialog; `onPrinted` must unmount it. */
const LabelSheet = ({ boards, onPrinted }: { boards: readonly LabelledBoard[]; onPrinted: () => void }) => {
  useEffect(() => {
    window.print();
    onPrinted();
  }, [onPrinted]);
  return createPortal(
    <div className={styles.sheet} aria-hidden>
      {boards.map((board) => (
        <div key={board.mac} className={styles.label}>
          <QrCode text={claimLink(board.link)} label={`QR code da placa ${board.mac}`} />
          <p>
            <span>MAC</span>
            <b>{board.mac}</b>
            <span>Código</span>
            <b>{board.code}</b>
          </p>
        </div>
      ))}
    </div>,
    document.body,
  );
};

/** Maximum number of boards in the list; the file contains all. */
const MAX_SHOWN = 100;
/** Maximum number of printed labels, which a browser lays out quickly; label printers take the file. */
const MAX_PRINTED = 500;

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

const PrintLabels = ({ boards, onTaken }: { boards: readonly LabelledBoard[]; onTaken: () => void }) => {
  const [isPrinting, setPrinting] = useState(false);
  const first = boards.slice(0, MAX_PRINTED);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="table" size={18} />}
        onClick={() => setPrinting(true)}
      >
        {boards.length > first.length
          ? `Imprimir as primeiras ${MAX_PRINTED} etiquetas`
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

/**
 * New device keys, claim codes or both, which the server does not show again. `onTaken` is called after each copy, download or
 * print.
 */
export const NewSecrets = ({ boards, onTaken }: { boards: readonly BoardSecrets[]; onTaken: () => void }) => {
  const [isCopied, setCopied] = useState(false);
  const hidden = boards.length - MAX_SHOWN;
  const labelled = labelledOf(boards);
  const hasKeys = boards.some(({ key }) => key !== undefined);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secretsText(boards));
      setCopied(true);
      onTaken();
    } catch {
      // Without clipboard permission they stay on screen and in the file.
    }
  };
  const download = () => {
    saveFile('chaves-das-placas.csv', csvFile(csvText(secretRows(boards))));
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
        {boards.slice(0, MAX_SHOWN).map((board) => (
          <Secrets key={board.mac} board={board} />
        ))}
      </ul>
      {hidden > 0 && <p>{countedText(hidden, 'outra placa está', 'outras placas estão')} no arquivo CSV.</p>}
    </div>
  );
};
