import { Button, TextInput } from '@mantine/core';
import {
  type AlertRule,
  addAlertRule,
  editAlertRule,
  listAlertRules,
  removeAlertRule,
  ruleSeen,
  tryAlertRule,
} from '@nascente/contract/alerts/alert-rules';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { listGroups } from '@nascente/contract/sites/groups';
import { levelText } from '@nascente/domain/alerts/level-text';
import { SEVERITIES } from '@nascente/domain/alerts/notices';
import { RULE_QUANTITY_LABELS, ruleSentence, ruleUnit } from '@nascente/domain/alerts/own-rule-texts';
import { RULE_QUANTITIES, RULE_SPANS, RULE_TESTS } from '@nascente/domain/alerts/own-rules';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { queryFor, request, useOutdate } from '../../../shared/api/api-client.ts';
import { metersQuery } from '../../../shared/boards/meters-query.ts';
import { nameOf } from '../../../shared/establishment-name.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { Choice, optionsOf } from '../../../shared/forms/fields/choice.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { useTypedDraft } from '../../../shared/forms/use-refusals.ts';
import { seenAs, useSeen } from '../../../shared/forms/use-seen.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import noticesCard from './notices-card.module.css';
import {
  type Draft,
  draftOf,
  EMPTY,
  HOUR_TEXTS,
  hourNamesOf,
  lastingsOf,
  SEVERITY_TEXTS,
  SPANS,
  TESTS,
  targetOf,
  termsOf,
  unitOf,
} from './rule-draft.ts';
import styles from './webhooks-card.module.css';

const useTargets = () => {
  const meters = useQuery(metersQuery);
  const maySeeGroups = useMay('see-groups');
  const groups = useQuery({ ...queryFor(listGroups, {}), enabled: maySeeGroups });
  const establishments = useQuery(queryFor(listEstablishments, {}));
  return [
    { value: '', label: 'Escolha…' },
    ...(establishments.data?.establishments ?? []).map((one) => ({
      value: `establishment|${one._id}`,
      label: nameOf(one),
    })),
    ...(groups.data?.groups ?? []).map(({ _id, name }) => ({
      value: `group|${_id}`,
      label: `Grupo ${name}`,
    })),
    ...(meters.data?.installationsMeter ?? []).map(({ MACAddress, Alias }) => ({
      value: `meter|${MACAddress}`,
      label: Alias,
    })),
  ];
};

interface RuleFieldsProps {
  readonly rule: AlertRule | null;
  readonly form: ReturnType<typeof useTypedDraft<Draft>>;
}

const QUANTITIES = optionsOf(RULE_QUANTITY_LABELS, RULE_QUANTITIES);

const RuleFields = ({ rule, form: { draft, refusable, text, choice } }: RuleFieldsProps) => {
  const targets = useTargets();
  return (
    <div className={noticesCard.fields}>
      <TextInput {...text('name')} label="Nome" />
      {rule === null ? (
        <Choice {...choice('target')} label="Medidor, estabelecimento ou grupo" options={targets} />
      ) : (
        <TextInput
          {...refusable('target')}
          label="Medidor, estabelecimento ou grupo"
          value={rule.target.name}
          readOnly
        />
      )}
      <Choice {...choice('quantity')} label="Observar" options={QUANTITIES} />
      <Choice {...choice('span')} label="A cada" options={optionsOf(SPANS, RULE_SPANS)} />
      <Choice {...choice('test')} label="Avisar quando" options={optionsOf(TESTS, RULE_TESTS)} />
      {draft.test !== 'absence' && (
        <>
          <TextInput {...text('limit')} label={`Limite (${unitOf(draft)})`} inputMode="decimal" />
          <TextInput {...text('slack')} label="Folga para normalizar (%)" inputMode="decimal" />
        </>
      )}
      <Choice {...choice('minutes')} label="Se durar" options={lastingsOf(draft)} />
      <Choice
        {...choice('hours')}
        label="Em que horário"
        options={optionsOf(HOUR_TEXTS, hourNamesOf(draft))}
      />
      <Choice {...choice('severity')} label="Importância" options={optionsOf(SEVERITY_TEXTS, SEVERITIES)} />
    </div>
  );
};

/**
 * A form that replaces its opening button: its first field takes the focus, and the button, marked by `data-opens`,
 * gets it back.
 * @returns the ref of the element around both
 */
const useFocusInPlace = <Around extends HTMLElement>(isOpen: boolean) => {
  const around = useRef<Around>(null);
  const was = useRef(isOpen);
  useEffect(() => {
    if (isOpen === was.current) return;
    was.current = isOpen;
    const next = around.current?.querySelector<HTMLElement>(
      isOpen ? 'form :is(input, select)' : '[data-opens]',
    );
    next?.focus();
  }, [isOpen]);
  return around;
};

/** Fields by their names in server errors. */
const FIELDS: Readonly<Record<string, keyof Draft>> = {
  name: 'name',
  severity: 'severity',
  target: 'target',
  quantity: 'quantity',
  span: 'span',
  test: 'test',
  limit: 'limit',
  hysteresis: 'slack',
  forMinutes: 'minutes',
  hours: 'hours',
};
const fieldOf = (path: string): keyof Draft | undefined => {
  const [first = '', second = ''] = path.split('.');
  return FIELDS[first === 'terms' ? second : first];
};

interface RuleFormProps {
  readonly rule?: AlertRule | null;
  readonly onSaved: () => Promise<unknown>;
  readonly onLeave: () => void;
}

/** The form of a new or stored rule. A rule can be tried against past data before it is saved. */
const RuleForm = ({ rule = null, onSaved, onLeave }: RuleFormProps) => {
  const saveSeen = useSeen(ruleSeen(rule ?? undefined));
  const [triedSentence, setTriedSentence] = useState<string | null>(null);
  const form = useTypedDraft(
    () => (rule === null ? EMPTY : draftOf(rule)),
    fieldOf,
    () => setTriedSentence(null),
  );
  const { draft, sendFrom } = form;
  const send = async (act: 'try' | 'save') => {
    const [terms, target] = [termsOf(draft), targetOf(draft.target)];
    if (act === 'try') {
      setTriedSentence((await request(tryAlertRule, { body: { terms, target } })).sentence);
      return;
    }
    const { name, severity } = draft;
    if (rule === null) await request(addAlertRule, { body: { name, severity, terms, target } });
    else {
      const params = { id: rule._id };
      const body = { name, severity, terms, isOn: rule.isOn };
      await saveSeen((headers) => request(editAlertRule, { params, body, headers }));
    }
    await onSaved();
  };
  const { start, isSending, failure } = useSending((act: 'try' | 'save', around: HTMLFormElement | null) =>
    sendFrom(around, () => send(act)),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    void start('save', event.currentTarget);
  };
  return (
    <Form label={rule === null ? 'Nova regra' : `Regra ${rule.name}`} onSubmit={submit}>
      <RuleFields rule={rule} form={form} />
      {triedSentence !== null && (
        <Notice tone="info" live>
          {triedSentence}
        </Notice>
      )}
      <FormActions failure={failure} submit="Salvar regra" loading={isSending}>
        <Button variant="subtle" onClick={onLeave}>
          Cancelar
        </Button>
        <Button
          variant="default"
          loading={isSending}
          onClick={({ currentTarget }) => void start('try', currentTarget.form)}
        >
          Experimentar no passado
        </Button>
      </FormActions>
    </Form>
  );
};

const taughtText = ({ terms, limitInForce, opinions }: AlertRule): string | null =>
  limitInForce === terms.limit
    ? null
    : `com as opiniões, avisa em ${levelText(limitInForce, ruleUnit(terms))} (${opinions.unhelpful} não úteis)`;

const Rule = ({ rule, refresh }: { readonly rule: AlertRule; readonly refresh: () => Promise<unknown> }) => {
  const { _id: id, name, severity, terms, isOn, target } = rule;
  const taught = taughtText(rule);
  const mayEditAlertRules = useMay('edit-alert-rules');
  const [isEditing, setEditing] = useState(false);
  const around = useFocusInPlace<HTMLLIElement>(isEditing);
  const { start, isSending, failure } = useSending(async (act: 'switch' | 'remove') => {
    const params = { id };
    try {
      if (act === 'remove') {
        await request(removeAlertRule, { params });
        return;
      }
      // The switch shows only whether the rule is on: the rest must match the version on screen.
      const headers = seenAs(ruleSeen(rule));
      await request(editAlertRule, { params, body: { name, severity, terms, isOn: !isOn }, headers });
    } finally {
      await refresh();
    }
  });
  return (
    <li ref={around} className={styles.webhook}>
      <b>
        {name} · {target.name}
      </b>
      <small className={styles.quiet}>{ruleSentence(terms)}</small>
      {taught !== null && <small className={styles.quiet}>{taught}</small>}
      {mayEditAlertRules && (
        <div className={styles.acts}>
          {!isOn && <Tag tone="neutral">desligada</Tag>}
          <Button variant="default" size="sm" loading={isSending} onClick={() => void start('switch')}>
            {isOn ? 'Desligar' : 'Ligar'}
          </Button>
          {!isEditing && (
            <Button
              variant="default"
              size="sm"
              data-opens
              aria-label={`Editar ${name}`}
              onClick={() => setEditing(true)}
            >
              Editar
            </Button>
          )}
          <Button variant="subtle" size="sm" onClick={() => void start('remove')}>
            Remover
          </Button>
        </div>
      )}
      <FailureNotice failure={failure} />
      {isEditing && (
        <RuleForm
          rule={rule}
          onSaved={async () => {
            await refresh();
            setEditing(false);
          }}
          onLeave={() => setEditing(false)}
        />
      )}
    </li>
  );
};

export const RulesCard = () => {
  const mayEditAlertRules = useMay('edit-alert-rules');
  const rules = useQuery(queryFor(listAlertRules, {}));
  const [isAdding, setAdding] = useState(false);
  const around = useFocusInPlace<HTMLDivElement>(isAdding);
  const refresh = useOutdate(listAlertRules);
  const found = rules.data?.rules ?? [];
  return (
    <Card span={8} title="Regras próprias" qualifier="experimentadas no passado antes de salvar">
      <div className={styles.card}>
        <Answer query={rules} />
        {rules.data && found.length === 0 && <small className={styles.quiet}>Nenhuma regra ainda.</small>}
        {found.length > 0 && (
          <ul aria-label="Regras">
            {found.map((rule) => (
              <Rule key={rule._id} rule={rule} refresh={refresh} />
            ))}
          </ul>
        )}
        {mayEditAlertRules && (
          <div ref={around}>
            {isAdding ? (
              <RuleForm
                onSaved={async () => {
                  await refresh();
                  setAdding(false);
                }}
                onLeave={() => setAdding(false)}
              />
            ) : (
              <Button variant="default" data-opens onClick={() => setAdding(true)}>
                Nova regra
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
};
