import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import {
  type CosipPeriodJson,
  type CosipTableJson,
  listCosipTables,
  removeCosipPeriod,
  saveCosipPeriod,
} from '@nascente/contract/sites/cosip-tables';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatNumber, formatReais } from '@nascente/domain/base/units/format';
import { readCosipBands } from '@nascente/domain/sites/tariffs/cosip-bands';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request, useOutdate } from '../../shared/api/api-client.ts';
import { createReader, typedPercent } from '../../shared/forms/draft-reader.ts';
import { DateField } from '../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../shared/forms/fields/decimal-field.tsx';
import { typedOf } from '../../shared/forms/fields/decimal-input.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useDraftForm } from '../../shared/forms/use-draft-form.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import styles from './vat-card.module.css';

type Charge = CosipPeriodJson['cosip'];

const MODES = [
  { value: 'bands', label: 'Por faixas' },
  { value: 'flat', label: 'Valor fixo por mês' },
  { value: 'share', label: 'Porcentagem da fatura' },
] as const;
const MEASURES = [
  { value: 'kWh', label: 'Consumo (kWh)' },
  { value: 'kW', label: 'Demanda (kW)' },
] as const;

const typedBands = (cosip: Charge | undefined): string =>
  cosip?.mode === 'bands'
    ? cosip.bands
        .map(
          ({ upTo, amount }) =>
            `${upTo === null ? 'acima' : `até ${typedOf(String(upTo))}`}; ${typedOf(amount)}`,
        )
        .join('\n')
    : '';

/** The period to change, or a table without a period yet; a new period starts with the newest charge. */
interface Opened {
  readonly tables: readonly CosipTableJson[];
  readonly table: CosipTableJson | null;
  readonly period: CosipPeriodJson | null;
}

const draftOf = ({ table, period }: Opened) => {
  const cosip = (period ?? table?.periods.at(-1))?.cosip;
  return {
    municipality: table?.municipality ?? '',
    validFrom: period?.validFrom ?? '',
    mode: cosip?.mode ?? ('bands' as const),
    amount: cosip?.mode === 'flat' ? typedOf(cosip.amount) : '',
    /** Percent. */
    share: cosip?.mode === 'share' ? typedPercent(cosip.share) : '',
    by: (cosip?.mode === 'bands' ? cosip.by : undefined) ?? ('kWh' as const),
    bands: typedBands(cosip),
    source: period?.source ?? '',
  };
};
type CosipDraft = ReturnType<typeof draftOf>;

const readDraft = ({ mode, by, ...typed }: CosipDraft) => {
  const reader = createReader();
  const chargeOf = (): Charge => {
    if (mode === 'flat') return { mode, amount: reader.reais('amount', typed.amount) };
    if (mode === 'share') return { mode, share: reader.share('share', typed.share) };
    const read = readCosipBands(typed.bands);
    const bands = reader.read(
      'bands',
      'bands' in read ? read.bands : null,
      'wrong' in read ? read.wrong : '',
      [],
    );
    return {
      mode,
      ...(by === 'kW' && { by }),
      bands: bands.map(({ upTo, amount }) => ({ upTo, amount: (amount / 100).toFixed(2) })),
    };
  };
  const body = {
    municipality: reader.text('municipality', typed.municipality, 'Informe o município, como Recife/PE.'),
    validFrom: civilDate(reader.day('validFrom', typed.validFrom, 'Informe desde quando vale.')),
    cosip: chargeOf(),
    source: reader.text('source', typed.source, 'Diga a lei ou o decreto do município.'),
  };
  return { body, errors: Object.keys(reader.errors).length === 0 ? null : reader.errors };
};

const nameOf = (municipality: string): string => municipality.trim().toLocaleLowerCase('pt-BR');

/** A new table or period would replace the stored one of the same name or day. */
const errorsOf = (draft: CosipDraft, { tables, table, period }: Opened) => {
  const { body, errors } = readDraft(draft);
  if (errors !== null) return errors;
  if (table === null && tables.some((one) => nameOf(one.municipality) === nameOf(body.municipality)))
    return { municipality: 'Este município já está na lista.' };
  return period === null && table?.periods.some(({ validFrom }) => validFrom === body.validFrom)
    ? { validFrom: 'Já há uma tabela deste dia: altere-a na lista.' }
    : null;
};

const CosipDialog = ({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }) => {
  const outdate = useOutdate();
  const form = useDraftForm(draftOf(opened), (draft: CosipDraft) => errorsOf(draft, opened));
  const mode = form.watch('mode');
  const { start, isSending, failure } = useSending(async (draft: CosipDraft) => {
    await request(saveCosipPeriod, { body: readDraft(draft).body });
    announce('Tabela da COSIP salva.', { tone: 'good' });
    // Every bill of the municipality follows from it.
    await outdate();
    onClose();
  });
  return (
    <FormDialog
      title={opened.table === null ? 'Nova tabela da COSIP' : `COSIP de ${opened.table.municipality}`}
      label="Tabela da COSIP"
      action="Salvar"
      isSending={isSending}
      failure={failure}
      onSubmit={form.handleSubmit(start)}
      onClose={onClose}
    >
      <TextInput
        {...form.field(
          'municipality',
          'Município',
          'Com a classe, se a tabela for só dela: Recife/PE, comercial.',
        )}
        disabled={opened.table !== null}
        maxLength={80}
      />
      <DateField {...form.field('validFrom')} label="Vale desde" disabled={opened.period !== null} />
      <NativeSelect {...form.field('mode')} label="Como é cobrada" data={MODES} />
      {mode === 'flat' && <DecimalField {...form.field('amount')} label="Valor (R$)" />}
      {mode === 'share' && <DecimalField {...form.field('share')} label="Porcentagem (%)" />}
      {mode === 'bands' && (
        <>
          <NativeSelect {...form.field('by')} label="Faixas de" data={MEASURES} />
          <Textarea
            {...form.field('bands', 'Faixas', 'Uma por linha: o limite, ponto e vírgula, o valor em R$.')}
            placeholder={'até 50; 8,20\nacima; 31,00'}
            rows={6}
          />
        </>
      )}
      <TextInput {...form.field('source', 'Fonte', 'A lei ou o decreto do município.')} maxLength={200} />
    </FormDialog>
  );
};

const chargeText = (cosip: Charge): string => {
  if (cosip.mode === 'flat') return `${formatReais(Number(cosip.amount))} por mês`;
  if (cosip.mode === 'share') return `${typedPercent(cosip.share)}% da fatura`;
  const { bands } = cosip;
  const [first, last] = [bands[0], bands.at(-1)].map((band) => formatReais(Number(band?.amount ?? 0)));
  return `${formatNumber(bands.length, 0)} ${bands.length === 1 ? 'faixa' : 'faixas'}, de ${first} a ${last}`;
};

const Tables = ({ tables }: { readonly tables: readonly CosipTableJson[] }) => {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { ask, question } = useQuestion();
  const askRemoval = ({ municipality, periods }: CosipTableJson, { validFrom }: CosipPeriodJson) => {
    const hasEarlier = periods.some((period) => period.validFrom < validFrom);
    ask({
      title: `Remover a tabela de ${municipality} de ${formatDay(civilDate(validFrom))}?`,
      confirm: 'Remover',
      text: hasEarlier ? (
        <p>As faturas desde esse dia passam a seguir a tabela anterior.</p>
      ) : (
        <p>Não há tabela anterior: ela só é removida se nenhum contrato usa este município.</p>
      ),
      call: () => request(removeCosipPeriod, { body: { municipality, validFrom: civilDate(validFrom) } }),
      outdates: [[]],
      done: 'Tabela removida.',
    });
  };
  return (
    <>
      {tables.length === 0 && (
        <EmptyState icon="coin">Nenhuma tabela ainda: cada contrato informa o valor da sua COSIP.</EmptyState>
      )}
      {tables.map((table) => (
        <section key={table.municipality} aria-label={table.municipality}>
          <h3>{table.municipality}</h3>
          <ul className={`${rows.list} ${rows.acts}`}>
            {table.periods.toReversed().map((period) => {
              const since = formatDay(civilDate(period.validFrom));
              return (
                <li key={period.validFrom}>
                  <div className={styles.about}>
                    <b>Desde {since}</b>
                    <span>{chargeText(period.cosip)}</span>
                    <small>Fonte: {period.source}</small>
                  </div>
                  <IconButton
                    icon="edit"
                    label={`Alterar a tabela de ${table.municipality} de ${since}`}
                    onClick={() => setOpened({ tables, table, period })}
                  />
                  <IconButton
                    icon="trash"
                    label={`Remover a tabela de ${table.municipality} de ${since}`}
                    onClick={() => askRemoval(table, period)}
                  />
                </li>
              );
            })}
          </ul>
          <Button variant="subtle" onClick={() => setOpened({ tables, table, period: null })}>
            Nova tabela de {table.municipality}
          </Button>
        </section>
      ))}
      <Button variant="default" onClick={() => setOpened({ tables, table: null, period: null })}>
        Acrescentar município
      </Button>
      {opened !== null && <CosipDialog opened={opened} onClose={() => setOpened(null)} />}
      {question}
    </>
  );
};

/** Tables of the contribution to public lighting, which contracts name and an Admin keeps. */
export const CosipCard = () => {
  const query = useQuery(queryFor(listCosipTables, {}));
  return (
    <Card title="COSIP por município" terms={['cosip']} qualifier="os contratos que a usam seguem a tabela">
      <Answer query={query} rows={2}>
        {({ tables }) => <Tables tables={tables} />}
      </Answer>
    </Card>
  );
};
