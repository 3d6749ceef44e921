import { Button } from '@mantine/core';
import { findProvisioned } from '@nascente/contract/telemetry/inventory';
import { parseBoardSheet, type SheetBoard, type SheetFault } from '@nascente/domain/sites/boards/board-sheet';
import { useRef, useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { countedText } from '../../../shared/counted-text.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { FormActions } from '../../../shared/forms/form.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { traitsText } from '../board-words.ts';
import styles from '../provision.module.css';
import type { useProvisioning } from './use-provisioning.ts';

/** What a file comes to, before anything is stored. */
interface Preview {
  readonly name: string;
  readonly boards: readonly SheetBoard[];
  readonly faults: readonly SheetFault[];
}

/** Ten thousand lines are half a megabyte; what is larger is no spreadsheet of boards. */
const MAX_BYTES = 4_000_000;

const knownOf = async (boards: readonly SheetBoard[]): Promise<ReadonlySet<string>> => {
  if (boards.length === 0) return new Set();
  const { known: knownMacs } = await request(findProvisioned, {
    body: { macs: boards.map(({ mac }) => mac) },
  });
  return new Set(knownMacs);
};

/** By the same rules as the server's; the inventory is asked which boards it has already. */
const previewOf = async (file: File): Promise<Preview> => {
  if (file.size > MAX_BYTES)
    return { name: file.name, boards: [], faults: [{ line: 1, msg: 'O arquivo é grande demais.' }] };
  const { boards, faults } = parseBoardSheet(await file.text());
  const knownMacs = await knownOf(boards);
  const repeated = boards
    .filter(({ mac }) => knownMacs.has(mac))
    .map(({ line, mac }) => ({ line, msg: `${mac} já está no inventário` }));
  return {
    name: file.name,
    boards: boards.filter(({ mac }) => !knownMacs.has(mac)),
    faults: [...faults, ...repeated].toSorted((a, b) => a.line - b.line),
  };
};

const useSheet = () => {
  const [preview, setPreview] = useState<Preview | null>(null);
  const { start, isSending, failure } = useSending(async (file: File) => setPreview(await previewOf(file)));
  return { preview, read: start, isReading: isSending, failure, clear: () => setPreview(null) };
};

const FAULTS_SHOWN = 100;
const BOARDS_SHOWN = 10;

const Faults = ({ faults }: { faults: readonly SheetFault[] }) => (
  <>
    <ul className={styles.faults} aria-label="Problemas da planilha">
      {faults.slice(0, FAULTS_SHOWN).map(({ line, msg }) => (
        <li key={`${line} ${msg}`}>
          <b>Linha {line}</b> <span>{msg}</span>
        </li>
      ))}
    </ul>
    {faults.length > FAULTS_SHOWN && (
      <p>e mais {countedText(faults.length - FAULTS_SHOWN, 'problema', 'problemas')}.</p>
    )}
  </>
);

const Boards = ({ boards }: { boards: readonly SheetBoard[] }) => (
  <>
    <ul className={styles.boards} aria-label="Placas da planilha">
      {boards.slice(0, BOARDS_SHOWN).map((board) => (
        <li key={board.mac}>
          <span>{board.mac}</span> <small>{traitsText(board)}</small>
        </li>
      ))}
    </ul>
    {boards.length > BOARDS_SHOWN && (
      <p>e mais {countedText(boards.length - BOARDS_SHOWN, 'placa', 'placas')}.</p>
    )}
  </>
);

const linesOf = (faults: readonly SheetFault[]): number => new Set(faults.map(({ line }) => line)).size;

/** What would be stored, or why nothing can be. */
const SheetPreview = ({ preview: { name, boards, faults } }: { preview: Preview }) => (
  <div className={styles.preview}>
    {faults.length > 0 ? (
      <>
        <Notice
          tone="bad"
          live
          title={`${countedText(linesOf(faults), 'linha precisa', 'linhas precisam')} de correção.`}
        >
          Nada foi cadastrado: corrija {name} e escolha o arquivo de novo.
        </Notice>
        <Faults faults={faults} />
      </>
    ) : (
      <>
        <Notice
          tone="good"
          live
          title={`${countedText(boards.length, 'placa pronta', 'placas prontas')} para cadastrar.`}
        >
          Nenhum problema em {name}.
        </Notice>
        <Boards boards={boards} />
      </>
    )}
  </div>
);

const EXAMPLE =
  'mac;type;model;equipment\nA4:CF:12:00:0B:01;eletric;tri;emd3p\nA4:CF:12:00:0B:02;water;mono;emd';

const newBoardOf = ({ mac, type, model, equipment }: SheetBoard) => ({ mac, type, model, equipment });

export const SheetForm = ({ provisioning }: { provisioning: ReturnType<typeof useProvisioning> }) => {
  const file = useRef<HTMLInputElement>(null);
  const { preview, read, isReading, failure } = useSheet();
  const { start, isSending } = provisioning;
  const problem = failure ?? provisioning.failure;
  const ready = preview !== null && preview.faults.length === 0 ? preview.boards : [];
  return (
    <div className={styles.sheet}>
      <p>
        Uma planilha salva como CSV, com uma placa por linha e até 10.000 linhas. Antes de cadastrar, você vê
        o que será feito.
      </p>
      <pre className={styles.example}>{EXAMPLE}</pre>
      <input
        ref={file}
        type="file"
        hidden
        accept=".csv,text/csv,text/plain"
        aria-label="Arquivo CSV"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The same file may be chosen again once it was corrected.
          currentTarget.value = '';
          provisioning.forget();
          if (chosen) void read(chosen);
        }}
      />
      <FailureNotice failure={problem} />
      {preview !== null && <SheetPreview preview={preview} />}
      <FormActions>
        <Button
          variant={ready.length > 0 ? 'default' : 'filled'}
          leftSection={<Icon name="table" size={18} />}
          loading={isReading}
          disabled={isSending}
          onClick={() => file.current?.click()}
        >
          {preview === null ? 'Escolher arquivo' : 'Escolher outro arquivo'}
        </Button>
        {ready.length > 0 && (
          <Button loading={isSending} onClick={() => void start(ready.map(newBoardOf))}>
            Cadastrar {countedText(ready.length, 'placa', 'placas')}
          </Button>
        )}
      </FormActions>
    </div>
  );
};
