interface ActivePower {
  readonly wa: number | null;
  readonly wb: number | null;
  readonly wc: number | null;
}

/** Sum of the measured phases, W; null without any. */
export const totalWatts = ({ wa, wb, wc }: ActivePower): number | null => {
  const measured = [wa, wb, wc].filter((watts) => watts !== null);
  return measured.length === 0 ? null : measured.reduce((sum, watts) => sum + watts, 0);
};
