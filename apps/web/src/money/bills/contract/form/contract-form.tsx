import type { AnswerOf } from '@nascente/contract/base/call';
import { contractSeen, readContract, saveContract } from '@nascente/contract/money/billing-terms';
import { useQueryClient } from '@tanstack/react-query';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { request } from '../../../../shared/api/api-client.ts';
import { FailureNotice } from '../../../../shared/forms/failure-notice.tsx';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { Form, FormActions } from '../../../../shared/forms/form.tsx';
import { LeaveGuard } from '../../../../shared/forms/leave-guard.tsx';
import { useSeen } from '../../../../shared/forms/use-seen.ts';
import { useSending } from '../../../../shared/forms/use-sending.ts';
import { useMay } from '../../../../shared/session-state/use-may.ts';
import { announce } from '../../../../shared/ui/snackbar.tsx';
import { useBillAddress } from '../../page-frame/bill-address.ts';
import type { TariffType } from '../../page-frame/bill-texts.ts';
import { type ContractDraft, hasDemand } from '../draft/contract-draft.ts';
import { readContractDraft } from '../draft/read-contract-draft.ts';
import { type ContractForm as Fields, useContractForm } from '../draft/use-contract-form.ts';
import { BenefitFields } from './benefit-fields.tsx';
import classes from './contract-fieldset.module.css';
import { DemandFields, FramingFields } from './framing-fields.tsx';
import { LightingFields } from './lighting-fields.tsx';
import { GenerationFields, WaterContractFields } from './other-fields.tsx';
import { OwnLineFields } from './own-line-fields.tsx';
import { PrintingFields } from './printing-fields.tsx';
import { SupplyFields } from './supply-fields.tsx';
import { TaxFields } from './tax-fields.tsx';

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

const ElectricFields = ({ form, today }: { readonly form: Fields; readonly today: string }) => {
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
