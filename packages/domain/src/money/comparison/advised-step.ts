/** R$; a smaller saving is not worth a letter to the distributor. */
export const WORTH_ASKING = 1;

/** Above this share of the highest saving, only a change of demand is advised. */
const MAXIMUM = 0.5;

/**
 * Whether only a change of demand is advised, without a change of modality.
 * @param byDemand - saving by demand in the present modality, R$ @param atMost - saving by the cheapest modality, R$
 */
export function isDemandEnough(byDemand: number, atMost: number): boolean {
  return byDemand >= WORTH_ASKING && byDemand > atMost * MAXIMUM;
}
