import { Button } from '@mantine/core';
import type { SheetBoard } from '@nascente/domain/sites/boards/board-sheet';
import { useRef } from 'react';
import { countedText } from '../../../shared/counted-text.ts';
import { FormActions } from '../../../shared/forms/form.tsx';
import { wordsOf } from '../../../shared/forms/use-sending.ts';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import styles from '../provision.module.css';
import { SheetPreview } from './sheet-preview.tsx';
import type { useProvisioning } from './use-provisioning.ts';
import { useSheet } from './use-sheet.ts';

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
      {problem && (
        <Notice tone="bad" live>
          {wordsOf(problem)}
        </Notice>
      )}
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
