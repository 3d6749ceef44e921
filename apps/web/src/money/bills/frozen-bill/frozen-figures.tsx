import type { FrozenBill } from '@nascente/contract/money/bills';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { reaisText, searchOf, signedReais, useBillAddress, useZone } from '../page-frame/bill-address.ts';

const closedWhen = ({ closedAt, closedBy }: FrozenBill, zone: Zone): string => {
  const at = formatDay(civilDateAt(instant(Date.parse(closedAt)), zone));
  return closedBy === null ? `em ${at}` : `em ${at}, por ${closedBy}`;
};

const isSame = ({ difference }: FrozenBill): boolean => Math.round(difference * 100) === 0;

interface FrozenFiguresProps {
  readonly frozenBill: FrozenBill;
  /** Its own page has no link to itself. */
  readonly isAlone?: boolean;
}

export const FrozenFigures = ({ frozenBill, isAlone = false }: FrozenFiguresProps) => {
  const { paths } = useBillAddress();
  const zone = useZone();
  return (
    <div>
      <StatList ruled>
        <Stat label="Fatura fechada" qualifier={closedWhen(frozenBill, zone)}>
          {reaisText(frozenBill.total)}
        </Stat>
        <Stat label="Recalculada hoje" qualifier={isSame(frozenBill) ? 'sem diferença' : undefined}>
          {reaisText(frozenBill.repricedTotal)}
        </Stat>
        {!isSame(frozenBill) && <Stat label="Diferença">{signedReais(frozenBill.difference)}</Stat>}
      </StatList>
      {!isSame(frozenBill) && !isAlone && (
        <p>
          <TextLink to={`${paths.frozenBill(frozenBill.id)}${searchOf(frozenBill.type)}`}>
            Comparar linha por linha
          </TextLink>
        </p>
      )}
    </div>
  );
};
