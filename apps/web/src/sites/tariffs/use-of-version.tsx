import type { VersionUse } from '@nascente/contract/sites/tariff-versions';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatReais } from '@nascente/domain/base/units/format';
import styles from './use-of-version.module.css';

const daysText = ({ start, end }: VersionUse): string =>
  end === null
    ? `de ${formatDay(start as CivilDate)} em diante`
    : `de ${formatDay(start as CivilDate)} a ${formatDay(end as CivilDate)}`;

const establishmentsText = ({ establishments, names }: VersionUse): string => {
  if (establishments === 0) return 'Nenhum estabelecimento usa esta tarifa hoje.';
  const more = establishments - names.length;
  const named = `${names.join(', ')}${more > 0 ? ` e mais ${more}` : ''}`;
  return establishments === 1
    ? `Um estabelecimento usa esta tarifa: ${named}.`
    : `${establishments} estabelecimentos usam esta tarifa: ${named}.`;
};

const effectText = (use: VersionUse, change: 'correction' | 'removal'): string =>
  change === 'correction'
    ? `Mudam os custos e as faturas em aberto dos dias ${daysText(use)}.`
    : `Para os dias ${daysText(use)} passam a valer os preços da versão anterior, ou da seguinte onde não há anterior. Mudam os custos e as faturas em aberto desses dias.`;

export const UseOfVersion = ({ use, change }: { use: VersionUse; change: 'correction' | 'removal' }) => (
  <div className={styles.use}>
    <p>{effectText(use, change)}</p>
    <p>{establishmentsText(use)}</p>
    {use.closed > 0 && (
      <>
        <p>
          {use.closed === 1
            ? 'Uma fatura fechada foi feita com estes preços e fica como está:'
            : `${use.closed} faturas fechadas foram feitas com estes preços e ficam como estão:`}
        </p>
        <ul className={styles.bills} aria-label="Faturas fechadas que não mudam">
          {use.bills.map((bill) => (
            <li key={`${bill.establishment} ${bill.type} ${bill.start}`}>
              <span>
                {bill.establishment}
                <small>
                  {' '}
                  {formatDay(bill.start as CivilDate)} a {formatDay(bill.end as CivilDate)}
                </small>
              </span>
              <span>{formatReais(bill.total)}</span>
            </li>
          ))}
        </ul>
        {use.closed > use.bills.length && <p>E mais {use.closed - use.bills.length}.</p>}
      </>
    )}
  </div>
);
