/** Quality of a board's radio signal. */
export type SignalLevel = 'best' | 'good' | 'weak' | 'worst';

/** Level by the absolute value in dBm: up to 30 best, up to 67 good, up to 80 weak, above that worst (spec, section 2). */
export function signalLevel(rssi: number): SignalLevel {
  const loss = Math.abs(rssi);
  if (loss <= 30) return 'best';
  if (loss <= 67) return 'good';
  return loss <= 80 ? 'weak' : 'worst';
}
