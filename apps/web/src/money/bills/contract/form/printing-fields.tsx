import { NativeSelect } from '@mantine/core';
import { listTariffs } from '@nascente/contract/sites/tariffs';
import { DISTRIBUTOR_HABITS, habitsOf } from '@nascente/domain/sites/tariffs/distributor-habits';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { discountPlaceNames, flagPlaceNames, lineCentsNames, roundingNames } from '../contract-texts.ts';
import { habitFields } from '../draft/line-tax-draft.ts';
import type { ContractForm } from '../draft/use-contract-form.ts';
import classes from './contract-form.module.css';

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** The billing habits of the chosen tariff's distributor, offered first. */
const useHabitsOfDistributor = (form: ContractForm) => {
  const tax = useWatch({ control: form.control, name: 'tax' });
  const { data } = useQuery(queryFor(listTariffs, {}));
  const tariff = data?.taxes.find(({ _id }) => _id === tax);
  return tariff === undefined ? null : habitsOf(tariff.distributor);
};

const HabitsField = ({ form }: { readonly form: ContractForm }) => {
  const distributorHabits = useHabitsOfDistributor(form);
  const fill = (name: string) => {
    const habits = DISTRIBUTOR_HABITS.find((one) => one.name === name);
    if (habits === undefined) return;
    const fields = habitFields(habits, form.getValues('market'));
    for (const [path, value] of Object.entries(fields) as [keyof typeof fields, never][])
      form.setValue(path, value, { shouldDirty: true });
  };
  return (
    <NativeSelect
      label="Preencher como nas faturas de"
      description={
        distributorHabits === null
          ? 'Arredondamento e tributos por linha, vistos em faturas reais. Depois mude o que for diferente na sua.'
          : `A tarifa escolhida é de quem imprime como ${distributorHabits.name}. Depois mude o que for diferente na sua.`
      }
      value=""
      data={[
        { value: '', label: 'Escolha a distribuidora' },
        ...[...DISTRIBUTOR_HABITS]
          .sort((a, b) => Number(b === distributorHabits) - Number(a === distributorHabits))
          .map(({ name }) => ({ value: name, label: name })),
      ]}
      onChange={(event) => fill(event.currentTarget.value)}
    />
  );
};

export const PrintingFields = ({ form }: { readonly form: ContractForm }) => {
  const [market, subgroup, benefits] = useWatch({
    control: form.control,
    name: ['market', 'subgroup', 'benefits'],
  });
  const isFree = market === 'livre' && subgroup.startsWith('A');
  const hasDiscount = isFree || benefits.length > 0;
  return (
    <fieldset className={classes.group}>
      <legend>Como a distribuidora imprime a fatura</legend>
      <p className={classes.help}>
        Escolha como na fatura impressa, para que as linhas daqui fechem com as dela até o centavo.
      </p>
      <HabitsField form={form} />
      <div className={classes.pair}>
        <NativeSelect {...form.field('printing.rounding')} label="Centavos" data={optionsOf(roundingNames)} />
        <NativeSelect
          {...form.field('printing.lineCents', 'Onde os centavos são feitos')}
          data={optionsOf(lineCentsNames)}
        />
        {hasDiscount && (
          <NativeSelect
            {...form.field('printing.discount', 'Descontos da tarifa e da fonte incentivada')}
            data={optionsOf(discountPlaceNames)}
          />
        )}
        {!isFree && (
          <NativeSelect
            {...form.field('printing.flag', 'Bandeira tarifária')}
            data={optionsOf(flagPlaceNames)}
          />
        )}
      </div>
    </fieldset>
  );
};
