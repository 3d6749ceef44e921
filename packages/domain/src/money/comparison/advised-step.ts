/** Less is not worth a letter to the distributor, R$. */
export const WORTH_ASKING = 1;

/** From this share of the saving on, another demand alone is advised. */
const MAXIMUM = 0.5;

/**
 * Whether another contracted demand alone is advised: the smaller step, where it gives most of what can be saved.
 *
 * @param byDemand R$ that the best demand saves under the modality of today
 * @param atMost R$ that the cheapest modality saves with its best demand
 */
export function isDemandEnough(byDemand: number, atMost: number): boolean {
  return byDemand >= WORTH_ASKING && byDemand > atMost * MAXIMUM;
}
