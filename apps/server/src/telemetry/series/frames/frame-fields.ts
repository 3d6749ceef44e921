import {
  type FrameField,
  type IncrementField,
  isIncrement,
} from '@nascente/domain/telemetry/frames/frame-fields';

const INCREMENT_COLUMNS: Readonly<Record<IncrementField, string>> = {
  kwha: 'energy_a_mwh',
  kwhb: 'energy_b_mwh',
  kwhc: 'energy_c_mwh',
  kvarha: 'reactive_a_mvarh',
  kvarhb: 'reactive_b_mvarh',
  kvarhc: 'reactive_c_mvarh',
  litres: 'volume_ml',
};

/** Where a field of a frame stands in the table `reading`. */
export const frameColumn = (field: FrameField): string =>
  isIncrement(field) ? INCREMENT_COLUMNS[field] : field;
