import { readApportionment } from '@nascente/contract/money/apportionment';
import { readBillChanges } from '@nascente/contract/money/bill-changes';
import { closeBill, listFrozenBills, readBill, readFrozenBill } from '@nascente/contract/money/bills';
import { readEnergyFlow } from '@nascente/contract/money/energy-flow';
import { formatReais } from '@nascente/domain/base/units/format';
import { fileReader, foundIn, textOfPdf } from './figures.ts';
import type { MeasuredCompany } from './measured-company.ts';

/** Places that show the bill of a cycle that is over. */
export const placesOfEndedCycle = (company: MeasuredCompany) => {
  const { api, owner } = company;
  const { token } = owner;
  return async (id: string, start: string, end: string): Promise<Readonly<Record<string, number | null>>> => {
    const of = (path: string) => `/establishment/${id}${path}`;
    const query = `type=eletric&start=${start}`;
    const { bill } = await api.succeed(readBill, of(`/bill?${query}`), { token });
    const { apportionment } = await api.succeed(readApportionment, of(`/apportionment?${query}&by=meters`), {
      token,
    });
    const { flow } = await api.succeed(readEnergyFlow, of(`/flow?${query}&end=${end}`), { token });
    const { changes } = await api.succeed(readBillChanges, of(`/bill/changes?${query}&end=${end}`), {
      token,
    });
    const payload = { type: 'eletric', start, end };
    const { frozenBill } = await api.succeed(closeBill, of('/bills'), { token, payload });
    const { bills } = await api.succeed(listFrozenBills, of('/bills?type=eletric'), { token });
    const stored = await api.succeed(readFrozenBill, of(`/bills/${frozenBill.id}`), { token });
    const text = await textOfPdf(await fileReader(company)(of(`/report?${query}`)));
    return {
      bill: bill.total,
      'O que mudou': changes.after.total,
      Ratear: apportionment.total,
      'Para onde vai': flow.total,
      [closeBill.name]: frozenBill.total,
      [listFrozenBills.name]: bills.find((one) => one.id === frozenBill.id)?.total ?? null,
      [readFrozenBill.name]: stored.bill.total,
      'report as PDF': foundIn(text, bill.total, formatReais),
    };
  };
};
