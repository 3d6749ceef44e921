import { TextInput } from '@mantine/core';
import { saveTariff, type TariffDetail } from '@nascente/contract/sites/tariffs';
import { ELECTRIC_MODALITIES, hasIntermediatePrice } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { DateField } from '../../../shared/forms/fields/date-input.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { LeaveGuard } from '../../../shared/forms/leave-guard.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { NamingFields } from './naming-fields.tsx';
import { DemandFields, EnergyFields, SimpleFields } from './price-fields.tsx';
import { readDraft } from './read-draft.ts';
import { draftOf, emptyDraft, type TariffDraft } from './tariff-draft.ts';
import styles from './tariff-form.module.css';
import { type TariffForm as Fields, useTariffForm } from './use-tariff-form.ts';
import { WaterFields } from './water-fields.tsx';
import { WindowFields } from './window-fields.tsx';

interface RulesFieldsProps {
  form: Fields;
  draft: Pick<TariffDraft, 'modality' | 'type'>;
}

export const RulesFields = ({ form, draft }: RulesFieldsProps) => {
  const { modality, type } = draft;
  if (modality === 'simple') return <SimpleFields form={form} unit={type === 'water' ? 'm³' : 'kWh'} />;
  if (modality === 'water') return <WaterFields form={form} />;
  const { touPeriods, demandTouPeriods } = ELECTRIC_MODALITIES[modality];
  return (
    <>
      <EnergyFields form={form} modality={modality} />
      {demandTouPeriods.length > 0 && <DemandFields form={form} isByPost={demandTouPeriods.length > 1} />}
      {touPeriods.length > 1 && <WindowFields form={form} hasIntermediate={hasIntermediatePrice(modality)} />}
    </>
  );
};

const namesOf = ({ type, group, distributor, comment }: TariffDraft) => ({
  type,
  group,
  distributor,
  comment,
});

const useSave = (tariff: TariffDetail | null) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const newest = tariff?.versions.at(-1)?.rules ?? null;
  return async (draft: TariffDraft, onSaved: () => void) => {
    const { rules } = readDraft(draft, newest);
    if (rules === null) return;
    const { validFrom, source } = draft;
    const prices = { validFrom, source, rules };
    const body = { tax: tariff ? { _id: tariff._id, ...prices } : { ...namesOf(draft), ...prices } };
    const { tax } = await request(saveTariff, { body });
    onSaved();
    announce(tariff ? 'Nova versão salva.' : 'Tarifa criada.', { tone: 'good' });
    await queryClient.invalidateQueries();
    void navigate(`/tariffs/${tax._id}`);
  };
};

export const TariffForm = ({ tariff }: { tariff: TariffDetail | null }) => {
  const form = useTariffForm(tariff ? draftOf(tariff) : emptyDraft(), tariff?.versions.at(-1)?.rules ?? null);
  const { control, field, handleSubmit, reset, formState } = form;
  const [modality, type] = useWatch({ control, name: ['modality', 'type'] });
  const save = useSave(tariff);
  const { start, isSending, failure } = useSending((draft: TariffDraft) => save(draft, () => reset(draft)));
  const { isDirty } = formState;
  return (
    <Form label={tariff ? 'Nova versão' : 'Nova tarifa'} hasOptional onSubmit={handleSubmit(start)}>
      {!tariff && <NamingFields form={form} modality={modality} />}
      <div className={styles.columns}>
        <DateField {...field('validFrom')} label="Válida a partir de" />
        <TextInput {...field('source', 'Resolução ou fonte (opcional)')} maxLength={200} autoComplete="off" />
      </div>
      <RulesFields form={form} draft={{ modality, type }} />
      <FormActions
        failure={failure}
        state={isDirty ? 'Há alterações não salvas.' : undefined}
        submit={tariff ? 'Salvar versão' : 'Criar tarifa'}
        loading={isSending}
      />
      <LeaveGuard isUnsaved={isDirty && !isSending} />
    </Form>
  );
};
