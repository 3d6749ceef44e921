import type { AnsweredFrame } from '@nascente/contract/readings';

export type FrameField = Exclude<keyof AnsweredFrame, 'date'>;

interface FrameColumn {
  readonly column: string;
  /** Since the message before, in whole thousandths; what is not is measured at an instant. */
  readonly isIncrement: boolean;
}

/** In the order in which a frame is answered. */
export const FRAME_FIELDS = `rssi t va vb vc ia ib ic pfa pfb pfc wa wb wc vara varb varc
  kwha kwhb kwhc kvarha kvarhb kvarhc vthda vthdb vthdc ithda ithdb ithdc litres flow`.split(
  /\s+/,
) as readonly FrameField[];

const INCREMENTS: Readonly<Partial<Record<FrameField, string>>> = {
  kwha: 'energy_a_mwh',
  kwhb: 'energy_b_mwh',
  kwhc: 'energy_c_mwh',
  kvarha: 'reactive_a_mvarh',
  kvarhb: 'reactive_b_mvarh',
  kvarhc: 'reactive_c_mvarh',
  litres: 'volume_ml',
};

/** Where each field of the contract's frame stands in the table. */
export const FRAME_COLUMNS = Object.fromEntries(
  FRAME_FIELDS.map((field) => [
    field,
    { column: INCREMENTS[field] ?? field, isIncrement: field in INCREMENTS },
  ]),
) as Readonly<Record<FrameField, FrameColumn>>;
