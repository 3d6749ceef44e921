import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { type ExportFormat, type ExportRows, exportReadings } from '@nascente/contract/exports';
import { useState } from 'react';
import { requestFile } from '../../shared/api-client.ts';
import { Card } from '../../shared/ui/card.tsx';
import { DownloadButtons } from '../../shared/ui/download-buttons.tsx';
import { METER_AREA_MS } from '../../shared/ui/snackbar.tsx';
import classes from './history.module.css';

interface ExportCardProps {
  readonly mac: string;
  readonly span: { readonly dateIn: string | number; readonly dateOut: string | number };
}

type Rows = ExportRows | 'each';

const ROWS: readonly { readonly value: Rows; readonly label: string }[] = [
  { value: 'each', label: 'Cada leitura' },
  { value: '15m', label: 'A cada 15 minutos' },
  { value: '1h', label: 'Por hora, com o custo' },
  { value: '1d', label: 'Por dia, com o custo' },
];

const NAMES: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', xlsx: 'Excel' };

const dayOf = (boundary: string | number): string =>
  typeof boundary === 'string' ? boundary : new Date(boundary).toISOString().slice(0, 10);

const fileName = (mac: string, { dateIn, dateOut }: ExportCardProps['span'], format: ExportFormat): string =>
  `leituras-${mac.replaceAll(':', '')}-${dayOf(dateIn)}-${dayOf(dateOut)}.${format}`;

/** What is shown as a file. */
export const ExportCard = ({ mac, span }: ExportCardProps) => {
  const [rows, setRows] = useState<Rows>('each');
  const fetchFile = (format: ExportFormat) => {
    const period = { start: String(span.dateIn), end: String(span.dateOut) };
    const every = rows === 'each' ? {} : { every: rows };
    return requestFile(exportReadings, { params: { mac }, query: { ...period, format, ...every } });
  };
  return (
    <Card tour="history-export" title="Exportar" qualifier="o período pesquisado">
      <div className={classes.export}>
        <NativeSelect
          label="Linhas"
          data={[...ROWS]}
          value={rows}
          onChange={(event) =>
            setRows(ROWS.find(({ value }) => value === event.target.value)?.value ?? 'each')
          }
        />
        <DownloadButtons
          formats={NAMES}
          fetchFile={fetchFile}
          fileName={(format) => fileName(mac, span, format)}
          lastsMs={METER_AREA_MS}
        />
      </div>
    </Card>
  );
};
