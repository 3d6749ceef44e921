import { Button, TextInput } from '@mantine/core';
import {
  correctTariffVersion,
  tariffVersionSeen,
  type VersionUse,
} from '@nascente/contract/sites/tariff-versions';
import type { TariffDetail } from '@nascente/contract/sites/tariffs';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { LeaveGuard } from '../../../shared/forms/leave-guard.tsx';
import { useSeen } from '../../../shared/forms/use-seen.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { UseOfVersion } from '../use-of-version.tsx';
import { readDraft } from './read-draft.ts';
import { correctionOf, type TariffDraft } from './tariff-draft.ts';
import { RulesFields } from './tariff-form.tsx';
import { useTariffForm } from './use-tariff-form.ts';

type Version = TariffDetail['versions'][number];

const useCorrecting = (tariff: TariffDetail, { validFrom, rules: kept }: Version) => {
  const { _id } = tariff;
  const saveSeen = useSeen(tariffVersionSeen(tariff, validFrom));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (draft: TariffDraft, onSaved: () => void) => {
    const { rules } = readDraft(draft, kept);
    if (rules === null) return;
    const { source } = draft;
    const params = { id: _id, validFrom };
    await saveSeen((headers) => request(correctTariffVersion, { params, body: { rules, source }, headers }));
    onSaved();
    announce('Preços corrigidos.', { tone: 'good' });
    await queryClient.invalidateQueries();
    void navigate(`/tariffs/${_id}`);
  };
};

/** The prices of a version as they should have been; they are changed once it was said what else changes. */
export const CorrectionForm = ({
  tariff,
  version,
  use,
}: {
  tariff: TariffDetail;
  version: Version;
  use: VersionUse;
}) => {
  const form = useTariffForm(correctionOf(tariff, version), version.rules);
  const { field, handleSubmit, reset, formState } = form;
  const [asked, setAsked] = useState<TariffDraft | null>(null);
  const correct = useCorrecting(tariff, version);
  const { start, isSending, failure, forget } = useSending((draft: TariffDraft) =>
    correct(draft, () => reset(draft)),
  );
  const { isDirty } = formState;
  const cancel = () => {
    setAsked(null);
    forget();
  };
  return (
    <Form label="Corrigir preços" hasOptional onSubmit={handleSubmit(setAsked)}>
      <TextInput
        {...field('source')}
        label="Resolução ou fonte (opcional)"
        maxLength={200}
        autoComplete="off"
      />
      <RulesFields form={form} draft={tariff} />
      <FormActions state={isDirty ? 'Há alterações não salvas.' : undefined}>
        <Button type="submit" disabled={!isDirty}>
          Corrigir preços
        </Button>
      </FormActions>
      {asked && (
        <ConfirmDialog
          title={`Corrigir os preços a partir de ${formatDay(version.validFrom as CivilDate)}?`}
          confirm="Corrigir"
          isSending={isSending}
          failure={failure}
          onCancel={cancel}
          onConfirm={() => start(asked)}
        >
          <UseOfVersion use={use} change="correction" />
        </ConfirmDialog>
      )}
      <LeaveGuard isUnsaved={isDirty && !isSending} />
    </Form>
  );
};
