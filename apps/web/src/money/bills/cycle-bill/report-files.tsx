import { Checkbox } from '@mantine/core';
import {
  type ReportFormat,
  readReport,
  readReportSubscription,
  saveReportSubscription,
} from '@nascente/contract/insight/reports';
import type { BillAnswer } from '@nascente/contract/money/bills';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, request, requestFile } from '../../../shared/api/api-client.ts';
import { ApiFailure, NETWORK_MESSAGE } from '../../../shared/api/api-failure.ts';
import { ShareLink } from '../../../shared/links/share-link.tsx';
import { DownloadButtons } from '../../../shared/ui/download-buttons.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { useBillAddress } from '../page-frame/bill-address.ts';
import classes from './report-files.module.css';

const NAMES: Readonly<Record<ReportFormat, string>> = { pdf: 'PDF', xlsx: 'Excel' };

const fileName = ({ type, start, end }: BillAnswer, format: ReportFormat): string =>
  `relatorio-${type === 'water' ? 'agua' : 'energia'}-${start}-${end}.${format}`;

/** Whether each report comes by e-mail; not to be chosen while that is not known. */
const ReportByMail = ({ type }: Pick<BillAnswer, 'type'>) => {
  const { id } = useBillAddress();
  const queryClient = useQueryClient();
  const asked = queryFor(readReportSubscription, { params: { id }, query: { type } });
  const { data } = useQuery(asked);
  const save = useMutation({
    mutationFn: (isSubscribed: boolean) =>
      request(saveReportSubscription, { params: { id }, body: { type, isSubscribed } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(asked.queryKey, answer);
      announce(
        answer.isSubscribed
          ? 'O relatório chegará por e-mail na manhã depois do fim de cada ciclo.'
          : 'O relatório não virá mais por e-mail.',
        { tone: 'good' },
      );
    },
    onError: (failure) =>
      announce(failure instanceof ApiFailure ? failure.message : NETWORK_MESSAGE, { tone: 'bad' }),
  });
  return (
    <Checkbox
      label="Receber por e-mail quando cada ciclo fechar"
      checked={save.isPending ? save.variables : data?.isSubscribed === true}
      disabled={data === undefined || save.isPending}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  );
};

/** The report of the cycle as a file, to keep, to print or to send on. */
export const ReportFiles = ({ bill }: { readonly bill: BillAnswer }) => {
  const { id } = useBillAddress();
  return (
    <div className={classes.report}>
      <p>Relatório deste ciclo, com os dias, a fatura e a parte de cada medidor.</p>
      <div className={classes.formats}>
        <DownloadButtons
          formats={NAMES}
          fetchFile={(format) =>
            requestFile(readReport, {
              params: { id },
              query: { type: bill.type, start: bill.cycle.start, format },
            })
          }
          fileName={(format) => fileName(bill, format)}
          labelOf={(format) => `Baixar relatório em ${NAMES[format]}`}
          done="O relatório foi baixado."
        />
      </div>
      <ReportByMail type={bill.type} />
      <ShareLink kind="report" establishmentId={id} type={bill.type} asked={{ inicio: bill.cycle.start }} />
    </div>
  );
};
