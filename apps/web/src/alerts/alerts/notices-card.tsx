import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import {
  type AlertNotices,
  type AlertPreference,
  readAlertNotices,
  removeAlertDevice,
  saveAlertNotices,
} from '@nascente/contract/alerts/alert-notices';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import styles from './notices-card.module.css';
import { canShowNotices, NoticesRefused, showNoticesHere } from './push-device.ts';
import { QuietHoursFields } from './quiet-hours-fields.tsx';

const rhythms = [
  { value: 'never', label: 'Nenhum' },
  { value: 'at-once', label: 'Na hora, um por alerta' },
  { value: 'daily', label: 'Resumo por dia, às 7h' },
  { value: 'weekly', label: 'Resumo por semana' },
] as const;

const severities = [
  { value: 'urgent', label: 'Só o urgente' },
  { value: 'serious', label: 'Urgente e o que custa' },
  { value: 'notable', label: 'Tudo' },
] as const;

/** What the server answered is shown everywhere at once. */
const useNoticesAnswered = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [readAlertNotices.name] });
};

const Devices = ({ notices: { devices, pushKey } }: { readonly notices: AlertNotices }) => {
  const { _id } = useUser();
  const answered = useNoticesAnswered();
  const { start, isSending, failure } = useSending(async (act: () => Promise<unknown>) => {
    await act();
    await answered();
  });
  return (
    <div className={styles.devices}>
      {devices.length > 0 && (
        <ul aria-label="Aparelhos avisados" className={styles.list}>
          {devices.map(({ _id: id, device }) => (
            <li key={id}>
              <span>{device}</span>
              <Button
                variant="subtle"
                size="sm"
                onClick={() => void start(() => request(removeAlertDevice, { params: { id } }))}
              >
                Retirar
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canShowNotices() ? (
        <Button
          variant="default"
          loading={isSending}
          onClick={() => void start(() => showNoticesHere(pushKey, _id))}
        >
          Avisar neste aparelho
        </Button>
      ) : (
        <p className={styles.hint}>
          Este navegador não mostra avisos. No iPhone, instale o aplicativo na tela de início e abra por lá.
        </p>
      )}
      {failure && (
        <Notice tone="bad" live>
          {failure instanceof NoticesRefused ? failure.message : wordsOf(failure)}
        </Notice>
      )}
    </div>
  );
};

const PreferenceForm = ({ notices }: { readonly notices: AlertNotices }) => {
  const [draft, setDraft] = useState<AlertPreference>(notices.preference);
  const answered = useNoticesAnswered();
  const change = (changes: Partial<AlertPreference>) => setDraft((before) => ({ ...before, ...changes }));
  const { start, isSending, failure } = useSending(async () => {
    // The hours are those of the clock that one looks at.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await request(saveAlertNotices, { body: { ...draft, zone: timeZone } });
    await answered();
    announce('Avisos salvos.', { tone: 'good' });
  });
  return (
    <Form
      label="Avisos"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void start();
      }}
    >
      <div className={styles.fields}>
        <NativeSelect
          label="E-mails"
          data={[...rhythms]}
          value={draft.email}
          onChange={({ currentTarget: { value } }) =>
            change({ email: rhythms.find((one) => one.value === value)?.value ?? draft.email })
          }
        />
        {draft.email !== 'never' && (
          <NativeSelect
            label="Por e-mail, avisar de"
            data={[...severities]}
            value={draft.emailFrom}
            onChange={({ currentTarget: { value } }) =>
              change({ emailFrom: severities.find((one) => one.value === value)?.value ?? draft.emailFrom })
            }
          />
        )}
        <NativeSelect
          label="Nos aparelhos, avisar de"
          data={[...severities]}
          value={draft.pushFrom}
          onChange={({ currentTarget: { value } }) =>
            change({ pushFrom: severities.find((one) => one.value === value)?.value ?? draft.pushFrom })
          }
        />
        <QuietHoursFields draft={draft} change={change} />
      </div>
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <FormActions>
        <Button type="submit" loading={isSending}>
          Salvar avisos
        </Button>
      </FormActions>
    </Form>
  );
};

/** How one hears of alerts outside the screens: letters, devices, hours of silence. */
export const NoticesCard = () => {
  const notices = useQuery({ ...queryFor(readAlertNotices, {}), refetchOnWindowFocus: false });
  return (
    <Card tour="alerts-notices" title="Avisos" qualifier="fora desta tela">
      {notices.isError && (
        <ErrorState failure={notices.error} onRetry={notices.refetch} retrying={notices.isFetching} />
      )}
      {notices.isPending && (
        <Loading>
          <SkeletonRows rows={3} />
        </Loading>
      )}
      {notices.data && (
        <div className={styles.card}>
          <PreferenceForm notices={notices.data.notices} />
          <Devices notices={notices.data.notices} />
        </div>
      )}
    </Card>
  );
};
