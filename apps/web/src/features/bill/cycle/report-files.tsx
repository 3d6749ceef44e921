import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import type { BillAnswer } from '@nascente/contract/bills';
import { REPORT_FORMATS, type ReportFormat, readReport } from '@nascente/contract/reports';
import { useMutation } from '@tanstack/react-query';
import { requestFile } from '../../../shared/api-client.ts';
import { ApiFailure, NETWORK_MESSAGE } from '../../../shared/api-failure.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { useBillAddress } from '../frame/bill-address.ts';
import classes from './report-files.module.css';

const NAMES: Readonly<Record<ReportFormat, string>> = { pdf: 'PDF', xlsx: 'Excel' };

const fileName = ({ type, start, end }: BillAnswer, format: ReportFormat): string =>
  `relatorio-${type === 'water' ? 'agua' : 'energia'}-${start}-${end}.${format}`;

/** The report of the cycle as a file, to keep, to print or to send on. */
export const ReportFiles = ({ bill }: { readonly bill: BillAnswer }) => {
  const { id } = useBillAddress();
  const download = useMutation({
    mutationFn: (format: ReportFormat) =>
      requestFile(readReport, {
        params: { id },
        query: { type: bill.type, start: bill.cycle.start, format },
      }),
    onSuccess: (content, format) => {
      saveFile(fileName(bill, format), content);
      announce('O relatório foi baixado.', { tone: 'good' });
    },
    onError: (failure) =>
      announce(failure instanceof ApiFailure ? failure.message : NETWORK_MESSAGE, { tone: 'bad' }),
  });
  return (
    <div className={classes.report}>
      <p>Relatório deste ciclo, com os dias, a conta e a parte de cada medidor.</p>
      <div className={classes.formats}>
        {REPORT_FORMATS.map((format) => (
          <Button
            key={format}
            variant="default"
            aria-label={`Baixar relatório em ${NAMES[format]}`}
            leftSection={<Icon name="download" size={18} />}
            loading={download.isPending && download.variables === format}
            disabled={download.isPending}
            onClick={() => download.mutate(format)}
          >
            {NAMES[format]}
          </Button>
        ))}
      </div>
    </div>
  );
};
