import { type BillAnswer, listKeptBills, readBill } from '@nascente/contract/money/bills';
import { civilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryFor } from '../../../shared/api/api-client.ts';
import { completenessText } from '../../../shared/consumption/completeness.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card, CardColumn } from '../../../shared/ui/marks/card.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';
import { KeptBillsCard } from '../kept-bill/kept-bills-card.tsx';
import { Answered } from '../page-frame/answered.tsx';
import { useBillAddress } from '../page-frame/bill-address.ts';
import { BillFrame } from '../page-frame/bill-frame.tsx';
import { billName, reaisText } from '../page-frame/bill-words.ts';
import { MissingNotice } from '../page-frame/missing-notice.tsx';
import { useUtility } from '../page-frame/use-utility.ts';
import { BillBasisCard, BillMeasuredCard } from './bill-facts.tsx';
import { BillLines } from './bill-lines.tsx';
import classes from './bill-sheet.module.css';
import { CloseBill } from './close-bill.tsx';
import { CycleSteps } from './cycle-steps.tsx';
import { ReportFiles } from './report-files.tsx';

const totalLabel = ({ isOpen, end }: BillAnswer): string =>
  isOpen ? `Até agora, até ${formatShortDay(civilDate(end))}` : 'Total da fatura';

const Taxes = ({ taxes }: Pick<BillAnswer, 'taxes'>) => {
  const { icms, pis, cofins } = taxes;
  if (icms + pis + cofins === 0) return null;
  return (
    <div className={classes.taxes}>
      <h3>Tributos, já incluídos nos valores</h3>
      <dl>
        {(
          [
            ['ICMS', icms],
            ['PIS', pis],
            ['COFINS', cofins],
          ] as const
        ).map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{reaisText(amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
};

/** Injected energy is compensated by a contract of generation only. */
const lacksGeneration = ({ injected, contract }: BillAnswer): boolean =>
  injected.total > 0 && contract.terms.generation === null;

/** A bill as a sheet: its total first, what it lacks, and the lines that add up to it. */
const BillSheet = ({ bill }: { readonly bill: BillAnswer }) => (
  <Card
    title={billName[bill.type]}
    terms={
      bill.type === 'water' ? ['ciclo'] : ['ponta', 'fora-ponta', 'tusd-te', 'bandeira', 'cosip', 'tributos']
    }
    qualifier={formatDayRange(civilDate(bill.cycle.start), civilDate(bill.cycle.end))}
    action={<CycleSteps bill={bill} />}
    span={8}
  >
    <div className={classes.sheet}>
      <div>
        <p className={classes.label}>{totalLabel(bill)}</p>
        <p className={classes.total}>
          <BigNumber currency="R$" value={formatNumber(bill.total, 2)} size="page" />
          <Tag>{completenessText(bill.completeness, bill.estimated)}</Tag>
        </p>
      </div>
      <MissingNotice missing={bill.missing} isContractShort={lacksGeneration(bill)} />
      {bill.lines.length === 0 ? (
        <EmptyState icon="coin">Nenhum valor a cobrar neste período.</EmptyState>
      ) : (
        <BillLines bill={bill} />
      )}
      <Taxes taxes={bill.taxes} />
      <ReportFiles bill={bill} />
      <CloseBill bill={bill} />
    </div>
  </Card>
);

/** The cycle of the address (`?inicio=2026-10-05`); the current one so far without. */
const useCycleStart = (): string | undefined => {
  const [search] = useSearchParams();
  const start = search.get('inicio') ?? '';
  return isCivilDate(start) ? start : undefined;
};

const Bill = ({ bill }: { readonly bill: BillAnswer }) => (
  <>
    <BillSheet bill={bill} />
    <CardColumn span={4}>
      <BillMeasuredCard bill={bill} />
      <BillBasisCard bill={bill} />
    </CardColumn>
  </>
);

/** The bill of a cycle, line by line, and the bills that were kept. */
export const BillPage = () => {
  const { id } = useBillAddress();
  const type = useUtility();
  const start = useCycleStart();
  const query = { type, ...(start !== undefined && { start }) };
  const bill = useQuery({
    ...queryFor(readBill, { params: { id }, query }),
    placeholderData: keepPreviousData,
  });
  const kept = useQuery(queryFor(listKeptBills, { params: { id }, query: { type } }));
  return (
    <BillFrame title="Fatura">
      <Answered query={bill} title={billName[type]} span={8} rest={<SkeletonRows rows={6} />}>
        {(answer) => <Bill bill={answer.bill} />}
      </Answered>
      {!bill.isPending && kept.data && kept.data.bills.length > 0 && (
        <KeptBillsCard bills={kept.data.bills} />
      )}
    </BillFrame>
  );
};
