import type { BodyOf } from '@nascente/contract/base/call';
import {
  type createSharedLink,
  LINK_KINDS,
  type LinkKind,
  MAX_SHARED_CURVES,
} from '@nascente/contract/connections/shared-links';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDateTime, formatDay, formatDayRange } from '@nascente/domain/base/units/format';
import { useSearchParams } from 'react-router';
import { quantityOf } from '../../shared/explorer/quantities.ts';

type Body = BodyOf<typeof createSharedLink>;
type Chart = NonNullable<Body['chart']>;
interface Days {
  readonly start?: CivilDate | undefined;
  readonly end?: CivilDate | undefined;
}

/** Curves as the Explorer has them in its address: `ver=MAC~quantity,…&de=…&ate=…`. */
const chartFrom = (address: URLSearchParams): Chart | null => {
  const series = (address.get('ver') ?? '').split(',').flatMap((part) => {
    const [mac = '', key = ''] = part.split('~');
    const quantity = quantityOf(key);
    return quantity === undefined ? [] : [{ mac, quantity: quantity.key }];
  });
  const [start, end] = [Date.parse(address.get('de') ?? ''), Date.parse(address.get('ate') ?? '')];
  if (series.length === 0 || !(end > start)) return null;
  return { series: series.slice(0, MAX_SHARED_CURVES), start, end, isApart: address.get('eixos') !== null };
};

/** What a share button filled in (`?tipo=flow&local=…&inicio=…&fim=…`). */
export const useAsked = (establishments: readonly Establishment[]) => {
  const [address] = useSearchParams();
  const chart = chartFrom(address);
  const named = LINK_KINDS.find((one) => one === address.get('tipo')) ?? 'tv';
  const kind: LinkKind = named === 'curve' && chart === null ? 'tv' : named;
  const local = establishments.find(({ _id }) => _id === address.get('local')) ?? establishments[0];
  const [start, end] = [address.get('inicio'), address.get('fim')].map((day) =>
    day !== null && isCivilDate(day) ? day : undefined,
  );
  return {
    kind,
    chart,
    establishmentId: local?._id ?? '',
    start,
    end,
    isWater: address.get('agua') !== null,
  };
};

/** The days that a link of a kind shows, where they were asked for: a report is of the cycle in which its day lies. */
export const daysOf = (kind: LinkKind, { start, end }: Days): Days => {
  if (start === undefined) return {};
  if (kind === 'report') return { start };
  return kind === 'flow' && end !== undefined ? { start, end } : {};
};

export const daysText = ({ start, end }: Days): string | null => {
  if (start === undefined) return null;
  if (end === undefined) return `Ciclo de ${formatDay(start)} em diante.`;
  return `Dias mostrados: ${formatDayRange(start, end)}.`;
};

export const chartText = ({ series, start, end }: Chart, zone: Zone): string => {
  const [from, to] = [start, end].map((at) => formatDateTime(instant(at), zone));
  return `${series.length === 1 ? '1 curva' : `${series.length} curvas`}, de ${from} a ${to}.`;
};
