import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { TARIFFS_DIFFER } from '@nascente/domain/money/prices/billed-energy';
import type { Unit } from '../use-unit.ts';
import { moneyText } from './amount.ts';
import { Note } from './forecast-note.tsx';

interface BillNoteProps {
  readonly cycle: Pick<MonthSoFar, 'basis' | 'energyCost' | 'fixedCost'>;
  readonly unit: Unit;
}

interface EstablishmentBillNoteProps extends BillNoteProps {
  readonly cycle: BillNoteProps['cycle'] & Pick<MonthSoFar, 'prices'>;
}

const ENERGY_ALONE =
  'Energia deste medidor, pelos preços da fatura do estabelecimento: as outras linhas estão só na fatura.';

/** The note about parts of an amount that its days do not contain; `null`: none. */
export const billNoteText = ({ cycle, unit }: BillNoteProps): string | null => {
  const { basis, energyCost, fixedCost } = cycle;
  if (unit !== 'money' || energyCost === null) return null;
  if (basis === 'energy') return ENERGY_ALONE;
  if (basis !== 'contract' || !fixedCost) return null;
  return `Fatura: ${moneyText(energyCost)} de consumo e ${moneyText(fixedCost)} de outras linhas, que não estão nos dias.`;
};

/** Like `billNoteText`, for an establishment: a cost without a single price means several tariffs. */
export const establishmentBillNoteText = (props: EstablishmentBillNoteProps): string | null => {
  const { cycle, unit } = props;
  const hasSeveral = cycle.basis === 'tariff' && cycle.energyCost !== null && cycle.prices === null;
  return hasSeveral && unit === 'money' ? TARIFFS_DIFFER : billNoteText(props);
};

export const EstablishmentBillNote = (props: EstablishmentBillNoteProps) => {
  const text = establishmentBillNoteText(props);
  return text === null ? null : <Note>{text}</Note>;
};

/** With a contract, the days show consumption and the amount the whole bill. */
export const BillNote = (props: BillNoteProps) => {
  const text = billNoteText(props);
  return text === null ? null : <Note>{text}</Note>;
};
