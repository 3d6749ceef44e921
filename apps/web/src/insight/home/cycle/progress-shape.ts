/** The cycle's progress as shares of a bar's length. */
export interface ProgressShape {
  readonly soFar: number;
  /** Null once the cycle's end lies in the past. */
  readonly forecast: { readonly low: number; readonly high: number; readonly at: number } | null;
}

interface Progress {
  readonly soFar: number;
  readonly forecast: { readonly total: number; readonly low: number; readonly high: number } | null;
}

/** The bar ends a little after the largest of what it shows. */
const HEADROOM = 1.04;

export const progressShape = ({ soFar, forecast }: Progress): ProgressShape => {
  const end = Math.max(soFar, forecast?.high ?? 0, forecast?.total ?? 0) * HEADROOM;
  const share = (value: number): number => (end <= 0 ? 0 : Math.min(Math.max(value / end, 0), 1));
  return {
    soFar: share(soFar),
    forecast:
      forecast === null
        ? null
        : { low: share(forecast.low), high: share(forecast.high), at: share(forecast.total) },
  };
};
