import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { FileReadingJson, ImportPreview } from '@nascente/contract/energy/past-imports';
import { PAST_ENCODINGS, type PastQuestion } from '@nascente/domain/energy/past-imports/file-reading';
import { useState } from 'react';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { Choice, optionsOf } from '../../shared/forms/fields/choice.tsx';
import group from '../../shared/forms/fields/field-group.module.css';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { ColumnFields } from './column-fields.tsx';
import styles from './past.module.css';
import { hourNames, layoutNames, longRowNames, repeatNames, rolloverNames, timeNames } from './past-texts.ts';
import type { PastImporting } from './use-past-import.ts';

interface FieldsProps {
  readonly reading: FileReadingJson;
  readonly onChange: (change: Partial<FileReadingJson>) => void;
}

/** Selectable values of the mapping, by its keys. */
const CHOICES = {
  time: { label: 'Data escrita como', options: optionsOf(timeNames) },
  hours: { label: 'Hora escrita como', options: optionsOf(hourNames) },
  instant: {
    label: 'O instante é',
    options: optionsOf({ start: 'o início do intervalo', end: 'o fim do intervalo' }),
  },
  repeats: { label: 'Linhas do mesmo instante', options: optionsOf(repeatNames) },
  longRows: {
    label: 'Linhas de mais de uma hora',
    description: 'Distribuídas, só valem para os totais: demanda e horários não são conhecidos.',
    options: optionsOf(longRowNames),
  },
  rollovers: { label: 'Registrador que volta para perto de zero', options: optionsOf(rolloverNames) },
  encoding: {
    label: 'Codificação',
    options: PAST_ENCODINGS.map((value) => ({ value, label: value })),
  },
  separator: {
    label: 'Separador de colunas',
    options: optionsOf({
      ';': 'ponto e vírgula',
      ',': 'vírgula',
      '\t': 'tabulação',
      '|': 'barra vertical',
      '  ': 'vários espaços',
      ' ': 'espaço',
    }),
  },
  layout: { label: 'Formato da tabela', options: optionsOf(layoutNames) },
  decimal: {
    label: 'Separador decimal',
    options: optionsOf({ ',': 'vírgula (1,5)', '.': 'ponto (1.5)', either: 'vírgula e ponto (1,5 e 1.5)' }),
  },
} as const;

interface MappingChoiceProps extends FieldsProps {
  readonly of: keyof typeof CHOICES;
  /** Values that a new choice resets. */
  readonly resets?: Partial<FileReadingJson>;
}

const MappingChoice = ({ of, reading, resets, onChange }: MappingChoiceProps) => (
  <Choice<string>
    {...CHOICES[of]}
    value={reading[of]}
    onChoose={(value) => onChange({ [of]: value, ...resets })}
  />
);

/** Numbers of the mapping, by its keys. The minimum and maximum are those of the contract. */
const NUMBERS = {
  intervalMinutes: { label: 'Intervalo (minutos)', min: 1, max: 44640 },
  year: {
    label: 'Ano da primeira linha',
    description: 'As datas do arquivo não têm o ano.',
    min: 2000,
    max: 2059,
  },
  headerLine: { label: 'Linha do cabeçalho', description: '0: o arquivo não tem.', min: 0, max: 1000 },
} as const;

const MappingNumber = ({ of, reading, onChange }: FieldsProps & { readonly of: keyof typeof NUMBERS }) => (
  <TextInput
    {...NUMBERS[of]}
    type="number"
    value={reading[of] ?? ''}
    onChange={({ currentTarget: { value } }) =>
      onChange({ [of]: Number(value), ...(of === 'headerLine' && { cutNumbers: null }) })
    }
  />
);

/** The meaning of times, repeated and long rows, registers and pulses. */
const TimeFields = ({ isWater, ...fields }: FieldsProps & { readonly isWater: boolean }) => {
  const { reading, onChange } = fields;
  return (
    <>
      <div className={group.fields}>
        <MappingChoice of="time" {...fields} />
        <MappingChoice of="hours" {...fields} />
        <MappingChoice of="instant" {...fields} />
        <MappingNumber of="intervalMinutes" {...fields} />
        <TextInput
          label="Fuso horário"
          description="Como America/Sao_Paulo; datas com fuso próprio o dispensam."
          value={reading.zone}
          onChange={(event) => onChange({ zone: event.currentTarget.value })}
        />
        <MappingChoice of="repeats" {...fields} />
        <MappingChoice of="longRows" {...fields} />
        {reading.year !== null && <MappingNumber of="year" {...fields} />}
        {reading.values.some(({ isRegister }) => isRegister) && <MappingChoice of="rollovers" {...fields} />}
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
};

const FileFields = ({
  format,
  sheets,
  ...fields
}: FieldsProps & Pick<ImportPreview, 'format' | 'sheets'>) => (
  <div className={group.fields}>
    {format === 'text' && (
      <>
        <MappingChoice of="encoding" {...fields} />
        <MappingChoice of="separator" {...fields} resets={{ cutNumbers: null }} />
      </>
    )}
    {format === 'workbook' && (
      <NativeSelect
        label="Planilha"
        data={sheets}
        value={fields.reading.sheet ?? ''}
        onChange={(event) => fields.onChange({ sheet: event.currentTarget.value })}
      />
    )}
    <MappingNumber of="headerLine" {...fields} />
    <MappingChoice of="layout" {...fields} resets={{ cutNumbers: null }} />
    <MappingChoice of="decimal" {...fields} />
  </div>
);

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

/** The part of the mapping that answers each question: a change of it closes the question. */
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
