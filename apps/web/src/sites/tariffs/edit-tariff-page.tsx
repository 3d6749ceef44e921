import { NativeSelect, TextInput } from '@mantine/core';
import {
  correctTariffVersion,
  readVersionUse,
  tariffVersionSeen,
  type VersionUse,
} from '@nascente/contract/sites/tariff-versions';
import { readTariff, saveTariff, type TariffDetail } from '@nascente/contract/sites/tariffs';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { isOfGroup, MODALITIES, type Modality, SUBGROUPS } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { queryFor, request, useOutdate } from '../../shared/api/api-client.ts';
import { DateField } from '../../shared/forms/fields/date-input.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useSeen } from '../../shared/forms/use-seen.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { modalityNames, tariffName } from '../../shared/tariffs/tariff-texts.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { SkeletonFields } from '../../shared/ui/page/skeleton.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import { readDraft, type TariffFields, useTariffForm } from './form/read-draft.ts';
import { RulesFields } from './form/rules-fields.tsx';
import { correctionOf, draftOf, emptyDraft, type TariffDraft } from './form/tariff-draft.ts';
import styles from './form/tariff-form.module.css';
import { ABSENT, TariffsFrame } from './tariffs-frame.tsx';
import { UseOfVersion } from './use-of-version.tsx';

const subgroupsOf = (modality: Modality) =>
  modality === 'simple'
    ? SUBGROUPS
    : SUBGROUPS.filter((name) => name.startsWith(isOfGroup('A', modality) ? 'A' : 'B'));

/** Identifies a new tariff. The modality limits the subgroups. */
const NamingFields = ({ form, modality }: { form: TariffFields; modality: Modality }) => {
  const { field, setValue, getValues } = form;
  const subgroups: readonly string[] = subgroupsOf(modality);
  const fit = (chosen: string) => {
    const next = MODALITIES.find((one) => one === chosen) ?? 'simple';
    if (next === 'water') {
      setValue('type', 'water');
      setValue('group', 'Comercial');
      return;
    }
    setValue('type', 'eletric');
    const fitting: readonly string[] = subgroupsOf(next);
    if (!fitting.includes(getValues('group'))) setValue('group', fitting.includes('B3') ? 'B3' : 'A4');
  };
  const modalityField = field('modality');
  return (
    <>
      <NativeSelect
        {...modalityField}
        label="Modalidade"
        data={MODALITIES.map((value) => ({ value, label: modalityNames[value] }))}
        onChange={(event) => {
          void modalityField.onChange(event);
          fit(event.currentTarget.value);
        }}
      />
      <TextInput
        {...field('distributor', modality === 'water' ? 'Companhia de água' : 'Distribuidora')}
        maxLength={120}
        autoComplete="off"
      />
      <div className={styles.columns}>
        {modality === 'water' ? (
          <TextInput {...field('group')} label="Grupo" maxLength={20} autoComplete="off" />
        ) : (
          // Remounted with its options: the browser would select the first of the previous ones.
          <NativeSelect key={modality} {...field('group')} label="Subgrupo" data={[...subgroups]} />
        )}
        <TextInput
          {...field('comment', 'Classe ou observação (opcional)')}
          maxLength={120}
          autoComplete="off"
        />
      </div>
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
  const outdate = useOutdate();
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
    await outdate();
    void navigate(`/tariffs/${tax._id}`);
  };
};

const TariffForm = ({ tariff }: { tariff: TariffDetail | null }) => {
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

type Version = TariffDetail['versions'][number];

const useCorrecting = (tariff: TariffDetail, { validFrom, rules: stored }: Version) => {
  const { _id } = tariff;
  const saveSeen = useSeen(tariffVersionSeen(tariff, validFrom));
  const outdate = useOutdate();
  const navigate = useNavigate();
  return async (draft: TariffDraft, onSaved: () => void) => {
    const { rules } = readDraft(draft, stored);
    if (rules === null) return;
    const { source } = draft;
    const params = { id: _id, validFrom };
    await saveSeen((headers) => request(correctTariffVersion, { params, body: { rules, source }, headers }));
    onSaved();
    announce('Preços corrigidos.', { tone: 'good' });
    await outdate();
    void navigate(`/tariffs/${_id}`);
  };
};

interface CorrectionFormProps {
  tariff: TariffDetail;
  version: Version;
  use: VersionUse;
}

const CorrectionForm = ({ tariff, version, use }: CorrectionFormProps) => {
  const form = useTariffForm(correctionOf(tariff, version), version.rules);
  const { field, handleSubmit, reset, formState } = form;
  const { ask, question } = useQuestion();
  const correct = useCorrecting(tariff, version);
  const { isDirty } = formState;
  const askCorrection = (draft: TariffDraft) =>
    ask({
      title: `Corrigir os preços a partir de ${formatDay(version.validFrom as CivilDate)}?`,
      confirm: 'Corrigir',
      isDestructive: false,
      text: <UseOfVersion use={use} change="correction" />,
      call: () => correct(draft, () => reset(draft)),
    });
  return (
    <Form label="Corrigir preços" hasOptional onSubmit={handleSubmit(askCorrection)}>
      <TextInput {...field('source', 'Resolução ou fonte (opcional)')} maxLength={200} autoComplete="off" />
      <RulesFields form={form} draft={tariff} />
      <FormActions
        state={isDirty ? 'Há alterações não salvas.' : undefined}
        submit="Corrigir preços"
        disabled={!isDirty}
      />
      {question}
      <LeaveGuard isUnsaved={isDirty} />
    </Form>
  );
};

const useCorrection = (id: string, validFrom: string) => {
  const tariff = useQuery({ ...queryFor(readTariff, { params: { id } }), refetchOnWindowFocus: false });
  const use = useQuery({ ...queryFor(readVersionUse, { params: { id, validFrom } }), staleTime: 0 });
  const all = [tariff, use];
  const unanswered = all.find(({ error }) => error !== null) ?? all.find(({ isPending }) => isPending);
  return { tariff, use, unanswered };
};

export const CorrectVersionPage = () => {
  const { id = '', validFrom = '' } = useParams();
  const { tariff, use, unanswered } = useCorrection(id, validFrom);
  const version = tariff.data?.tax.versions.find((one) => one.validFrom === validFrom);
  return (
    <TariffsFrame title="Corrigir preços">
      <Card
        title={version ? `Preços a partir de ${formatDay(validFrom as CivilDate)}` : 'Corrigir preços'}
        qualifier={tariff.data && tariffName(tariff.data.tax)}
        action={<TextLink to={`/tariffs/${id}`}>Voltar à tarifa</TextLink>}
        span={8}
      >
        {unanswered && (
          <Answer<unknown> query={unanswered} rest={<SkeletonFields fields={4} />} absent={ABSENT} />
        )}
        {tariff.data && !version && <EmptyState icon="coin">Não há preços a partir deste dia.</EmptyState>}
        {tariff.data && version && use.data && (
          <CorrectionForm tariff={tariff.data.tax} version={version} use={use.data.use} />
        )}
      </Card>
      {use.data && version && (
        <Card title="O que muda" span={4}>
          <UseOfVersion use={use.data.use} change="correction" />
        </Card>
      )}
    </TariffsFrame>
  );
};

export const NewTariffPage = () => (
  <TariffsFrame title="Nova tarifa">
    <Card title="Nova tarifa" span={8} tour="new-tariff-form">
      <TariffForm tariff={null} />
    </Card>
  </TariffsFrame>
);

export const NewVersionPage = () => {
  const { id = '' } = useParams();
  const tariff = useQuery({ ...queryFor(readTariff, { params: { id } }), refetchOnWindowFocus: false });
  return (
    <TariffsFrame title="Nova versão">
      <Card
        title="Nova versão"
        qualifier={tariff.data && tariffName(tariff.data.tax)}
        action={<TextLink to={`/tariffs/${id}`}>Voltar à tarifa</TextLink>}
        span={8}
      >
        <Answer query={tariff} rest={<SkeletonFields fields={4} />} absent={ABSENT}>
          {(answer) => <TariffForm tariff={answer.tax} />}
        </Answer>
      </Card>
    </TariffsFrame>
  );
};
