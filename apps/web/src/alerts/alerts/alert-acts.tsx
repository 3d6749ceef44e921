import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { type Alert, acknowledgeAlert, judgeAlert, muteAlert } from '@nascente/contract/alerts/alerts';
import { DAY_MS, HOUR_MS } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { refreshAlerts } from '../../shared/alerts/use-alert-news.ts';
import { request } from '../../shared/api/api-client.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import styles from './alerts.module.css';

const mutings = [
  { value: String(HOUR_MS), label: 'por 1 hora' },
  { value: String(8 * HOUR_MS), label: 'por 8 horas' },
  { value: String(DAY_MS), label: 'por 1 dia' },
  { value: String(7 * DAY_MS), label: 'por 7 dias' },
] as const;

const isMuted = ({ mutedUntil }: Alert, now: number): boolean =>
  mutedUntil !== null && Date.parse(mutedUntil) > now;

/** Says of an alert, and asks for it again. */
const useSaying = ({ _id: id }: Alert) => {
  const queryClient = useQueryClient();
  const params = { id };
  const { start, isSending, failure } = useSending(async (say: () => Promise<unknown>) => {
    await say();
    await refreshAlerts(queryClient);
  });
  return {
    isSending,
    failure,
    acknowledge: (acknowledged: boolean) =>
      void start(() => request(acknowledgeAlert, { params, body: { acknowledged } })),
    mute: (until: number | null) => void start(() => request(muteAlert, { params, body: { until } })),
    judge: (helpful: boolean | null) => void start(() => request(judgeAlert, { params, body: { helpful } })),
  };
};

const Judging = ({ alert, judge }: { alert: Alert; judge: (helpful: boolean | null) => void }) => (
  <fieldset className={styles.judging} aria-label="Este aviso foi útil?">
    {([true, false] as const).map((helpful) => (
      <button
        key={String(helpful)}
        type="button"
        className={styles.judge}
        aria-pressed={alert.isHelpful === helpful}
        onClick={() => judge(alert.isHelpful === helpful ? null : helpful)}
      >
        {helpful ? 'Útil' : 'Não útil'}
      </button>
    ))}
  </fieldset>
);

/** What can be said of an alert: that one takes care of it, that one wants to hear no more for a while, whether it helped. */
export const AlertActs = ({ alert, now }: { readonly alert: Alert; readonly now: number }) => {
  const { profile } = useUser();
  const { acknowledge, mute, judge, isSending, failure } = useSaying(alert);
  const lasts = alert.endedAt === null;
  return (
    <>
      <div className={styles.acts}>
        {lasts && may(profile, 'acknowledge-alerts') && (
          <Button
            variant={alert.acknowledged === null ? 'light' : 'default'}
            size="sm"
            loading={isSending}
            onClick={() => acknowledge(alert.acknowledged === null)}
          >
            {alert.acknowledged === null ? 'Estou cuidando' : 'Não cuido mais'}
          </Button>
        )}
        {lasts &&
          (isMuted(alert, now) ? (
            <Button variant="default" size="sm" loading={isSending} onClick={() => mute(null)}>
              Voltar a avisar
            </Button>
          ) : (
            <NativeSelect
              className={styles.mute ?? ''}
              aria-label="Silenciar para mim"
              value=""
              data={[{ value: '', label: 'Silenciar…' }, ...mutings]}
              onChange={({ currentTarget: { value } }) => value !== '' && mute(Date.now() + Number(value))}
            />
          ))}
        <Judging alert={alert} judge={judge} />
      </div>
      {failure && <p role="alert">{wordsOf(failure)}</p>}
    </>
  );
};
