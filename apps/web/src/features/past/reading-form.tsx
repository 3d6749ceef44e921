import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import type { FileReadingJson, ImportPreview } from '@nascente/contract/past-imports';
import { PAST_TIMES } from '@nascente/domain/past/file-reading';
import { useState } from 'react';
import group from '../../shared/forms/field-group.module.css';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { wordsOf } from '../../shared/forms/use-sending.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { ColumnFields } from './column-fields.tsx';
import { timeNames } from './past-words.ts';
import type { PastImporting } from './use-past-import.ts';

interface ReadingFormProps {
  readonly preview: ImportPreview;
  readonly importing: PastImporting;
  readonly isWater: boolean;
}

const SEPARATORS = [
  { value: ';', label: 'ponto e vírgula' },
  { value: ',', label: 'vírgula' },
  { value: '\t', label: 'tabulação' },
];
const DECIMALS = [
  { value: ',', label: 'vírgula (1,5)' },
  { value: '.', label: 'ponto (1.5)' },
];
const ENDS = [
  { value: 'start', label: 'o início do intervalo' },
  { value: 'end', label: 'o fim do intervalo' },
];
const KINDS = [
  { value: 'each', label: 'o que cada intervalo somou' },
  { value: 'counter', label: 'um contador que só cresce' },
];
const TIMES = PAST_TIMES.map((value) => ({ value, label: timeNames[value] }));

/** How the file was understood, and whatever of that a person knows better. */
export const ReadingForm = ({ preview, importing, isWater }: ReadingFormProps) => {
  const [reading, setReading] = useState<FileReadingJson>(preview.reading);
  const set = (change: Partial<FileReadingJson>) => setReading((current) => ({ ...current, ...change }));
  const { change, isSending, failure } = importing;
  return (
    <Form
      label="Como o arquivo é lido"
      onSubmit={(event) => {
        event.preventDefault();
        void change(reading);
      }}
    >
      <ColumnFields
        reading={reading}
        columns={preview.columns}
        sample={preview.sample}
        isWater={isWater}
        onChange={set}
      />
      <div className={group.fields}>
        <NativeSelect
          label="Os valores são"
          data={KINDS}
          value={reading.isCounter ? 'counter' : 'each'}
          onChange={(event) => set({ isCounter: event.currentTarget.value === 'counter' })}
        />
        <NativeSelect
          label="O instante é"
          description={reading.isCounter ? 'Um contador diz por si desde quando.' : undefined}
          data={ENDS}
          value={reading.instant}
          disabled={reading.isCounter}
          onChange={(event) => set({ instant: event.currentTarget.value === 'end' ? 'end' : 'start' })}
        />
        <TextInput
          type="number"
          label="Intervalo (minutos)"
          min={1}
          max={60}
          disabled={reading.isCounter}
          value={reading.intervalMinutes}
          onChange={(event) => set({ intervalMinutes: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label="Data escrita como"
          data={TIMES}
          value={reading.time}
          onChange={(event) =>
            set({ time: PAST_TIMES.find((one) => one === event.currentTarget.value) ?? 'dmy' })
          }
        />
        <TextInput
          label="Fuso horário"
          description="Como America/Sao_Paulo; datas com fuso próprio o dispensam."
          value={reading.zone}
          onChange={(event) => set({ zone: event.currentTarget.value })}
        />
        <NativeSelect
          label="Separador de colunas"
          data={SEPARATORS}
          value={reading.separator}
          onChange={(event) => set({ separator: event.currentTarget.value as FileReadingJson['separator'] })}
        />
        <NativeSelect
          label="Separador decimal"
          data={DECIMALS}
          value={reading.decimal}
          onChange={(event) => set({ decimal: event.currentTarget.value === ',' ? ',' : '.' })}
        />
      </div>
      <Checkbox
        label="A primeira linha traz os nomes das colunas"
        checked={reading.hasHeader}
        onChange={(event) => set({ hasHeader: event.currentTarget.checked })}
      />
      <Checkbox
        label="A linha de 0:00 ainda traz a data do dia que termina"
        checked={reading.lateMidnight}
        onChange={(event) => set({ lateMidnight: event.currentTarget.checked })}
      />
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <FormActions>
        <Button type="submit" variant="default" loading={isSending}>
          Ler de novo
        </Button>
      </FormActions>
    </Form>
  );
};
