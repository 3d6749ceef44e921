import { KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { Alert } from '@nascente/contract/alerts/alerts';

export interface AlertGroup {
  readonly main: Alert;
  readonly others: readonly Alert[];
}

const utilityOf = ({ facts }: Alert): string =>
  'measure' in facts && facts.measure === 'water' ? 'water' : '';

const causeOf = (alert: Alert): string => {
  const { kind, establishment, meters, _id } = alert;
  const { cause } = KINDS_OF_ALERT[kind];
  if (cause !== null) return `${establishment._id} ${cause} ${utilityOf(alert)}`;
  return kind === 'own' || meters.length === 0
    ? _id
    : `${establishment._id} ${kind} ${meters.map(({ mac }) => mac).join(' ')}`;
};

/** Groups alerts by cause; the groups are in the order of their first alerts. */
export const alertGroups = (alerts: readonly Alert[]): readonly AlertGroup[] =>
  [...Map.groupBy(alerts, causeOf).values()].flatMap(([main, ...others]) =>
    main === undefined ? [] : [{ main, others }],
  );

/** 'Mais 2 avisos da mesma causa' */
export const othersText = ({ others }: AlertGroup): string =>
  others.length === 1 ? 'Mais 1 aviso da mesma causa' : `Mais ${others.length} avisos da mesma causa`;
