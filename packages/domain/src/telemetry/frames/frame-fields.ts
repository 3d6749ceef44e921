/** What a frame tells beside its instant, in the order in which it is told; historic names: kwh* are Wh, kvarh* varh. */
// biome-ignore format: one quantity a line
export const FRAME_FIELDS = [
  'rssi', 't',
  'va', 'vb', 'vc',
  'ia', 'ib', 'ic',
  'pfa', 'pfb', 'pfc',
  'wa', 'wb', 'wc',
  'vara', 'varb', 'varc',
  'kwha', 'kwhb', 'kwhc',
  'kvarha', 'kvarhb', 'kvarhc',
  'vthda', 'vthdb', 'vthdc',
  'ithda', 'ithdb', 'ithdc',
  'litres', 'flow',
] as const;
export type FrameField = (typeof FRAME_FIELDS)[number];

/** Energy and volume since the frame before, kept in whole thousandths; every other field is measured at an instant. */
export const INCREMENT_FIELDS = ['kwha', 'kwhb', 'kwhc', 'kvarha', 'kvarhb', 'kvarhc', 'litres'] as const;
export type IncrementField = (typeof INCREMENT_FIELDS)[number];

const increments: ReadonlySet<FrameField> = new Set(INCREMENT_FIELDS);

/** Whether a field is an increment since the frame before. */
export function isIncrement(field: FrameField): field is IncrementField {
  return increments.has(field);
}

/** A kept number in the unit of its meter: increments are kept in thousandths. */
export function inMeterUnit(field: FrameField, kept: number): number {
  return isIncrement(field) ? kept / 1000 : kept;
}
