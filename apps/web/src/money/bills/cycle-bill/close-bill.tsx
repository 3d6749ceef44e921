import { Button } from '@mantine/core';
import { type BillAnswer, closeBill, listKeptBills } from '@nascente/contract/money/bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { KeptFigures } from '../kept-bill/kept-figures.tsx';
import { useBillAddress } from '../page-frame/bill-address.ts';
import { reaisText } from '../page-frame/bill-words.ts';
import classes from './close-bill.module.css';

const ConfirmClosing = ({ bill, onClose }: { readonly bill: BillAnswer; readonly onClose: () => void }) => {
  const { id } = useBillAddress();
  const queryClient = useQueryClient();
  const close = async () => {
    const { type, start, end } = bill;
    await request(closeBill, { params: { id }, body: { type, start, end } });
    announce('Fatura fechada e guardada.', { tone: 'good' });
    await queryClient.invalidateQueries({ queryKey: [listKeptBills.name] });
    onClose();
  };
  const days = formatDayRange(civilDate(bill.start), civilDate(bill.end));
  return (
    <ConfirmDialog
      title={`Fechar a fatura de ${days}?`}
      confirm="Fechar fatura"
      onConfirm={close}
      onCancel={onClose}
    >
      <p>
        A fatura de {reaisText(bill.total)} fica guardada como está, com os preços e o contrato que a fizeram.
        Se preços ou medições mudarem depois, o valor recalculado aparece ao lado dela.
      </p>
    </ConfirmDialog>
  );
};

/** Keeps a bill whose days are over; of one that is kept, what it would come to today. */
export const CloseBill = ({ bill }: { readonly bill: BillAnswer }) => {
  const mayEditEstablishment = useMay('edit-establishment');
  const { id } = useBillAddress();
  const [isAsked, setAsked] = useState(false);
  const { type } = bill;
  const { data } = useQuery(queryFor(listKeptBills, { params: { id }, query: { type } }));
  const kept = data?.bills.find(({ start, end }) => start === bill.start && end === bill.end);
  if (kept !== undefined) return <KeptFigures kept={kept} />;
  const mayClose = data !== undefined && !bill.isOpen && mayEditEstablishment;
  if (!mayClose) return null;
  return (
    <div className={classes.close}>
      <p>Conferiu? Fechada, a fatura fica guardada como está.</p>
      <Button variant="default" onClick={() => setAsked(true)}>
        Fechar fatura
      </Button>
      {isAsked && <ConfirmClosing bill={bill} onClose={() => setAsked(false)} />}
    </div>
  );
};
