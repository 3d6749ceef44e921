import { type BillAnswer, listKeptBills, readBill } from '@nascente/contract/money/bills';
import { isCivilDate } from '@nascente/domain/base/time/civil-day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryFor } from '../../../shared/api/api-client.ts';
import { CardColumn } from '../../../shared/ui/marks/card.tsx';
import { SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';
import { KeptBillsCard } from '../kept-bill/kept-bills-card.tsx';
import { Answered } from '../page-frame/answered.tsx';
import { useBillAddress } from '../page-frame/bill-address.ts';
import { BillFrame } from '../page-frame/bill-frame.tsx';
import { billName } from '../page-frame/bill-words.ts';
import { useUtility } from '../page-frame/use-utility.ts';
import { BillBasisCard, BillMeasuredCard } from './bill-facts.tsx';
import { BillSheet } from './bill-sheet.tsx';

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
