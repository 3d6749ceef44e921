import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import { formatNumber } from '@nascente/domain/base/units/format';
import { useState } from 'react';
import { reaisOf } from '../../shared/forms/fields/decimal-input.ts';
import styles from './opportunities.module.css';

const MONTHS_A_YEAR = 12;
const MONTHS_TOLD = 24;

interface Offered {
  readonly label: string;
  /** Years for which it usually lasts. */
  readonly life: number;
}

/** What has a price that only an offer tells. Panels are guaranteed for 25 years; capacitors age sooner. */
const OFFERED: Partial<Record<Opportunity['kind'], Offered>> = {
  reactive: { label: 'Preço do banco instalado (R$)', life: 15 },
  'larger-generation': { label: 'Preço da ampliação instalada (R$)', life: 25 },
};

/** 'Paga-se em 8 meses.', 'Paga-se em 2,5 anos.' */
const paybackText = (price: number, perYear: number, { life }: Offered): string => {
  const months = Math.max(1, Math.ceil((price / perYear) * MONTHS_A_YEAR));
  if (months > life * MONTHS_A_YEAR)
    return `Não se paga em ${life} anos, o tempo que costuma durar: confira o preço.`;
  if (months === 1) return 'Paga-se em 1 mês.';
  return months <= MONTHS_TOLD
    ? `Paga-se em ${months} meses.`
    : `Paga-se em ${formatNumber(months / MONTHS_A_YEAR, 1)} anos.`;
};

/** What a bank or more panels cost is known by whoever asked for a price; when it has paid for itself follows. */
export const OfferedPrice = ({ kind, perYear }: Pick<Opportunity, 'kind' | 'perYear'>) => {
  const [typed, setTyped] = useState('');
  const amount = Number(reaisOf(typed) ?? 0);
  const price = amount > 0 ? amount : null;
  const offered = OFFERED[kind];
  if (offered === undefined || perYear === null) return null;
  return (
    <TextInput
      className={styles.price ?? ''}
      label={offered.label}
      description={
        price === null
          ? 'Digite o preço de um orçamento para saber em quanto tempo ele se paga.'
          : paybackText(price, perYear, offered)
      }
      inputMode="decimal"
      autoComplete="off"
      placeholder="0,00"
      value={typed}
      error={typed.trim() !== '' && price === null && 'Digite um valor em reais, como 1.234,56.'}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
    />
  );
};
