import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { type ExportFormat, type ExportRows, exportReadings } from '@nascente/contract/energy/exports';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { useState } from 'react';
import { requestFile } from '../../shared/api/api-client.ts';
import { DownloadButtons } from '../../shared/ui/download-buttons.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { METER_AREA_MS } from '../../shared/ui/snackbar.tsx';
import classes from './history.module.css';

interface ExportCardProps {
  readonly mac: string;
  readonly zone: Zone;
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

/** The day on which it is at the meter. */
const dayOf = (boundary: string | number, zone: Zone): string =>
  typeof boundary === 'string' ? boundary : civilDateAt(instant(boundary), zone);

const fileName = ({ mac, zone, span: { dateIn, dateOut } }: ExportCardProps, format: ExportFormat): string =>
  `leituras-${mac.replaceAll(':', '')}-${dayOf(dateIn, zone)}-${dayOf(dateOut, zone)}.${format}`;

/** What is shown as a file. */
export const ExportCard = (props: ExportCardProps) => {
  const { mac, span } = props;
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
          fileName={(format) => fileName(props, format)}
          lastsMs={METER_AREA_MS}
        />
      </div>
    </Card>
  );
};
