import { Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Input.css';
import type { AlertPreference } from '@nascente/contract/alerts/alert-notices';
import { SEVERITIES } from '@nascente/domain/alerts/notices';
import styles from './notices-card.module.css';
import { SEVERITY_WORDS } from './rule-draft.ts';

const MINUTES_AN_HOUR = 60;

const clockOf = (minutes: number): string =>
  [Math.floor(minutes / MINUTES_AN_HOUR), minutes % MINUTES_AN_HOUR]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

const minutesOf = (clock: string): number | null => {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(clock) ?? [];
  return hours === undefined ? null : Number(hours) * MINUTES_AN_HOUR + Number(minutes);
};

const USUAL_QUIET = { from: 22 * MINUTES_AN_HOUR, until: 7 * MINUTES_AN_HOUR };

/** Hours in which nothing is sent, but of the severities that are told all the same. */
export const QuietHoursFields = ({
  draft,
  change,
}: {
  readonly draft: AlertPreference;
  readonly change: (changes: Partial<AlertPreference>) => void;
}) => {
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
              <TextInput
                key={end}
                type="time"
                label={end === 'from' ? 'Das' : 'Até'}
                value={clockOf(quiet[end])}
                onChange={({ currentTarget: { value } }) => {
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
                label={SEVERITY_WORDS[severity]}
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
              O que não está marcado espera e chega no fim do silêncio, uma vez por alerta.
            </p>
          )}
        </>
      )}
    </>
  );
};
