import { Button } from '@mantine/core';
import type { UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatNumber } from '@nascente/domain/base/units/format';
import { Card } from '../../../shared/ui/marks/card.tsx';
import classes from '../contract/contract-versions.module.css';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import { reaisText } from '../page-frame/bill-words.ts';

interface UtilityBillsCardProps {
  readonly bills: readonly UtilityBillAnswer[];
  readonly shown: string | null;
  readonly onChoose: (id: string) => void;
  /** Null for who may not enter one. */
  readonly onNew: (() => void) | null;
}

const quantityOf = ({ consumed, volume }: UtilityBillAnswer): string => {
  if (volume !== null) return `${formatNumber(volume, 2)} m³`;
  const quantities = Object.values(consumed).filter((one) => one !== undefined);
  return quantities.length === 0 ? 'sem consumo informado' : `${formatNumber(sumReais(quantities), 0)} kWh`;
};

/** The bills that were entered, newest first. */
export const UtilityBillsCard = ({ bills, shown, onChoose, onNew }: UtilityBillsCardProps) => (
  <Card title="Contas da distribuidora">
    <ul className={classes.versions} aria-label="Contas lançadas">
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
        Lançar conta
      </Button>
    )}
  </Card>
);
