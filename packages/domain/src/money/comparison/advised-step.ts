/** Less is not worth a letter to the distributor, R$. */
export const WORTH_ASKING = 1;

/** From this share of the saving on, another demand alone is advised. */
const MAXIMUM = 0.5;

/** Whether another demand alone is advised. @param byDemand - R$ it saves today @param atMost - R$ of the cheapest modality */
export function isDemandEnough(byDemand: number, atMost: number): boolean {
  return byDemand >= WORTH_ASKING && byDemand > atMost * MAXIMUM;
}
