import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ImportSummary, importTariffs } from '@nascente/contract/sites/tariff-import';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatNumber } from '@nascente/domain/base/units/format';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { compressed, upload } from '../../shared/api/upload.ts';
import { countedText } from '../../shared/counted-text.ts';
import { matchesSearch } from '../../shared/fold-for-search.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import group from '../../shared/forms/fields/field-group.module.css';
import { FileInput, UploadProgress } from '../../shared/forms/fields/file-input.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './import.module.css';
import { TariffsFrame } from './tariffs-frame.tsx';

interface Looked {
  readonly file: File;
  readonly since: string;
}

const useImport = () => {
  const queryClient = useQueryClient();
  const [last, setLast] = useState<Looked | null>(null);
  const [summary, setSummary] = useState<ImportSummary | null>(null);
  const [looked, setLooked] = useState(0);
  const [share, setShare] = useState(0);
  const sending = useSending(
    async ({ file, since }: Looked, distributors: readonly string[] | null, store: boolean) => {
      setShare(0);
      const query = {
        ...(store && { store: 'true' as const }),
        ...(since !== '' && { since }),
        ...(distributors !== null && { distributors: distributors.join(',') }),
      };
      const answer = await upload(importTariffs, file, { query, onProgress: setShare });
      setSummary(answer.summary);
      if (store) await queryClient.invalidateQueries();
    },
  );
  return {
    async run(file: File, since: string) {
      setSummary(null);
      const next = { file: await compressed(file), since };
      setLast(next);
      await sending.start(next, null, false);
      setLooked((before) => before + 1);
    },
    async store(distributors: readonly string[] | null) {
      if (last !== null) await sending.start(last, distributors, true);
    },
    summary,
    looked,
    share,
    isSending: sending.isSending,
    failure: sending.failure,
  };
};

type Import = ReturnType<typeof useImport>;
type Tariffs = Extract<ImportSummary, { kind: 'tariffs' }>;
type Components = Extract<ImportSummary, { kind: 'components' }>;
type Flags = Exclude<ImportSummary, Tariffs | Components>;

const Refusals = ({ summary: { rows, takenRows, refusals, encoding } }: { summary: ImportSummary }) => (
  <details className={styles.refusals}>
    <summary>
      {countedText(takenRows, 'linha aproveitada', 'linhas aproveitadas')} de {formatNumber(rows, 0)} (
      {encoding})
    </summary>
    <ul aria-label="Linhas que ficaram de fora">
      {refusals.map(({ reason, msg, rows: number }) => (
        <li key={reason}>
          <b>{formatNumber(number, 0)}</b> {msg}
        </li>
      ))}
    </ul>
  </details>
);

const Conflicts = ({ conflicts, namedConflicts }: Tariffs | Components) =>
  conflicts === 0 ? null : (
    <Notice
      tone="warn"
      title={`${countedText(conflicts, 'preço diferente', 'preços diferentes')} do que está guardado.`}
    >
      Os guardados ficam como estão.
      <ul className={styles.conflicts}>
        {namedConflicts.map(({ tariff, validFrom, stored, imported }) => (
          <li key={`${tariff} ${validFrom}`}>
            {tariff}, desde {formatDay(validFrom as CivilDate)}: guardado {stored}; no arquivo {imported}
          </li>
        ))}
      </ul>
    </Notice>
  );

interface ChoiceProps {
  distributors: Tariffs['distributors'];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

const Choice = ({ distributors, chosen, onChange }: ChoiceProps) => {
  const [search, setSearch] = useState('');
  const matches = useMemo(() => matchesSearch(search), [search]);
  const shown = distributors.filter(({ name }) => matches({ label: name }));
  const set = (keys: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (isChosen) next.add(key);
      else next.delete(key);
    }
    onChange(next);
  };
  const isAll = shown.length > 0 && shown.every(({ key }) => chosen.has(key));
  return (
    <fieldset className={group.group}>
      <legend>Distribuidoras</legend>
      <TextInput
        type="search"
        aria-label="Buscar distribuidora"
        placeholder="Buscar distribuidora"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Checkbox
        label={search === '' ? 'Todas' : 'Todas as encontradas'}
        checked={isAll}
        indeterminate={!isAll && shown.some(({ key }) => chosen.has(key))}
        onChange={(event) =>
          set(
            shown.map(({ key }) => key),
            event.currentTarget.checked,
          )
        }
      />
      <ul className={styles.distributors}>
        {shown.map(({ key, name, tariffs, newVersions, conflicts }) => (
          <li key={key}>
            <Checkbox
              label={name}
              description={[
                countedText(tariffs, 'tarifa', 'tarifas'),
                newVersions === 0 ? 'nada novo' : countedText(newVersions, 'versão nova', 'versões novas'),
                ...(conflicts > 0 ? [countedText(conflicts, 'conflito', 'conflitos')] : []),
              ].join(', ')}
              checked={chosen.has(key)}
              onChange={(event) => set([key], event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
};

const TariffsResult = ({ summary, importing }: { summary: Tariffs; importing: Import }) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(summary.distributors.filter(({ newVersions }) => newVersions > 0).map(({ key }) => key)),
  );
  const { newTariffs, newVersions, unchangedVersions, stored, distributors } = summary;
  const isAll = chosen.size === distributors.length;
  return (
    <>
      <p>
        {countedText(newTariffs, 'tarifa nova', 'tarifas novas')},{' '}
        {countedText(newVersions, 'versão nova', 'versões novas')},{' '}
        {countedText(unchangedVersions, 'versão sem mudança', 'versões sem mudança')}.
      </p>
      <Refusals summary={summary} />
      <Conflicts {...summary} />
      {!stored && newVersions > 0 && (
        <>
          <Choice distributors={distributors} chosen={chosen} onChange={setChosen} />
          <FormActions>
            <Button
              disabled={chosen.size === 0}
              loading={importing.isSending}
              onClick={() => void importing.store(isAll ? null : [...chosen])}
            >
              Importar {countedText(chosen.size, 'distribuidora', 'distribuidoras')}
            </Button>
          </FormActions>
        </>
      )}
    </>
  );
};

const WITHOUT_TARIFF = 'sem tarifa ou versão guardada nas mesmas datas';

const ComponentsResult = ({ summary, importing }: { summary: Components; importing: Import }) => {
  const { filled, unchanged, withoutTariff, stored } = summary;
  return (
    <>
      <p>
        Fio B e encargos da GD III: {countedText(filled, 'versão completada', 'versões completadas')},{' '}
        {countedText(unchanged, 'sem mudança', 'sem mudança')},{' '}
        {countedText(withoutTariff, WITHOUT_TARIFF, WITHOUT_TARIFF)}.
      </p>
      <Refusals summary={summary} />
      <Conflicts {...summary} />
      {!stored && filled > 0 && (
        <FormActions>
          <Button loading={importing.isSending} onClick={() => void importing.store(null)}>
            Completar {countedText(filled, 'versão', 'versões')}
          </Button>
        </FormActions>
      )}
    </>
  );
};

const FlagsResult = ({ summary, importing }: { summary: Flags; importing: Import }) => {
  const { added, unchanged, changed, stored } = summary;
  return (
    <>
      <p>
        {countedText(added, 'novo', 'novos')}, {countedText(changed.length, 'alterado', 'alterados')},{' '}
        {countedText(unchanged, 'sem mudança', 'sem mudança')}.
      </p>
      <Refusals summary={summary} />
      {changed.length > 0 && (
        <ul className={styles.conflicts}>
          {changed.map(({ month, before, after }) => (
            <li key={`${month} ${after}`}>
              {month}: {before} → {after}
            </li>
          ))}
        </ul>
      )}
      {!stored && added + changed.length > 0 && (
        <FormActions>
          <Button loading={importing.isSending} onClick={() => void importing.store(null)}>
            Importar bandeiras
          </Button>
        </FormActions>
      )}
    </>
  );
};

const isNew = (summary: ImportSummary): boolean => {
  if (summary.kind === 'tariffs') return summary.newVersions > 0;
  return summary.kind === 'components' ? summary.filled > 0 : summary.added + summary.changed.length > 0;
};

const titleOf = (summary: ImportSummary): string => {
  if (summary.stored) return 'Importado';
  return isNew(summary) ? 'Nada foi guardado ainda' : 'Nada de novo no arquivo';
};

const ImportResult = ({ summary, importing }: { summary: ImportSummary; importing: Import }) => (
  <Card title={titleOf(summary)}>
    <div className={styles.result}>
      {summary.stored && (
        <Notice tone="good" live>
          O arquivo foi importado.
        </Notice>
      )}
      {summary.kind === 'tariffs' && <TariffsResult summary={summary} importing={importing} />}
      {summary.kind === 'components' && <ComponentsResult summary={summary} importing={importing} />}
      {(summary.kind === 'flags' || summary.kind === 'flag-prices') && (
        <FlagsResult summary={summary} importing={importing} />
      )}
    </div>
  </Card>
);

const FileForm = (props: Pick<Import, 'run' | 'share' | 'isSending' | 'failure'>) => {
  const { run, share, isSending, failure } = props;
  const [file, setFile] = useState<File | null>(null);
  const [since, setSince] = useState(`${new Date().getFullYear() - 1}-01-01`);
  const [isMissing, setMissing] = useState(false);
  return (
    <Form
      label="Arquivo da ANEEL"
      onSubmit={() => {
        setMissing(file === null);
        if (file !== null) void run(file, since);
      }}
    >
      <div className={group.fields}>
        <FileInput
          label="Arquivo"
          accept={[...importTariffs.upload.types, '.csv', '.gz', '.json']}
          help="CSV de dadosabertos.aneel.gov.br: tarifas homologadas, componentes tarifários, acionamento ou adicional das bandeiras."
          error={isMissing ? importTariffs.upload.texts.missing : null}
          onChoose={setFile}
        />
        <DateInput
          label="Vigências que terminam a partir de"
          description="As encerradas antes disso ficam de fora. Em branco, todas entram."
          value={since}
          onChange={setSince}
        />
      </div>
      <FailureNotice failure={failure} />
      {isSending && <UploadProgress share={share} />}
      <FormActions submit="Ver o que seria importado" loading={isSending} />
    </Form>
  );
};

/** A file of ANEEL: previewed, then stored as a whole or for chosen distributors. */
export const ImportPage = () => {
  const importing = useImport();
  const { summary } = importing;
  return (
    <TariffsFrame title="Importar tarifas">
      <Card title="Arquivo da ANEEL" tour="import-file">
        <FileForm {...importing} />
      </Card>
      {summary && <ImportResult key={importing.looked} importing={importing} summary={summary} />}
    </TariffsFrame>
  );
};
