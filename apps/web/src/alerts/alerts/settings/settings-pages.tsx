import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import {
  type AlertSetting,
  listAlertSettings,
  saveAlertSetting,
  settingSeen,
} from '@nascente/contract/alerts/alert-rules';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { formatNumber } from '@nascente/domain/base/units/format';
import { type Action, may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { Navigate } from 'react-router';
import { queryFor, request, useOutdate } from '../../../shared/api/api-client.ts';
import { nameOf } from '../../../shared/establishment-name.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { DateInput } from '../../../shared/forms/fields/date-input.tsx';
import { decimalOf, reaisOf, typedOf } from '../../../shared/forms/fields/decimal-input.ts';
import { namesake, useRefusals } from '../../../shared/forms/use-refusals.ts';
import { useSeen } from '../../../shared/forms/use-seen.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { PageTabs } from '../../../shared/ui/page/page-tabs.tsx';
import { Loading } from '../../../shared/ui/page/skeleton.tsx';
import notices from './notices-card.module.css';
import { NoticesCard } from './notices-card.tsx';
import { RulesCard } from './rules-card.tsx';
import styles from './webhooks-card.module.css';
import { WebhooksCard } from './webhooks-card.tsx';

const UNITS = { '%': '%', R$: 'R$', ratio: 'de 0 a 1', min: 'minutos', days: 'dias' } as const;
const DECIMALS = 2;

const textOf = (value: number | null): string =>
  value === null ? '' : formatNumber(value, Number.isInteger(value) ? 0 : DECIMALS);

const shownOf = ({ threshold }: AlertSetting): string =>
  threshold === null ? '' : typedOf(String(threshold));

const NO_NUMBER = 'Informe um número, como 12,5.';
const fieldOf = namesake(['threshold', 'day']);

/** The threshold in force: the default where none is set, and how ratings have moved it. */
const helpOf = ({ kind, inForce, opinions }: AlertSetting): string => {
  const usual = KINDS_OF_ALERT[kind].threshold?.value ?? null;
  const plain = usual === null ? 'Sem valor, não avisa.' : `Padrão: ${textOf(usual)}.`;
  return opinions.unhelpful > opinions.helpful ? `${plain} Com as opiniões: ${textOf(inForce)}.` : plain;
};

type Provided = Pick<AlertSetting, 'isOn' | 'threshold' | 'day'>;

const Setting = ({ id, setting }: { readonly id: string; readonly setting: AlertSetting }) => {
  const { kind, isOn } = setting;
  const { threshold, dayLabel, label } = KINDS_OF_ALERT[kind];
  const [typed, setTyped] = useState(shownOf(setting));
  const [day, setDay] = useState(setting.day ?? '');
  /** The chosen state, until the server confirms it. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const around = useRef<HTMLLIElement>(null);
  const saveSeen = useSeen(settingSeen(setting));
  const { refusable, refuse, forget, sendFrom } = useRefusals(fieldOf);
  const outdate = useOutdate(listAlertSettings);
  const { start, isSending, failure } = useSending((setting: Provided) =>
    sendFrom(around.current, async () => {
      const body = { kind, ...setting };
      await saveSeen(
        (headers) => request(saveAlertSetting, { params: { id }, body, headers }),
        ({ settings }) => settingSeen(settings.find((one) => one.kind === kind)),
      );
      await outdate();
    }),
  );
  const decimal = threshold?.unit === 'R$' ? reaisOf(typed) : decimalOf(typed);
  const save = () => {
    if (decimal === null && typed.trim() !== '') return refuse(around.current, { threshold: NO_NUMBER });
    void start({ isOn, threshold: decimal === null ? null : Number(decimal), day: day === '' ? null : day });
  };
  const toggle = async () => {
    setWanted(!isOn);
    await start({ isOn: !isOn, threshold: setting.threshold, day: setting.day });
    setWanted(null);
  };
  // '12,50' equals '12,5'.
  const isSame = decimal === null ? typed === shownOf(setting) : Number(decimal) === setting.threshold;
  const isChanged = !isSame || day !== (setting.day ?? '');
  return (
    <li ref={around} className={styles.webhook}>
      <Checkbox label={label} checked={wanted ?? isOn} disabled={isSending} onChange={() => void toggle()} />
      {isOn && threshold !== null && (
        <div className={notices.pair}>
          <TextInput
            {...refusable('threshold')}
            label={`Avisar ${threshold.tells === 'above' ? 'acima de' : 'abaixo de'} (${UNITS[threshold.unit]})`}
            description={helpOf(setting)}
            inputMode="decimal"
            value={typed}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              forget({ threshold: value });
            }}
          />
          {dayLabel !== null && (
            <DateInput
              {...refusable('day')}
              label={dayLabel}
              value={day}
              onChange={(value) => {
                setDay(value);
                forget({ day: value });
              }}
            />
          )}
        </div>
      )}
      {isChanged && (
        <div>
          <Button size="sm" loading={isSending} onClick={save}>
            Salvar
          </Button>
        </div>
      )}
      <FailureNotice failure={failure} />
    </li>
  );
};

const Settings = ({ id }: { readonly id: string }) => {
  const settings = useQuery(queryFor(listAlertSettings, { params: { id } }));
  if (settings.data === undefined) return <Answer query={settings} rows={4} />;
  return (
    <ul aria-label="O que é avisado">
      {settings.data.settings.map((setting) => (
        <Setting key={`${id} ${setting.kind}`} id={id} setting={setting} />
      ))}
    </ul>
  );
};

const SettingsCard = () => {
  const { data, isPending } = useQuery(queryFor(listEstablishments, {}));
  const establishments = data?.establishments ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const id = chosen ?? establishments[0]?._id ?? null;
  if (id === null && !isPending) return null;
  return (
    <Card span={8} title="Limites de cada estabelecimento" qualifier="valem desde o primeiro dia">
      <div className={styles.card}>
        {id !== null && establishments.length > 1 && (
          <NativeSelect
            label="Estabelecimento"
            data={establishments.map((one) => ({ value: one._id, label: nameOf(one) }))}
            value={id}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
          />
        )}
        {id === null && <Loading rows={1} />}
        {id !== null && <Settings key={id} id={id} />}
      </div>
    </Card>
  );
};

const NOTICES = { to: '/alerts/notices', text: 'E-mail e aparelho' };
const LIMITS = { to: '/alerts/limits', text: 'Limites' };
const RULES = { to: '/alerts/rules', text: 'Regras' };
const WEBHOOKS = { to: '/alerts/webhooks', text: 'Outros sistemas' };

const SettingsFrame = ({ children }: { readonly children: ReactNode }) => {
  const { profile } = useUser();
  const tabs = [
    NOTICES,
    ...(may(profile, 'edit-alert-rules') ? [LIMITS] : []),
    RULES,
    ...(may(profile, 'edit-alert-webhooks') ? [WEBHOOKS] : []),
  ];
  return (
    <Page title="Configurar avisos" action={<TextLink to="/alerts">Ver avisos</TextLink>}>
      <PageTabs label="Configurar avisos" tabs={tabs} />
      {children}
    </Page>
  );
};

/** A page of the settings; without its permission it redirects to the page open to everyone. */
const settingsPage = (Content: ComponentType, permission?: Action) => () => {
  const { profile } = useUser();
  if (permission !== undefined && !may(profile, permission)) return <Navigate to={NOTICES.to} replace />;
  return (
    <SettingsFrame>
      <Content />
    </SettingsFrame>
  );
};

export const NoticesPage = settingsPage(NoticesCard);
export const LimitsPage = settingsPage(SettingsCard, 'edit-alert-rules');
export const RulesPage = settingsPage(RulesCard);
export const WebhooksPage = settingsPage(WebhooksCard, 'edit-alert-webhooks');
