import type { Reconciliation } from '@nascente/contract/money/utility-bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import { reaisText } from '../page-frame/bill-words.ts';

type Checked = Pick<Reconciliation, 'billed' | 'findings' | 'distributor'>;

/** The findings of a bill as a text for who has sent it; who sends it adds the number of the unit. */
export const complaintText = ({ billed, findings, distributor }: Checked): string => {
  const days = `${formatDay(civilDate(billed.start))} a ${formatDay(civilDate(billed.end))}`;
  const what = billed.type === 'water' ? 'água' : 'energia';
  const items = findings.map(
    ({ text, amount }, index) => `${index + 1}. ${text} Valor: ${reaisText(amount)}.`,
  );
  const total = sumReais(findings.map(({ amount }) => amount));
  return [
    distributor === null ? 'Prezados,' : `À ${distributor},`,
    '',
    `Peço a revisão da conta de ${what} de ${days}, no valor de ${reaisText(billed.total)}, da unidade consumidora nº ____________.`,
    '',
    ...items,
    '',
    findings.length > 1 ? `Os valores apontados somam ${reaisText(total)}. ` : '',
    'Solicito a verificação, a devolução do que foi cobrado a mais e uma resposta por escrito.',
  ]
    .filter((line, index, all) => line !== '' || all[index - 1] !== '')
    .join('\n');
};
