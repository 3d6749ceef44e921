import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { FileReadingJson, ImportPreview } from '@nascente/contract/energy/past-imports';
import {
  PAST_DECIMALS,
  PAST_ENCODINGS,
  PAST_HOURS,
  PAST_LAYOUTS,
  PAST_LONG_ROWS,
  PAST_REPEATS,
  PAST_ROLLOVERS,
  PAST_TIMES,
  type PastQuestion,
} from '@nascente/domain/energy/past-imports/file-reading';
import { useState } from 'react';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import group from '../../shared/forms/fields/field-group.module.css';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { ColumnFields } from './column-fields.tsx';
import styles from './past.module.css';
import { hourNames, layoutNames, longRowNames, repeatNames, rolloverNames, timeNames } from './past-words.ts';
import type { PastImporting } from './use-past-import.ts';

interface TimeFieldsProps {
  readonly reading: FileReadingJson;
  readonly isWater: boolean;
  readonly onChange: (change: Partial<FileReadingJson>) => void;
}

const ENDS = [
  { value: 'start', label: 'o início do intervalo' },
  { value: 'end', label: 'o fim do intervalo' },
];
const TIMES = PAST_TIMES.map((value) => ({ value, label: timeNames[value] }));
const HOURS = PAST_HOURS.map((value) => ({ value, label: hourNames[value] }));
const LONG_ROWS = PAST_LONG_ROWS.map((value) => ({ value, label: longRowNames[value] }));
const ROLLOVERS = PAST_ROLLOVERS.map((value) => ({ value, label: rolloverNames[value] }));
const REPEATS = PAST_REPEATS.map((value) => ({ value, label: repeatNames[value] }));

/** What instants mean, and the constant of pulses. */
const TimeFields = ({ reading, isWater, onChange }: TimeFieldsProps) => (
  <>
    <div className={group.fields}>
      <NativeSelect
        label="Data escrita como"
        data={TIMES}
        value={reading.time}
        onChange={(event) =>
          onChange({ time: PAST_TIMES.find((one) => one === event.currentTarget.value) ?? 'dmy' })
        }
      />
      <NativeSelect
        label="Hora escrita como"
        data={HOURS}
        value={reading.hours}
        onChange={(event) =>
          onChange({ hours: PAST_HOURS.find((one) => one === event.currentTarget.value) ?? 'clock' })
        }
      />
      <NativeSelect
        label="O instante é"
        data={ENDS}
        value={reading.instant}
        onChange={(event) => onChange({ instant: event.currentTarget.value === 'end' ? 'end' : 'start' })}
      />
      <TextInput
        type="number"
        label="Intervalo (minutos)"
        min={1}
        max={44640}
        value={reading.intervalMinutes}
        onChange={(event) => onChange({ intervalMinutes: Number(event.currentTarget.value) })}
      />
      <TextInput
        label="Fuso horário"
        description="Como America/Sao_Paulo; datas com fuso próprio o dispensam."
        value={reading.zone}
        onChange={(event) => onChange({ zone: event.currentTarget.value })}
      />
      <NativeSelect
        label="Linhas do mesmo instante"
        data={REPEATS}
        value={reading.repeats}
        onChange={(event) =>
          onChange({ repeats: PAST_REPEATS.find((one) => one === event.currentTarget.value) ?? 'ask' })
        }
      />
      <NativeSelect
        label="Linhas de mais de uma hora"
        description="Distribuídas, só valem para os totais: demanda e horários não são conhecidos."
        data={LONG_ROWS}
        value={reading.longRows}
        onChange={(event) =>
          onChange({
            longRows: PAST_LONG_ROWS.find((one) => one === event.currentTarget.value) ?? 'refused',
          })
        }
      />
      {reading.year !== null && (
        <TextInput
          type="number"
          label="Ano da primeira linha"
          description="As datas do arquivo não têm o ano."
          min={2000}
          max={2059}
          value={reading.year}
          onChange={(event) => onChange({ year: Number(event.currentTarget.value) })}
        />
      )}
      {reading.values.some(({ isRegister }) => isRegister) && (
        <NativeSelect
          label="Registrador que volta para perto de zero"
          data={ROLLOVERS}
          value={reading.rollovers}
          onChange={(event) =>
            onChange({
              rollovers: PAST_ROLLOVERS.find((one) => one === event.currentTarget.value) ?? 'ask',
            })
          }
        />
      )}
      {reading.values.some(({ unit }) => unit === 'pulse') && (
        <TextInput
          type="number"
          label={isWater ? 'Litros por pulso' : 'Wh por pulso'}
          description="Está na placa do medidor."
          min={0}
          step="any"
          value={reading.pulse ?? ''}
          onChange={(event) => {
            const pulse = Number(event.currentTarget.value);
            const open = reading.open.filter((about) => about !== 'pulse');
            onChange({ pulse: pulse > 0 ? pulse : null, open: pulse > 0 ? open : [...open, 'pulse'] });
          }}
        />
      )}
    </div>
    <Checkbox
      label="A linha de 0:00 ainda traz a data do dia que termina"
      checked={reading.lateMidnight}
      onChange={(event) => onChange({ lateMidnight: event.currentTarget.checked })}
    />
  </>
);

interface FileFieldsProps extends Pick<ImportPreview, 'format' | 'sheets'> {
  readonly reading: FileReadingJson;
  readonly onChange: (change: Partial<FileReadingJson>) => void;
}

const SEPARATORS = [
  { value: ';', label: 'ponto e vírgula' },
  { value: ',', label: 'vírgula' },
  { value: '\t', label: 'tabulação' },
  { value: '|', label: 'barra vertical' },
  { value: '  ', label: 'vários espaços' },
  { value: ' ', label: 'espaço' },
];
const DECIMALS = [
  { value: ',', label: 'vírgula (1,5)' },
  { value: '.', label: 'ponto (1.5)' },
  { value: 'either', label: 'vírgula e ponto (1,5 e 1.5)' },
];
const LAYOUTS = PAST_LAYOUTS.map((value) => ({ value, label: layoutNames[value] }));

/** How the file becomes a table. */
const FileFields = ({ format, sheets, reading, onChange }: FileFieldsProps) => (
  <div className={group.fields}>
    {format === 'text' && (
      <>
        <NativeSelect
          label="Codificação"
          data={PAST_ENCODINGS}
          value={reading.encoding}
          onChange={(event) =>
            onChange({
              encoding: PAST_ENCODINGS.find((one) => one === event.currentTarget.value) ?? reading.encoding,
            })
          }
        />
        <NativeSelect
          label="Separador de colunas"
          data={SEPARATORS}
          value={reading.separator}
          onChange={(event) =>
            onChange({
              separator: event.currentTarget.value as FileReadingJson['separator'],
              cutNumbers: null,
            })
          }
        />
      </>
    )}
    {format === 'workbook' && (
      <NativeSelect
        label="Planilha"
        data={sheets}
        value={reading.sheet ?? ''}
        onChange={(event) => onChange({ sheet: event.currentTarget.value })}
      />
    )}
    <TextInput
      type="number"
      label="Linha do cabeçalho"
      description="0: o arquivo não tem."
      min={0}
      max={1000}
      value={reading.headerLine}
      onChange={(event) => onChange({ headerLine: Number(event.currentTarget.value), cutNumbers: null })}
    />
    <NativeSelect
      label="Formato da tabela"
      data={LAYOUTS}
      value={reading.layout}
      onChange={(event) =>
        onChange({
          layout: PAST_LAYOUTS.find((one) => one === event.currentTarget.value) ?? reading.layout,
          cutNumbers: null,
        })
      }
    />
    <NativeSelect
      label="Separador decimal"
      data={DECIMALS}
      value={reading.decimal}
      onChange={(event) =>
        onChange({ decimal: PAST_DECIMALS.find((one) => one === event.currentTarget.value) ?? ',' })
      }
    />
  </div>
);

/** The first rows of the table, under the names of its columns. */
const Sample = ({ columns, sample }: Pick<ImportPreview, 'columns' | 'sample'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <section className={styles.table} aria-label="Primeiras linhas do arquivo" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map((name, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
            <th key={column} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sample.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a text have no other name.
          <tr key={row}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** The part of a mapping that answers each question. */
const ANSWERS: Readonly<Record<PastQuestion, (reading: FileReadingJson) => unknown>> = {
  meter: ({ only }) => only,
  decimal: ({ decimal }) => decimal,
  date: ({ time }) => time,
  day: ({ timeColumn, clockColumn }) => [timeColumn, clockColumn],
  year: ({ year }) => year,
  unit: ({ values, unitColumn }) => [values.map(({ unit }) => unit), unitColumn],
  register: ({ values }) => values.map(({ isRegister, restartsDaily }) => [isRegister, restartsDaily]),
  instant: ({ instant, endColumn }) => [instant, endColumn],
  columns: ({ values }) => values.map(({ column, quantity }) => [column, quantity]),
  sides: ({ values, kinds }) => [values.map(({ column, quantity }) => [column, quantity]), kinds],
  quadrants: ({ values }) => values.map(({ column, quantity }) => [column, quantity]),
  meaning: ({ values }) => values.map(({ column, quantity }) => [column, quantity]),
  factor: ({ values }) => values.map(({ column, factor }) => [column, factor]),
  kinds: ({ kinds, only }) => [kinds, only],
  produced: ({ values }) => values.map(({ column, quantity }) => [column, quantity]),
  power: ({ values }) => values.map(({ column }) => column),
  pulse: ({ pulse }) => pulse,
  repeats: ({ repeats }) => repeats,
  rollover: ({ rollovers }) => rollovers,
  periods: ({ statedPeriods, instant, zone }) => [statedPeriods, instant, zone],
};

/** A changed mapping without the questions that the change answers. */
const withoutAnswered = (before: FileReadingJson, after: FileReadingJson): FileReadingJson => ({
  ...after,
  open: after.open.filter(
    (about) => JSON.stringify(ANSWERS[about](before)) === JSON.stringify(ANSWERS[about](after)),
  ),
});

interface ReadingFormProps {
  readonly preview: ImportPreview;
  readonly importing: PastImporting;
  readonly isWater: boolean;
}

/** The mapping of the file, as it was detected and as a person changes it. */
export const ReadingForm = ({ preview, importing, isWater }: ReadingFormProps) => {
  const [reading, setReading] = useState<FileReadingJson>(preview.reading);
  const replace = (next: FileReadingJson) => setReading((current) => withoutAnswered(current, next));
  const set = (change: Partial<FileReadingJson>) => replace({ ...reading, ...change });
  const { change, isSending, failure } = importing;
  const { columns, sample } = preview;
  const isUnknown = preview.reading.timeColumn === null || preview.reading.values.length === 0;
  return (
    <Form label="Como o arquivo é lido" onSubmit={() => change(reading)}>
      <Card title="1. Arquivo">
        <div className={styles.stack}>
          <FileFields {...preview} reading={reading} onChange={set} />
          <Sample columns={columns} sample={sample} />
        </div>
      </Card>
      <Card title="2. Colunas">
        <div className={styles.stack}>
          {isUnknown && (
            <Notice tone="warn">
              Não reconhecemos uma coluna de data e hora e outra de valores. Diga o que é cada coluna e leia
              de novo.
            </Notice>
          )}
          <ColumnFields
            reading={reading}
            columns={columns}
            sample={sample}
            isWater={isWater}
            onChange={replace}
          />
          <TimeFields reading={reading} isWater={isWater} onChange={set} />
          <FailureNotice failure={failure} />
          <div className={styles.actions}>
            <FormActions submit="Ler de novo" variant="default" loading={isSending} />
          </div>
        </div>
      </Card>
    </Form>
  );
};
