import {
  listUtilityBills,
  readReconciliation,
  removeUtilityBill,
  type UtilityBillAnswer,
} from '@nascente/contract/money/utility-bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { usePictureAddress, useStoredImage } from '../../../shared/forms/fields/use-stored-image.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { IconButton } from '../../../shared/ui/marks/icon-button.tsx';
import { SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import steps from '../cycle-bill/cycle-steps.module.css';
import { Answered } from '../page-frame/answered.tsx';
import { useBillAddress } from '../page-frame/bill-address.ts';
import { reaisText } from '../page-frame/bill-words.ts';
import { ReconciliationCard } from './reconciliation-card.tsx';
import classes from './waterfall.module.css';

interface ReconciledBillProps {
  readonly bill: UtilityBillAnswer;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
  readonly onRemoved: () => void;
}

const RemoveDialog = ({
  bill,
  onClose,
  onRemoved,
}: Pick<ReconciledBillProps, 'bill' | 'onRemoved'> & { readonly onClose: () => void }) => {
  const { id } = useBillAddress();
  const queryClient = useQueryClient();
  const { start, isSending, failure } = useSending(async () => {
    await request(removeUtilityBill, { params: { id, billId: bill.id } });
    announce('Conta removida.', { tone: 'good' });
    onClose();
    onRemoved();
    await queryClient.invalidateQueries({ queryKey: [listUtilityBills.name] });
  });
  return (
    <ConfirmDialog
      title="Remover esta conta?"
      confirm="Remover"
      isDestructive
      isSending={isSending}
      failure={failure}
      onConfirm={start}
      onCancel={onClose}
    >
      <p>
        A conta de {formatDayRange(civilDate(bill.start), civilDate(bill.end))}, de {reaisText(bill.total)}, e
        a sua imagem serão removidas.
      </p>
    </ConfirmDialog>
  );
};

const Picture = ({ id }: { readonly id: string }) => {
  const stored = useStoredImage(id);
  const address = usePictureAddress(stored.data ?? null);
  return (
    <Card title="Imagem da conta">
      {stored.isError && <p>A imagem não pôde ser carregada.</p>}
      {address !== null && (
        <a href={address} target="_blank" rel="noreferrer" title="Abrir a imagem em tamanho inteiro">
          <img className={classes.picture} src={address} alt="Conta da distribuidora" />
        </a>
      )}
    </Card>
  );
};

/** A bill of the utility held against what was measured. */
export const ReconciledBill = ({ bill, mayEdit, onEdit, onRemoved }: ReconciledBillProps) => {
  const { id } = useBillAddress();
  const [isAsked, setAsked] = useState(false);
  const reconciliation = useQuery(queryFor(readReconciliation, { params: { id, billId: bill.id } }));
  const actions = mayEdit && (
    <div className={steps.steps}>
      <IconButton icon="edit" label="Alterar esta conta" onClick={onEdit} />
      <IconButton icon="close" label="Remover esta conta" onClick={() => setAsked(true)} />
    </div>
  );
  return (
    <>
      <Answered query={reconciliation} title="Medido × faturado" rest={<SkeletonRows rows={5} />}>
        {(answer) => <ReconciliationCard reconciliation={answer.reconciliation} action={actions} />}
      </Answered>
      {bill.image !== null && <Picture id={bill.image} />}
      {isAsked && <RemoveDialog bill={bill} onClose={() => setAsked(false)} onRemoved={onRemoved} />}
    </>
  );
};
