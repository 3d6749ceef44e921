import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { Opportunity } from '@nascente/contract/opportunities';
import { formatNumber } from '@nascente/domain/units/format';
import { useState } from 'react';
import { decimalOf } from '../../shared/forms/decimal-input.ts';
import styles from './opportunities.module.css';

const MONTHS_A_YEAR = 12;
const MONTHS_TOLD = 24;

/** 'em 8 meses', 'em 2,5 anos' */
const paybackText = (price: number, perYear: number): string => {
  const months = Math.max(1, Math.ceil((price / perYear) * MONTHS_A_YEAR));
  if (months === 1) return 'em 1 mês';
  return months <= MONTHS_TOLD ? `em ${months} meses` : `em ${formatNumber(months / MONTHS_A_YEAR, 1)} anos`;
};

/** What has a price that only an offer tells. */
const LABELS: Partial<Record<Opportunity['kind'], string>> = {
  reactive: 'Preço do banco instalado (R$)',
  'larger-generation': 'Preço da ampliação instalada (R$)',
};

/** What a bank or more panels cost is known by whoever asked for a price; when it has paid for itself follows. */
export const OfferedPrice = ({ kind, perYear }: Pick<Opportunity, 'kind' | 'perYear'>) => {
  const [typed, setTyped] = useState('');
  const amount = Number(decimalOf(typed) ?? 0);
  const price = amount > 0 ? amount : null;
  const label = LABELS[kind];
  if (label === undefined || perYear === null) return null;
  return (
    <TextInput
      className={styles.price ?? ''}
      label={label}
      description={
        price === null
          ? 'Digite o preço de um orçamento para saber em quanto tempo ele se paga.'
          : `Paga-se ${paybackText(price, perYear)}.`
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
