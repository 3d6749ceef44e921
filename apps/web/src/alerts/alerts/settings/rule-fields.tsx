import { NativeSelect, TextInput } from '@mantine/core';
import type { AlertRule } from '@nascente/contract/alerts/alert-rules';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { listGroups } from '@nascente/contract/sites/groups';
import { SEVERITIES } from '@nascente/domain/alerts/notices';
import { RULE_QUANTITY_WORDS } from '@nascente/domain/alerts/own-rule-words';
import { RULE_QUANTITIES, RULE_SPANS, RULE_TESTS } from '@nascente/domain/alerts/own-rules';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { metersQuery } from '../../../shared/boards/meters-query.ts';
import { nameOf } from '../../../shared/establishment-name.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import styles from './notices-card.module.css';
import {
  type Draft,
  HOUR_WORDS,
  hourNamesOf,
  lastingsOf,
  SEVERITY_WORDS,
  SPANS,
  TESTS,
  unitOf,
} from './rule-draft.ts';

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

const optionsOf = <K extends string>(keys: readonly K[], words: Readonly<Record<K, string>>) =>
  keys.map((value) => ({ value, label: words[value] }));

const Select = <K extends string>({
  keys,
  words,
  value,
  onChange,
  ...shown
}: {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly keys: readonly K[];
  readonly words: Readonly<Record<K, string>>;
  readonly value: K;
  readonly onChange: (value: K) => void;
}) => (
  <NativeSelect
    {...shown}
    data={optionsOf(keys, words)}
    value={value}
    onChange={({ currentTarget }) => {
      const chosen = keys.find((key) => key === currentTarget.value);
      if (chosen !== undefined) onChange(chosen);
    }}
  />
);

interface RuleFieldsProps {
  readonly rule: AlertRule | null;
  readonly draft: Draft;
  readonly refusable: (name: keyof Draft) => { readonly name: string; readonly error: string | undefined };
  readonly change: (changes: Partial<Draft>) => void;
}

/** The fields of a rule, each with its own error. */
export const RuleFields = ({ rule, draft, refusable, change }: RuleFieldsProps) => {
  const targets = useTargets();
  return (
    <div className={styles.fields}>
      <TextInput
        {...refusable('name')}
        label="Nome"
        value={draft.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      {rule === null ? (
        <NativeSelect
          {...refusable('target')}
          label="Medidor, estabelecimento ou grupo"
          data={targets}
          value={draft.target}
          onChange={({ currentTarget: { value } }) => change({ target: value })}
        />
      ) : (
        <TextInput
          {...refusable('target')}
          label="Medidor, estabelecimento ou grupo"
          value={rule.target.name}
          readOnly
        />
      )}
      <Select
        {...refusable('quantity')}
        label="Observar"
        keys={RULE_QUANTITIES}
        words={RULE_QUANTITY_WORDS}
        value={draft.quantity}
        onChange={(quantity) => change({ quantity })}
      />
      <Select
        {...refusable('span')}
        label="A cada"
        keys={RULE_SPANS}
        words={SPANS}
        value={draft.span}
        onChange={(span) => change({ span })}
      />
      <Select
        {...refusable('test')}
        label="Avisar quando"
        keys={RULE_TESTS}
        words={TESTS}
        value={draft.test}
        onChange={(test) => change({ test })}
      />
      {draft.test !== 'absence' && (
        <>
          <TextInput
            {...refusable('limit')}
            label={`Limite (${unitOf(draft)})`}
            inputMode="decimal"
            value={draft.limit}
            onChange={({ currentTarget: { value } }) => change({ limit: value })}
          />
          <TextInput
            {...refusable('slack')}
            label="Folga para normalizar (%)"
            inputMode="decimal"
            value={draft.slack}
            onChange={({ currentTarget: { value } }) => change({ slack: value })}
          />
        </>
      )}
      <NativeSelect
        {...refusable('minutes')}
        label="Se durar"
        data={lastingsOf(draft)}
        value={draft.minutes}
        onChange={({ currentTarget: { value } }) => change({ minutes: value })}
      />
      <Select
        {...refusable('hours')}
        label="Em que horário"
        keys={hourNamesOf(draft)}
        words={HOUR_WORDS}
        value={draft.hours}
        onChange={(hours) => change({ hours })}
      />
      <Select
        {...refusable('severity')}
        label="Importância"
        keys={SEVERITIES}
        words={SEVERITY_WORDS}
        value={draft.severity}
        onChange={(severity) => change({ severity })}
      />
    </div>
  );
};
