import { Button } from '@mantine/core';
import { readContract, readReadingDates } from '@nascente/contract/money/billing-terms';
import { listUtilityBills, type UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatNumber } from '@nascente/domain/base/units/format';
import { ELECTRIC_MODALITIES, isOfGroup, type Modality } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { TouPeriod } from '@nascente/domain/sites/tou-windows/tou-periods';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { useAddress } from '../../../shared/api/use-address.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';
import classes from '../contract/contract-versions.module.css';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import { reaisText, useBillAddress, useUtility } from '../page-frame/bill-address.ts';
import { Answered, BillFrame } from '../page-frame/bill-frame.tsx';
import side from '../page-frame/side.module.css';
import { ReconciledBill } from './reconciled-bill.tsx';
import { emptyUtilityDraft, utilityDraftOf } from './utility-draft.ts';
import { UtilityForm } from './utility-form.tsx';

interface UtilityBillsCardProps {
  readonly bills: readonly UtilityBillAnswer[];
  readonly shown: string | null;
  readonly onChoose: (id: string) => void;
  readonly onNew: (() => void) | null;
}

const quantityOf = ({ consumed, volume }: UtilityBillAnswer): string => {
  if (volume !== null) return `${formatNumber(volume, 2)} m³`;
  const quantities = Object.values(consumed).filter((one) => one !== undefined);
  return quantities.length === 0 ? 'sem consumo informado' : `${formatNumber(sumReais(quantities), 0)} kWh`;
};

const UtilityBillsCard = ({ bills, shown, onChoose, onNew }: UtilityBillsCardProps) => (
  <Card title="Faturas da distribuidora">
    <ul className={classes.versions} aria-label="Faturas lançadas">
      {bills.map((bill) => (
        <li key={bill.id}>
          <button
            type="button"
            className={classes.choice}
            aria-current={bill.id === shown}
            onClick={() => onChoose(bill.id)}
          >
            <b>{formatDayRange(civilDate(bill.start), civilDate(bill.end))}</b>
            <small>
              {reaisText(bill.total)} · {quantityOf(bill)}
            </small>
          </button>
        </li>
      ))}
    </ul>
    {onNew !== null && (
      <Button variant="default" className={classes.more ?? ''} onClick={onNew}>
        Lançar fatura
      </Button>
    )}
  </Card>
);

export const NEW_BILL = 'nova';

/** The bill in the address (`?conta=id`, `?conta=nova`, `&alterar=1`); by default the newest. */
const useChosenBill = () => {
  const [address, change] = useAddress();
  const choose = (bill: string | null, isEdited = false) =>
    change({ conta: bill, alterar: isEdited ? '1' : null }, { isStep: true });
  return { requested: address.get('conta'), isEdited: address.has('alterar'), choose };
};

/** Time-of-use periods on bills of each modality; a single price counts as off-peak. */
const touPeriodsOf = (modality: Modality): readonly TouPeriod[] => {
  if (modality === 'water') return [];
  return modality === 'simple' ? ['inPoint', 'outPoint'] : ELECTRIC_MODALITIES[modality].touPeriods;
};

const useFormOffer = () => {
  const { id } = useBillAddress();
  const type = useUtility();
  const contract = useQuery(queryFor(readContract, { params: { id }, query: { type } }));
  const readings = useQuery(queryFor(readReadingDates, { params: { id }, query: { type } }));
  const { modality = 'simple' } = contract.data?.contract.inForce.terms ?? {};
  const [, last] = readings.data?.readings.cycles ?? [];
  return {
    isAuthenticated: !contract.isPending && !readings.isPending,
    days: last,
    touPeriods: touPeriodsOf(modality),
    hasDemand: isOfGroup('A', modality),
  };
};

interface BillFormProps {
  readonly bill: UtilityBillAnswer | null;
  readonly onDone: (id: string | null) => void;
}

const BillForm = ({ bill, onDone }: BillFormProps) => {
  const type = useUtility();
  const { isAuthenticated, days, touPeriods, hasDemand } = useFormOffer();
  if (!isAuthenticated) return null;
  return (
    <Card title={bill === null ? 'Lançar fatura' : 'Alterar fatura'}>
      <UtilityForm
        key={bill?.id ?? NEW_BILL}
        type={type}
        bill={bill}
        draft={bill === null ? emptyUtilityDraft(days) : utilityDraftOf(bill)}
        touPeriods={touPeriods}
        hasDemand={hasDemand}
        onDone={onDone}
      />
    </Card>
  );
};

const NoBills = ({ onNew }: { readonly onNew: () => void }) => {
  const mayEdit = useMay('edit-establishment');
  return (
    <Card title="Faturas da distribuidora">
      <EmptyState icon="coin" action={mayEdit && <Button onClick={onNew}>Lançar fatura</Button>}>
        {mayEdit
          ? 'Lance a fatura da distribuidora para comparar o que foi faturado com o que foi medido.'
          : 'Nenhuma fatura da distribuidora foi lançada ainda. Depois que quem administra o estabelecimento lançar uma, ela aparece aqui ao lado do que foi medido.'}
      </EmptyState>
    </Card>
  );
};

const UtilityBills = ({ bills }: { readonly bills: readonly UtilityBillAnswer[] }) => {
  const mayEdit = useMay('edit-establishment');
  const { requested, isEdited, choose } = useChosenBill();
  const shown = bills.find(({ id }) => id === requested) ?? bills[0];
  const isNew = mayEdit && requested === NEW_BILL;
  if (bills.length === 0 && !isNew) return <NoBills onNew={() => choose(NEW_BILL)} />;
  return (
    <>
      <div className={side.main}>
        {isNew ? (
          <BillForm bill={null} onDone={choose} />
        ) : (
          shown &&
          (isEdited && mayEdit ? (
            <BillForm bill={shown} onDone={choose} />
          ) : (
            <ReconciledBill
              bill={shown}
              mayEdit={mayEdit}
              onEdit={() => choose(shown.id, true)}
              onRemoved={() => choose(null)}
            />
          ))
        )}
      </div>
      {bills.length > 0 && (
        <div className={side.column}>
          <UtilityBillsCard
            bills={bills}
            shown={isNew ? null : (shown?.id ?? null)}
            onChoose={choose}
            onNew={mayEdit && !isNew ? () => choose(NEW_BILL) : null}
          />
        </div>
      )}
    </>
  );
};

export const UtilityPage = () => {
  const { id } = useBillAddress();
  const type = useUtility();
  const bills = useQuery(queryFor(listUtilityBills, { params: { id }, query: { type } }));
  return (
    <BillFrame title="Conferência">
      <Answered query={bills} title="Medido × faturado" rest={<SkeletonRows rows={5} />}>
        {(answer) => <UtilityBills bills={answer.bills} />}
      </Answered>
    </BillFrame>
  );
};
