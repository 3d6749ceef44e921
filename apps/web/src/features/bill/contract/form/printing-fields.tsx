import { NativeSelect } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import { discountPlaceNames, flagPlaceNames, lineCentsNames, roundingNames } from '../contract-words.ts';
import type { ContractForm } from '../draft/use-contract-form.ts';
import classes from './contract-form.module.css';

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** How the distributor makes the lines of its bill: what brings ours to the same cent. */
export const PrintingFields = ({ form }: { readonly form: ContractForm }) => {
  const [market, subgroup] = useWatch({ control: form.control, name: ['market', 'subgroup'] });
  const isFree = market === 'livre' && subgroup.startsWith('A');
  return (
    <fieldset className={classes.group}>
      <legend>Como a distribuidora imprime a conta</legend>
      <p className={classes.help}>
        Escolha como na sua conta, para que as linhas da fatura fechem com as dela até o centavo.
      </p>
      <div className={classes.pair}>
        <NativeSelect {...form.field('printing.rounding')} label="Centavos" data={optionsOf(roundingNames)} />
        <NativeSelect
          {...form.field('printing.lineCents')}
          label="Onde os centavos são feitos"
          data={optionsOf(lineCentsNames)}
        />
        {isFree ? (
          <NativeSelect
            {...form.field('printing.discount')}
            label="Desconto da fonte incentivada"
            data={optionsOf(discountPlaceNames)}
          />
        ) : (
          <NativeSelect
            {...form.field('printing.flag')}
            label="Bandeira tarifária"
            data={optionsOf(flagPlaceNames)}
          />
        )}
      </div>
    </fieldset>
  );
};
