import { Button, Checkbox } from '@mantine/core';
import {
  type AlertNotices,
  type AlertPreference,
  addAlertDevice,
  readAlertNotices,
  removeAlertDevice,
  saveAlertNotices,
} from '@nascente/contract/alerts/alert-notices';
import { SEVERITIES } from '@nascente/domain/alerts/notices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request, useOutdate } from '../../../shared/api/api-client.ts';
import { clockText } from '../../../shared/consumption/tou-period-texts.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { Choice, optionsOf } from '../../../shared/forms/fields/choice.tsx';
import { DateInput } from '../../../shared/forms/fields/date-input.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { labelOf, useSending } from '../../../shared/forms/use-sending.ts';
import { rememberNoticesOf } from '../../../shared/session-state/notices-here.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import styles from './notices-card.module.css';
import { SEVERITY_TEXTS } from './rule-draft.ts';

const MINUTES_AN_HOUR = 60;

const minutesOf = (clock: string): number | null => {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(clock) ?? [];
  return hours === undefined ? null : Number(hours) * MINUTES_AN_HOUR + Number(minutes);
};

const USUAL_QUIET = { from: 22 * MINUTES_AN_HOUR, until: 7 * MINUTES_AN_HOUR };

interface QuietHoursFieldsProps {
  readonly draft: AlertPreference;
  readonly change: (changes: Partial<AlertPreference>) => void;
}

/** Quiet hours, and severities sent despite them. */
const QuietHoursFields = ({ draft, change }: QuietHoursFieldsProps) => {
  const { quiet, throughQuiet } = draft;
  return (
    <>
      <Checkbox
        label="Silêncio em um horário"
        checked={quiet !== null}
        onChange={({ currentTarget: { checked } }) => change({ quiet: checked ? USUAL_QUIET : null })}
      />
      {quiet !== null && (
        <>
          <div className={styles.pair}>
            {(['from', 'until'] as const).map((end) => (
              <DateInput
                key={end}
                kind="time"
                label={end === 'from' ? 'Das' : 'Até'}
                value={clockText(quiet[end])}
                onChange={(value) => {
                  const minutes = minutesOf(value);
                  if (minutes !== null) change({ quiet: { ...quiet, [end]: minutes } });
                }}
              />
            ))}
          </div>
          <fieldset className={styles.through}>
            <legend>Avisar mesmo no silêncio</legend>
            {SEVERITIES.map((severity) => (
              <Checkbox
                key={severity}
                label={SEVERITY_TEXTS[severity]}
                checked={throughQuiet.includes(severity)}
                onChange={({ currentTarget: { checked } }) =>
                  change({
                    throughQuiet: SEVERITIES.filter((one) =>
                      one === severity ? checked : throughQuiet.includes(one),
                    ),
                  })
                }
              />
            ))}
          </fieldset>
          {throughQuiet.length < SEVERITIES.length && (
            <p className={styles.hint}>
              O que não está marcado espera e chega no fim do silêncio, uma vez por aviso.
            </p>
          )}
        </>
      )}
    </>
  );
};

/** iOS offers notifications only to installed applications. */
const canShowNotices = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The message says how to enable notifications. */
class NoticesRefused extends Error {}

const REFUSED =
  'O navegador não permite avisos deste site. Libere as notificações nas configurações do navegador e tente de novo.';
const NOT_INSTALLED = 'Ainda não dá: espere um instante, recarregue a página e tente de novo.';
const READY_WITHIN_MS = 5_000;

const keyBytes = (text: string): Uint8Array<ArrayBuffer> => {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
};

const workerOf = async (): Promise<ServiceWorkerRegistration> => {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), READY_WITHIN_MS));
  const ready = await Promise.race([navigator.serviceWorker.ready, late]);
  if (ready === null) throw new NoticesRefused(NOT_INSTALLED);
  return ready;
};

/** Requests permission, which browsers grant only on a user gesture, and registers the subscription. */
const showNoticesHere = async (pushKey: string, accountId: string): Promise<void> => {
  if ((await Notification.requestPermission()) !== 'granted') throw new NoticesRefused(REFUSED);
  const worker = await workerOf();
  const options = { userVisibleOnly: true, applicationServerKey: keyBytes(pushKey) };
  const subscription = await worker.pushManager.subscribe(options);
  const { endpoint, keys } = subscription.toJSON();
  await request(addAlertDevice, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  });
  rememberNoticesOf(accountId);
};

const rhythms = optionsOf({
  never: 'Nenhum',
  'at-once': 'Na hora, um por aviso',
  daily: 'Resumo por dia, às 7h',
  weekly: 'Resumo por semana',
});

const severities = optionsOf({
  urgent: 'Só o urgente',
  serious: 'Urgente e o que custa',
  notable: 'Tudo',
});

const Devices = ({ notices: { devices, pushKey } }: { readonly notices: AlertNotices }) => {
  const { _id } = useUser();
  const answered = useOutdate(readAlertNotices);
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
      <FailureNotice
        failure={failure}
        describe={(said) => (said instanceof NoticesRefused ? said.message : labelOf(said))}
      />
    </div>
  );
};

const PreferenceForm = ({ notices }: { readonly notices: AlertNotices }) => {
  const [draft, setDraft] = useState<AlertPreference>(notices.preference);
  const answered = useOutdate(readAlertNotices);
  const change = (changes: Partial<AlertPreference>) => setDraft((before) => ({ ...before, ...changes }));
  const { start, isSending, failure } = useSending(async () => {
    // Quiet hours follow the clock of this device.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await request(saveAlertNotices, { body: { ...draft, zone: timeZone } });
    await answered();
    announce('Avisos salvos.', { tone: 'good' });
  });
  return (
    <Form label="Avisos" onSubmit={() => start()}>
      <div className={styles.fields}>
        <Choice
          label="E-mails"
          options={rhythms}
          value={draft.email}
          onChoose={(email) => change({ email })}
        />
        {draft.email !== 'never' && (
          <Choice
            label="Por e-mail, avisar de"
            options={severities}
            value={draft.emailFrom}
            onChoose={(emailFrom) => change({ emailFrom })}
          />
        )}
        <Choice
          label="Nos aparelhos, avisar de"
          options={severities}
          value={draft.pushFrom}
          onChoose={(pushFrom) => change({ pushFrom })}
        />
        <QuietHoursFields draft={draft} change={change} />
      </div>
      <FormActions failure={failure} submit="Salvar avisos" loading={isSending} />
    </Form>
  );
};

export const NoticesCard = () => {
  const notices = useQuery({ ...queryFor(readAlertNotices, {}), refetchOnWindowFocus: false });
  return (
    <Card title="E-mail e aparelhos" span={8}>
      <Answer query={notices} rows={3}>
        {(answer) => (
          <div className={styles.card}>
            <PreferenceForm notices={answer.notices} />
            <Devices notices={answer.notices} />
          </div>
        )}
      </Answer>
    </Card>
  );
};
