/** What a quarter-hour of a meter consumed, mWh. */
interface Load<M> {
  readonly meter: M;
  readonly consumed: number;
}

interface PeakLoads<M> {
  /** The largest first. */
  readonly loads: readonly Load<M>[];
  /** What none of them explains; negative where they add up to more, null where there are none to ask. */
  readonly remainder: number | null;
}

/**
 * By which meters beside the general one a peak is explained.
 *
 * @param energy - of the peak, mWh
 * @param rows - what each installation consumed in that quarter-hour
 * @param others - the meters that may explain it
 */
export function explainPeak<M extends { readonly installationId: number }>(
  energy: number,
  rows: readonly { readonly installationId: number; readonly consumed: number }[],
  others: readonly M[],
): PeakLoads<M> {
  const consumedBy = new Map(rows.map(({ installationId, consumed }) => [installationId, consumed]));
  const loads = others
    .flatMap((meter) => {
      const consumed = consumedBy.get(meter.installationId);
      return consumed === undefined ? [] : [{ meter, consumed }];
    })
    .sort((one, other) => other.consumed - one.consumed);
  const explained = loads.reduce((sum, { consumed }) => sum + consumed, 0);
  return { loads, remainder: others.length === 0 ? null : energy - explained };
}
