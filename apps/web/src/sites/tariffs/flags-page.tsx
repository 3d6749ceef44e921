import { type FlagOfMonth, listFlags, setFlag } from '@nascente/contract/sites/flags';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { addMonths, type CivilMonth, monthOf, toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { DEFAULT_ZONE, HOUR_MS, instant } from '@nascente/domain/base/time/zone';
import { formatMonth, formatMonthLong, formatNumber } from '@nascente/domain/base/units/format';
import { FLAGS, type FlagName } from '@nascente/domain/sites/tariffs/billing-contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request, useOutdate } from '../../shared/api/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { Choice, optionsOf } from '../../shared/forms/fields/choice.tsx';
import { DecimalField } from '../../shared/forms/fields/decimal-field.tsx';
import { reaisOf, typedOf } from '../../shared/forms/fields/decimal-input.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { CosipCard } from './cosip-card.tsx';
import styles from './flags.module.css';
import { TariffsFrame } from './tariffs-frame.tsx';
import { VatCard } from './vat-card.tsx';

const names = Object.keys(FLAGS) as FlagName[];

interface FlagDialogProps {
  month: CivilMonth;
  flagBefore: FlagOfMonth | undefined;
  onClose: () => void;
}

/** Sets the flag of a month; its price is the one in force unless another is typed. */
const FlagDialog = ({ month, flagBefore, onClose }: FlagDialogProps) => {
  const outdate = useOutdate();
  const [flag, setName] = useState<FlagName>(flagBefore?.flag ?? 'verde');
  const [price, setPrice] = useState(flagBefore ? typedOf(String(flagBefore.price)) : '');
  const [wrong, setWrong] = useState<string | null>(null);
  const { start, isSending, failure } = useSending(async (price: number | undefined) => {
    const body = { month: toMonthOfYear(month), flag, ...(price !== undefined && { price: price }) };
    await request(setFlag, { body });
    announce('Bandeira salva.', { tone: 'good' });
    await outdate();
    onClose();
  });
  const submit = async () => {
    const decimal = reaisOf(price);
    const isProvided = price.trim() !== '';
    setWrong(isProvided && decimal === null ? 'Informe o adicional em R$/kWh, como 0,01885.' : null);
    if (!isProvided || decimal !== null) await start(decimal === null ? undefined : Number(decimal));
  };
  return (
    <FormDialog
      title={`Bandeira de ${formatMonthLong(month)}`}
      label="Bandeira do mês"
      action="Salvar"
      hasOptional
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        label="Bandeira"
        options={optionsOf(FLAGS, names)}
        value={flag}
        onChoose={(name) => {
          setName(name);
          setPrice('');
        }}
      />
      <DecimalField
        label="Adicional (R$/kWh, opcional)"
        description="Em branco, vale o adicional em vigor para a bandeira."
        value={price}
        error={wrong}
        onChange={(event) => setPrice(event.currentTarget.value)}
      />
    </FormDialog>
  );
};

const MONTHS = 12;

interface MonthTileProps {
  month: CivilMonth;
  flag: FlagOfMonth | undefined;
  onOpen: () => void;
}

const surchargeText = (price: number): string =>
  price === 0 ? 'sem adicional' : `R$ ${formatNumber(price, 5)}/kWh`;

const MonthTile = ({ month, flag, onOpen }: MonthTileProps) => {
  const said = flag ? FLAGS[flag.flag] : 'não informada';
  return (
    <button type="button" className={styles.month} data-flag={flag?.flag} onClick={onOpen}>
      <b>
        {formatMonth(month)} <span className="visually-hidden">de {month.slice(0, 4)}</span>
      </b>
      <span>{said}</span>
      {flag && <small>{surchargeText(flag.price)}</small>}
    </button>
  );
};

const yearsOf = (flags: readonly FlagOfMonth[], last: CivilMonth): number[] => {
  const newest = Number(last.slice(0, 4));
  const oldest = Math.min(newest - 1, ...flags.map(({ month }) => Number(month.slice(3))));
  return Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);
};

const Years = ({ flags }: { flags: readonly FlagOfMonth[] }) => {
  const [open, setOpen] = useState<CivilMonth | null>(null);
  const thisMonth = monthOf(civilDateAt(instant(useNow(HOUR_MS)), DEFAULT_ZONE));
  const flagByMonth = new Map(flags.map((flag) => [flag.month, flag]));
  const flagOf = (month: CivilMonth) => flagByMonth.get(toMonthOfYear(month));
  return (
    <>
      {yearsOf(flags, addMonths(thisMonth, 1)).map((year) => (
        <section key={year} className={styles.year} aria-label={String(year)}>
          <h3>{year}</h3>
          <div className={styles.months}>
            {Array.from({ length: MONTHS }, (_, index) => {
              const month = addMonths(`${year}-01` as CivilMonth, index);
              return (
                <MonthTile key={month} month={month} flag={flagOf(month)} onOpen={() => setOpen(month)} />
              );
            })}
          </div>
        </section>
      ))}
      {open !== null && <FlagDialog month={open} flagBefore={flagOf(open)} onClose={() => setOpen(null)} />}
    </>
  );
};

export const FlagsPage = () => {
  const flags = useQuery(queryFor(listFlags, {}));
  return (
    <TariffsFrame title="Bandeiras e tributos">
      <Card
        title="Bandeiras por mês"
        terms={['bandeira']}
        qualifier="adicional sem tributos"
        tour="flags-months"
      >
        <Answer query={flags} rows={5}>
          {(answer) => <Years flags={answer.flags} />}
        </Answer>
      </Card>
      <VatCard />
      <CosipCard />
    </TariffsFrame>
  );
};
