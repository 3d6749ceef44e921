import { Button, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { type AlertRule, addAlertRule, editAlertRule, tryAlertRule } from '@nascente/contract/alert-rules';
import { listEstablishments } from '@nascente/contract/establishments';
import { listGroups } from '@nascente/contract/groups';
import { SEVERITIES } from '@nascente/domain/alerts/alert-kinds';
import { RULE_QUANTITY_WORDS } from '@nascente/domain/alerts/own-rule-words';
import { RULE_QUANTITIES, RULE_SPANS, RULE_TESTS } from '@nascente/domain/alerts/own-rules';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryFor, request } from '../../shared/api-client.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/signed-in.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './notices-card.module.css';
import {
  type Draft,
  draftOf,
  EMPTY,
  HOUR_WORDS,
  hourNamesOf,
  lastingsOf,
  SEVERITY_WORDS,
  SPANS,
  TESTS,
  targetOf,
  termsOf,
  unitOf,
} from './rule-draft.ts';

const useTargets = () => {
  const meters = useQuery(metersQuery);
  const { profile } = useUser();
  const groups = useQuery({ ...queryFor(listGroups, {}), enabled: may(profile, 'see-groups') });
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

const optionsOf = <K extends string>(keys: readonly K[], words: Readonly<Record<K, string>>) =>
  keys.map((value) => ({ value, label: words[value] }));

const Select = <K extends string>({
  label,
  keys,
  words,
  value,
  onChange,
}: {
  readonly label: string;
  readonly keys: readonly K[];
  readonly words: Readonly<Record<K, string>>;
  readonly value: K;
  readonly onChange: (value: K) => void;
}) => (
  <NativeSelect
    label={label}
    data={optionsOf(keys, words)}
    value={value}
    onChange={({ currentTarget }) => {
      const chosen = keys.find((key) => key === currentTarget.value);
      if (chosen !== undefined) onChange(chosen);
    }}
  />
);

/** A rule, a new one or one that is there: whose, what, when; it can be tried against the past before it is saved. */
export const RuleForm = ({
  rule = null,
  onSaved,
  onLeave,
}: {
  readonly rule?: AlertRule | null;
  readonly onSaved: () => Promise<unknown>;
  readonly onLeave: () => void;
}) => {
  const [draft, setDraft] = useState(() => (rule === null ? EMPTY : draftOf(rule)));
  const [triedSentence, setTriedSentence] = useState<string | null>(null);
  const targets = useTargets();
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setTriedSentence(null);
  };
  const { start, isSending, failure } = useSending(async (act: 'try' | 'save') => {
    const [terms, target] = [termsOf(draft), targetOf(draft.target)];
    if (act === 'try') {
      setTriedSentence((await request(tryAlertRule, { body: { terms, target } })).sentence);
      return;
    }
    const { name, severity } = draft;
    if (rule === null) await request(addAlertRule, { body: { name, severity, terms, target } });
    else {
      const params = { id: rule._id };
      await request(editAlertRule, { params, body: { name, severity, terms, isOn: rule.isOn } });
    }
    await onSaved();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void start('save');
  };
  return (
    <Form label={rule === null ? 'Nova regra' : `Regra ${rule.name}`} onSubmit={submit}>
      <div className={styles.fields}>
        <TextInput
          label="Nome"
          value={draft.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        {rule === null ? (
          <NativeSelect
            label="Medidor, estabelecimento ou grupo"
            data={targets}
            value={draft.target}
            onChange={({ currentTarget: { value } }) => change({ target: value })}
          />
        ) : (
          <TextInput label="Medidor, estabelecimento ou grupo" value={rule.target.name} readOnly />
        )}
        <Select
          label="Observar"
          keys={RULE_QUANTITIES}
          words={RULE_QUANTITY_WORDS}
          value={draft.quantity}
          onChange={(quantity) => change({ quantity })}
        />
        <Select
          label="A cada"
          keys={RULE_SPANS}
          words={SPANS}
          value={draft.span}
          onChange={(span) => change({ span })}
        />
        <Select
          label="Avisar quando"
          keys={RULE_TESTS}
          words={TESTS}
          value={draft.test}
          onChange={(test) => change({ test })}
        />
        {draft.test !== 'absence' && (
          <>
            <TextInput
              label={`Limite (${unitOf(draft)})`}
              inputMode="decimal"
              value={draft.limit}
              onChange={({ currentTarget: { value } }) => change({ limit: value })}
            />
            <TextInput
              label="Folga para normalizar (%)"
              inputMode="decimal"
              value={draft.slack}
              onChange={({ currentTarget: { value } }) => change({ slack: value })}
            />
          </>
        )}
        <NativeSelect
          label="Se durar"
          data={lastingsOf(draft)}
          value={draft.minutes}
          onChange={({ currentTarget: { value } }) => change({ minutes: value })}
        />
        <Select
          label="Em que horário"
          keys={hourNamesOf(draft)}
          words={HOUR_WORDS}
          value={draft.hours}
          onChange={(hours) => change({ hours })}
        />
        <Select
          label="Importância"
          keys={SEVERITIES}
          words={SEVERITY_WORDS}
          value={draft.severity}
          onChange={(severity) => change({ severity })}
        />
      </div>
      {triedSentence !== null && (
        <Notice tone="info" live>
          {triedSentence}
        </Notice>
      )}
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <FormActions>
        <Button variant="subtle" onClick={onLeave}>
          Cancelar
        </Button>
        <Button variant="default" loading={isSending} onClick={() => void start('try')}>
          Experimentar no passado
        </Button>
        <Button type="submit" loading={isSending}>
          Salvar regra
        </Button>
      </FormActions>
    </Form>
  );
};
