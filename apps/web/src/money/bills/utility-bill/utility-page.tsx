import { Button } from '@mantine/core';
import { readContract, readReadingDates } from '@nascente/contract/money/billing-terms';
import { listUtilityBills, type UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatNumber } from '@nascente/domain/base/units/format';
import { ELECTRIC_MODALITIES, isOfGroup, type Modality } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { TouPeriod } from '@nascente/domain/sites/tou-windows/tou-periods';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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
import { ElectronicBillCard, type Reviewed } from './electronic-bill-card.tsx';
import picture from './picture.module.css';
import { ReconciledBill } from './reconciled-bill.tsx';
import { emptyUtilityDraft, type UtilityDraft, utilityDraftOf } from './utility-draft.ts';
import { UtilityForm } from './utility-form.tsx';

interface UtilityBillsCardProps {
  readonly bills: readonly UtilityBillAnswer[];
  readonly shown: string | null;
  readonly onChoose: (id: string) => void;
  readonly newBill: ReactNode;
}

const quantityOf = ({ consumed, volume }: UtilityBillAnswer): string => {
  if (volume !== null) return `${formatNumber(volume, 2)} m³`;
  const quantities = Object.values(consumed).filter((one) => one !== undefined);
  return quantities.length === 0 ? 'sem consumo informado' : `${formatNumber(sumReais(quantities), 0)} kWh`;
};

const UtilityBillsCard = ({ bills, shown, onChoose, newBill }: UtilityBillsCardProps) => (
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
    {newBill !== null && <div className={classes.more}>{newBill}</div>}
  </Card>
);

export const NEW_BILL = 'nova';
/** A new bill from its XML. */
const FROM_XML = 'xml';

/** The bill in the address (`?conta=id`, `?conta=nova`, `?conta=xml`, `&alterar=1`); by default the newest. */
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
  /** What to start with; by default the values of the bill. */
  readonly draft?: UtilityDraft;
  readonly onDone: (id: string | null) => void;
}

const BillForm = ({ bill, draft, onDone }: BillFormProps) => {
  const type = useUtility();
  const { isAuthenticated, days, touPeriods, hasDemand } = useFormOffer();
  if (!isAuthenticated) return null;
  return (
    <Card title={bill === null ? 'Lançar fatura' : 'Alterar fatura'}>
      <UtilityForm
        key={bill?.id ?? NEW_BILL}
        type={type}
        bill={bill}
        draft={draft ?? (bill === null ? emptyUtilityDraft(days) : utilityDraftOf(bill))}
        touPeriods={touPeriods}
        hasDemand={hasDemand}
        onDone={onDone}
      />
    </Card>
  );
};

/** The ways to a new bill: by its XML, for electricity, or by the form. */
const NewBillButtons = ({ onChoose }: { readonly onChoose: (bill: string) => void }) => {
  const isWater = useUtility() === 'water';
  return (
    <div className={picture.ways}>
      {!isWater && <Button onClick={() => onChoose(FROM_XML)}>Enviar XML da fatura</Button>}
      <Button variant={isWater ? 'filled' : 'default'} onClick={() => onChoose(NEW_BILL)}>
        Lançar fatura
      </Button>
    </div>
  );
};

const NoBills = ({ onChoose }: { readonly onChoose: (bill: string) => void }) => {
  const mayEdit = useMay('edit-establishment');
  return (
    <Card title="Faturas da distribuidora">
      <EmptyState icon="coin" action={mayEdit && <NewBillButtons onChoose={onChoose} />}>
        {mayEdit
          ? 'Lance a fatura da distribuidora para comparar o que foi faturado com o que foi medido.'
          : 'Nenhuma fatura da distribuidora foi lançada ainda. Depois que quem administra o estabelecimento lançar uma, ela aparece aqui ao lado do que foi medido.'}
      </EmptyState>
    </Card>
  );
};

interface BillFromXmlProps {
  readonly bills: readonly UtilityBillAnswer[];
  readonly onDone: (id: string | null) => void;
}

/** Reads the XML of a bill; its form opens if the user wants to review it. */
const BillFromXml = ({ bills, onDone }: BillFromXmlProps) => {
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  if (reviewed === null) return <ElectronicBillCard bills={bills} onReview={setReviewed} onDone={onDone} />;
  const replaced = bills.find(({ id }) => id === reviewed.replaced) ?? null;
  return <BillForm bill={replaced} draft={reviewed.draft} onDone={onDone} />;
};

interface MainCardsProps {
  readonly shown: UtilityBillAnswer | undefined;
  readonly isEdited: boolean;
  readonly onChoose: (bill: string | null, isEdited?: boolean) => void;
}

/** The chosen bill, or its form. */
const MainCards = ({ shown, isEdited, onChoose }: MainCardsProps) => {
  const mayEdit = useMay('edit-establishment');
  if (shown === undefined) return <BillForm bill={null} onDone={onChoose} />;
  if (isEdited && mayEdit) return <BillForm bill={shown} onDone={onChoose} />;
  return (
    <ReconciledBill
      bill={shown}
      mayEdit={mayEdit}
      onEdit={() => onChoose(shown.id, true)}
      onRemoved={() => onChoose(null)}
    />
  );
};

const UtilityBills = ({ bills }: { readonly bills: readonly UtilityBillAnswer[] }) => {
  const mayEdit = useMay('edit-establishment');
  const type = useUtility();
  const { requested, isEdited, choose } = useChosenBill();
  const isFromXml = mayEdit && requested === FROM_XML && type === 'eletric';
  const isNew = isFromXml || (mayEdit && requested === NEW_BILL);
  const shown = isNew ? undefined : (bills.find(({ id }) => id === requested) ?? bills[0]);
  if (bills.length === 0 && !isNew) return <NoBills onChoose={choose} />;
  return (
    <>
      <div className={side.main}>
        {isFromXml ? (
          <BillFromXml bills={bills} onDone={choose} />
        ) : (
          <MainCards shown={shown} isEdited={isEdited} onChoose={choose} />
        )}
      </div>
      {bills.length > 0 && (
        <div className={side.column}>
          <UtilityBillsCard
            bills={bills}
            shown={shown?.id ?? null}
            onChoose={choose}
            newBill={mayEdit && !isNew ? <NewBillButtons onChoose={choose} /> : null}
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
