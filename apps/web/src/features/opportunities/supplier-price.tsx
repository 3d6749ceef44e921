import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { Opportunity } from '@nascente/contract/opportunities';
import styles from './opportunities.module.css';
import { supplierPriceOf, verdictOn } from './priced-market.ts';

/** What a supplier asks is known by whoever has an offer; what the free market saves follows. */
export const SupplierPrice = ({
  market,
  typed,
  onType,
}: Pick<Opportunity, 'market'> & {
  readonly typed: string;
  readonly onType: (typed: string) => void;
}) => {
  if (market === null) return null;
  const price = supplierPriceOf(typed);
  return (
    <TextInput
      className={styles.price ?? ''}
      label="Preço do fornecedor (R$/MWh ou R$/kWh)"
      description={
        price === null
          ? 'Digite o preço de uma proposta, com encargos e tributos e sem desconto na TUSD, para saber quanto se economiza.'
          : verdictOn(market, price)
      }
      inputMode="decimal"
      autoComplete="off"
      placeholder="0,00"
      value={typed}
      error={typed.trim() !== '' && price === null && 'Digite um preço, como 280,00 por MWh ou 0,28 por kWh.'}
      onChange={({ currentTarget: { value } }) => onType(value)}
    />
  );
};
