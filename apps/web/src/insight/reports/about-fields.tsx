import { NativeSelect } from '@mantine/core';
import {
  REPORT_KINDS,
  REPORT_PERIODS,
  type ReportAbout,
  type ReportKind,
} from '@nascente/contract/insight/reports';
import { listClientUsers } from '@nascente/contract/sites/client-users';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { listGroups } from '@nascente/contract/sites/groups';
import { may } from '@nascente/domain/people/permissions';
import type { Profile } from '@nascente/domain/people/profiles';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api/api-client.ts';
import { utilityNames } from '../../shared/boards/board-texts.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { Choice, optionsOf } from '../../shared/forms/fields/choice.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { KIND_TEXTS, PERIOD_TEXTS } from './report-texts.ts';

export interface ReportChoice {
  readonly kind: ReportKind;
  readonly subject: string | null;
  readonly type: ReportAbout['type'];
  readonly period: ReportAbout['period'];
}

/** Permitted kinds. A client may see only some meters of an establishment: kinds open to it come first. */
const kindsFor = ({ profile }: { readonly profile: Profile }): readonly ReportKind[] => {
  if (profile === 'client') return ['statement', 'group', 'portfolio', 'establishment'];
  return REPORT_KINDS.filter((kind) => kind !== 'statement' || may(profile, 'create-client-users'));
};

export const firstChoiceOf = (user: { readonly profile: Profile }): ReportChoice => ({
  kind: kindsFor(user)[0] ?? 'establishment',
  subject: null,
  type: 'eletric',
  period: 'month',
});

interface Subject {
  readonly value: string;
  readonly label: string;
  readonly types: readonly ReportAbout['type'][];
}

const useSubjects = (kind: ReportKind) => {
  const { _id: own, profile } = useUser();
  const manages = may(profile, 'create-client-users');
  const establishments = useQuery({ ...queryFor(listEstablishments, {}), enabled: kind === 'establishment' });
  const groups = useQuery({ ...queryFor(listGroups, {}), enabled: kind === 'group' });
  const clients = useQuery({ ...queryFor(listClientUsers, {}), enabled: kind === 'statement' && manages });
  const none: readonly Subject[] = [];
  if (kind === 'establishment')
    return {
      query: establishments,
      subjects: establishments.data?.establishments.toReversed().map(
        (establishment): Subject => ({
          value: establishment._id,
          label: nameOf(establishment),
          types: [
            ...new Set(
              establishment.installations.map(({ type }) => (type === 'water' ? 'water' : 'eletric')),
            ),
          ],
        }),
      ),
    };
  if (kind === 'group')
    return {
      query: groups,
      subjects: groups.data?.groups.map(({ _id, name }): Subject => ({ value: _id, label: name, types: [] })),
    };
  if (kind === 'portfolio' || !manages) return { query: null, subjects: none };
  return {
    query: clients,
    // An Admin sees every client, but has statements of its own clients only.
    subjects: clients.data?.users
      .filter(({ managerId }) => managerId === own)
      .map(({ _id, name }): Subject => ({ value: _id, label: name, types: [] })),
  };
};

const SUBJECT_LABELS: Readonly<Record<ReportKind, string>> = {
  establishment: 'Estabelecimento',
  group: 'Grupo',
  portfolio: '',
  statement: 'Cliente',
};

const NONE: Readonly<Record<ReportKind, string>> = {
  establishment: 'Nenhum estabelecimento',
  group: 'Nenhum grupo criado',
  portfolio: '',
  statement: 'Nenhum cliente',
};

/** The choice with defaults: the first of a list, or none where the kind has no subject. */
export const useSettledChoice = (choice: ReportChoice) => {
  const { profile } = useUser();
  const { query, subjects } = useSubjects(choice.kind);
  const needsSubject =
    choice.kind === 'establishment' ||
    choice.kind === 'group' ||
    (choice.kind === 'statement' && profile !== 'client');
  const found = subjects?.find(({ value }) => value === choice.subject) ?? subjects?.[0];
  const types = found?.types ?? [];
  const type = types.includes(choice.type) ? choice.type : (types[0] ?? 'eletric');
  const settled: ReportChoice = {
    ...choice,
    type,
    subject: needsSubject ? (found?.value ?? null) : null,
  };
  return {
    settled,
    subjects,
    query,
    types,
    needsSubject,
    isReady: !needsSubject || settled.subject !== null,
  };
};

interface AboutFieldsProps {
  readonly choice: ReportChoice;
  readonly onChange: (changes: Partial<ReportChoice>) => void;
}

export const AboutFields = ({ choice, onChange }: AboutFieldsProps) => {
  const { settled, subjects, query, types, needsSubject } = useSettledChoice(choice);
  const isUnknown = subjects === undefined && query?.isError === true;
  const kinds = kindsFor(useUser());
  return (
    <>
      <Choice
        label="Relatório de"
        value={choice.kind}
        options={optionsOf(KIND_TEXTS, kinds)}
        onChoose={(kind) => onChange({ kind, subject: null })}
      />
      {needsSubject && isUnknown && <Answer<unknown> query={query} />}
      {needsSubject && !isUnknown && (
        <NativeSelect
          label={SUBJECT_LABELS[choice.kind]}
          value={settled.subject ?? ''}
          disabled={subjects === undefined || subjects.length === 0}
          data={
            subjects === undefined || subjects.length === 0
              ? [{ value: '', label: subjects === undefined ? 'Carregando…' : NONE[choice.kind] }]
              : subjects.map(({ value, label }) => ({ value, label }))
          }
          onChange={({ currentTarget: { value } }) => onChange({ subject: value })}
        />
      )}
      {types.length > 1 && (
        <Choice
          label="De quê"
          value={settled.type}
          options={optionsOf(utilityNames)}
          onChoose={(type) => onChange({ type })}
        />
      )}
      <Choice
        label="Período"
        value={choice.period}
        options={optionsOf(PERIOD_TEXTS, REPORT_PERIODS)}
        onChoose={(period) => onChange({ period })}
      />
    </>
  );
};
