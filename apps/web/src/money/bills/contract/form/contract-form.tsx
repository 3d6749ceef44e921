import { Checkbox, NativeSelect } from '@mantine/core';
import type { AnswerOf } from '@nascente/contract/base/call';
import { contractSeen, readContract, saveContract } from '@nascente/contract/money/billing-terms';
import { listTariffs } from '@nascente/contract/sites/tariffs';
import { DISTRIBUTOR_HABITS, habitsOf } from '@nascente/domain/sites/tariffs/distributor-habits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { queryFor, request } from '../../../../shared/api/api-client.ts';
import { FailureNotice } from '../../../../shared/forms/failure-notice.tsx';
import { optionsOf } from '../../../../shared/forms/fields/choice.tsx';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { Form, FormActions } from '../../../../shared/forms/form.tsx';
import { LeaveGuard } from '../../../../shared/forms/leave-guard.tsx';
import { useSeen } from '../../../../shared/forms/use-seen.ts';
import { useSending } from '../../../../shared/forms/use-sending.ts';
import { useMay } from '../../../../shared/session-state/use-may.ts';
import { announce } from '../../../../shared/ui/snackbar.tsx';
import type { TariffType } from '../../page-frame/bill-address.ts';
import { useBillAddress } from '../../page-frame/bill-address.ts';
import {
  discountPlaceNames,
  flagPlaceNames,
  lineCentsNames,
  roundingNames,
  vatLinesNames,
} from '../contract-texts.ts';
import { type ContractDraft, habitFields, hasDemand } from '../draft/contract-draft.ts';
import { type ContractFields, readContractDraft, useContractForm } from '../draft/read-contract-draft.ts';
import classes from './contract-form.module.css';
import { DemandFields, FramingFields, SupplyFields } from './framing-fields.tsx';
import { GenerationFields, WaterContractFields } from './other-fields.tsx';
import { BenefitFields, OwnLineFields } from './own-line-fields.tsx';
import { LightingFields, TaxFields } from './tax-fields.tsx';

/** The billing habits of the chosen tariff's distributor, offered first. */
const useHabitsOfDistributor = (form: ContractFields) => {
  // `tax`: id of the tariff (name in the API).
  const tax = useWatch({ control: form.control, name: 'tax' });
  const { data } = useQuery(queryFor(listTariffs, {}));
  const tariff = data?.taxes.find(({ _id }) => _id === tax);
  return tariff === undefined ? null : habitsOf(tariff.distributor);
};

const HabitsField = ({ form }: { readonly form: ContractFields }) => {
  const distributorHabits = useHabitsOfDistributor(form);
  const fill = (name: string) => {
    const habits = DISTRIBUTOR_HABITS.find((one) => one.name === name);
    if (habits === undefined) return;
    const fields = habitFields(habits, form.getValues());
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

const PrintingFields = ({ form }: { readonly form: ContractFields }) => {
  const [market, subgroup, benefits, discount] = useWatch({
    control: form.control,
    name: ['market', 'subgroup', 'benefits', 'printing.discount'],
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
        <NativeSelect {...form.field('printing.vat', 'CBS e IBS')} data={optionsOf(vatLinesNames)} />
      </div>
      {discount === 'credit' && hasDiscount && (
        <Checkbox
          {...form.register('printing.areCreditsInVatBase')}
          label="Os créditos de desconto diminuem a base da CBS e do IBS (a confirmar)"
        />
      )}
    </fieldset>
  );
};

/** Resets the form to the saved values; text typed meanwhile stays and counts as unsaved. */
const beginFrom = <Values extends FieldValues>(
  { getValues, reset }: Pick<UseFormReturn<Values>, 'getValues' | 'reset'>,
  saved: Values,
): void => {
  const typed = structuredClone(getValues());
  reset(saved);
  reset(typed, { keepDefaultValues: true });
};

interface ContractFormProps {
  readonly type: TariffType;
  readonly draft: ContractDraft;
  readonly today: string;
  readonly onSaved: (validFrom: string) => void;
}

const useSave = (type: TariffType) => {
  const { id } = useBillAddress();
  const queryClient = useQueryClient();
  const key = [readContract.name, { params: { id }, query: { type } }];
  const opened = queryClient.getQueryData<AnswerOf<typeof readContract>>(key);
  const saveSeen = useSeen(opened === undefined ? '' : contractSeen(opened.contract));
  return async (draft: ContractDraft) => {
    const { terms } = readContractDraft(draft);
    if (terms === null) return;
    const { validFrom, tax } = draft;
    const answer = await saveSeen(
      (headers) => request(saveContract, { params: { id }, body: { type, validFrom, tax, terms }, headers }),
      ({ contract }) => contractSeen(contract),
    );
    queryClient.setQueryData(key, answer);
  };
};

const ElectricFields = ({ form, today }: { readonly form: ContractFields; readonly today: string }) => {
  const [modality, market, subgroup] = useWatch({
    control: form.control,
    name: ['modality', 'market', 'subgroup'],
  });
  const isFree = market === 'livre' && subgroup.startsWith('A');
  return (
    <>
      <FramingFields form={form} />
      {hasDemand({ modality }) && <DemandFields form={form} />}
      {isFree && <SupplyFields form={form} today={today} />}
      <TaxFields form={form} today={today} />
      <LightingFields form={form} today={today} />
      <GenerationFields form={form} today={today} />
      <BenefitFields form={form} today={today} />
      <PrintingFields form={form} />
    </>
  );
};

export const ContractForm = ({ type, draft, today, onSaved }: ContractFormProps) => {
  const mayEdit = useMay('edit-establishment');
  const form = useContractForm(draft);
  const { field, handleSubmit, formState } = form;
  const queryClient = useQueryClient();
  const save = useSave(type);
  const { start, isSending, failure } = useSending(async (typed: ContractDraft) => {
    await save(typed);
    beginFrom(form, typed);
    announce('Contrato salvo.', { tone: 'good' });
    onSaved(typed.validFrom);
    // Bills, comparisons and reconciliations follow from the contract.
    await queryClient.invalidateQueries();
  });
  const { isDirty } = formState;
  return (
    <Form label="Contrato" hasOptional onSubmit={handleSubmit(start)}>
      <fieldset className={classes.whole} disabled={!mayEdit}>
        <DateField
          {...field(
            'validFrom',
            'Vale a partir de',
            'Outro dia cria outra versão; a anterior continua valendo até a véspera.',
          )}
        />
        {type === 'water' ? (
          <WaterContractFields form={form} />
        ) : (
          <ElectricFields form={form} today={today} />
        )}
        <OwnLineFields form={form} today={today} unit={type === 'water' ? 'm³' : 'kWh'} />
      </fieldset>
      <FailureNotice failure={failure} />
      {mayEdit && (
        <FormActions
          state={isDirty ? 'Há alterações não salvas.' : undefined}
          submit="Salvar contrato"
          loading={isSending}
        />
      )}
      <LeaveGuard isUnsaved={isDirty && !isSending} />
    </Form>
  );
};
