import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { SUPPLIER_PRICE_ERROR } from '../../shared/forms/supplier-price.ts';
import styles from './opportunities.module.css';
import { typedPriceOf, verdictOn } from './priced-market.ts';

/** What a supplier asks is known by whoever has an offer; what the free market saves follows. */
export const SupplierPrice = ({
  market,
  typed,
  onType,
}: Pick<OpportunityOf<'free-market'>, 'market'> & {
  readonly typed: string;
  readonly onType: (typed: string) => void;
}) => {
  const price = typedPriceOf(typed);
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
      error={typed.trim() !== '' && price === null && SUPPLIER_PRICE_ERROR}
      onChange={({ currentTarget: { value } }) => onType(value)}
    />
  );
};
