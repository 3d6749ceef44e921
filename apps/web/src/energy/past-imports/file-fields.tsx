import { NativeSelect, TextInput } from '@mantine/core';
import type { FileReadingJson, ImportPreview } from '@nascente/contract/energy/past-imports';
import { PAST_ENCODINGS, PAST_LAYOUTS } from '@nascente/domain/energy/past-imports/file-reading';
import group from '../../shared/forms/fields/field-group.module.css';
import { layoutNames } from './past-words.ts';

interface FileFieldsProps extends Pick<ImportPreview, 'format' | 'sheets'> {
  readonly reading: FileReadingJson;
  readonly onChange: (change: Partial<FileReadingJson>) => void;
}

const SEPARATORS = [
  { value: ';', label: 'ponto e vírgula' },
  { value: ',', label: 'vírgula' },
  { value: '\t', label: 'tabulação' },
  { value: '|', label: 'barra vertical' },
];
const DECIMALS = [
  { value: ',', label: 'vírgula (1,5)' },
  { value: '.', label: 'ponto (1.5)' },
];
const LAYOUTS = PAST_LAYOUTS.map((value) => ({ value, label: layoutNames[value] }));

/** How the file becomes a table. */
export const FileFields = ({ format, sheets, reading, onChange }: FileFieldsProps) => (
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
            onChange({ separator: event.currentTarget.value as FileReadingJson['separator'] })
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
      onChange={(event) => onChange({ headerLine: Number(event.currentTarget.value) })}
    />
    <NativeSelect
      label="Formato da tabela"
      data={LAYOUTS}
      value={reading.layout}
      onChange={(event) =>
        onChange({ layout: PAST_LAYOUTS.find((one) => one === event.currentTarget.value) ?? reading.layout })
      }
    />
    <NativeSelect
      label="Separador decimal"
      data={DECIMALS}
      value={reading.decimal}
      onChange={(event) => onChange({ decimal: event.currentTarget.value === ',' ? ',' : '.' })}
    />
  </div>
);
