import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { FRAME_FIELDS, frameColumn, isIncrement } from '@nascente/domain/telemetry/frames/frame-fields';
import {
  type BinaryColumn,
  createBinaryColumn,
  type ElementType,
} from '../../../platform/database/binary-column.ts';

/** Columns of `reading` in the order in which {@link createFrameColumns} returns them. */
export const READING_COLUMNS: readonly string[] = ['installation_id', 'at', ...FRAME_FIELDS.map(frameColumn)];

/** Element types of `READING_COLUMNS`, in the same order. */
export const READING_TYPES: readonly ElementType[] = [
  'int4',
  'timestamptz',
  ...FRAME_FIELDS.map((field) => (isIncrement(field) ? 'int8' : 'float4')),
];

/** Encodes the frames of a batch as the columns of `reading`. */
export const createFrameColumns = () => {
  const columns = READING_TYPES.map((type) => createBinaryColumn(type));
  const column = (name: string): BinaryColumn => {
    const found = columns[READING_COLUMNS.indexOf(name)];
    if (found === undefined) throw new RangeError(`no column ${name}`);
    return found;
  };
  const installation = column('installation_id');
  const at = column('at');
  const energies = createEnergyWriter(column);
  const rest = createPhaseWriter(column);
  return {
    push(installationId: number, frame: Frame) {
      installation.push(installationId);
      at.push(frame.at);
      rest(frame);
      energies(frame);
    },
    encoded: () => columns.map((each) => each.encoded()),
    clear() {
      for (const each of columns) each.clear();
    },
  };
};

/** Lists the fields by hand, because a loop over names would need a dictionary look-up for each value. */
const createPhaseWriter = (column: (name: string) => BinaryColumn): ((frame: Frame) => void) => {
  const [rssi, t, flow] = [column('rssi'), column('t'), column('flow')];
  const [va, vb, vc] = [column('va'), column('vb'), column('vc')];
  const [ia, ib, ic] = [column('ia'), column('ib'), column('ic')];
  const [pfa, pfb, pfc] = [column('pfa'), column('pfb'), column('pfc')];
  const [wa, wb, wc] = [column('wa'), column('wb'), column('wc')];
  const [vara, varb, varc] = [column('vara'), column('varb'), column('varc')];
  const [vthda, vthdb, vthdc] = [column('vthda'), column('vthdb'), column('vthdc')];
  const [ithda, ithdb, ithdc] = [column('ithda'), column('ithdb'), column('ithdc')];
  return (frame) => {
    rssi.push(frame.rssi);
    t.push(frame.t);
    va.push(frame.va);
    vb.push(frame.vb);
    vc.push(frame.vc);
    ia.push(frame.ia);
    ib.push(frame.ib);
    ic.push(frame.ic);
    pfa.push(frame.pfa);
    pfb.push(frame.pfb);
    pfc.push(frame.pfc);
    wa.push(frame.wa);
    wb.push(frame.wb);
    wc.push(frame.wc);
    vara.push(frame.vara);
    varb.push(frame.varb);
    varc.push(frame.varc);
    vthda.push(frame.vthda);
    vthdb.push(frame.vthdb);
    vthdc.push(frame.vthdc);
    ithda.push(frame.ithda);
    ithdb.push(frame.ithdb);
    ithdc.push(frame.ithdc);
    flow.push(frame.flow);
  };
};

const createEnergyWriter = (column: (name: string) => BinaryColumn): ((frame: Frame) => void) => {
  const [energyA, energyB, energyC] = [
    column('energy_a_mwh'),
    column('energy_b_mwh'),
    column('energy_c_mwh'),
  ];
  const [reactiveA, reactiveB, reactiveC] = [
    column('reactive_a_mvarh'),
    column('reactive_b_mvarh'),
    column('reactive_c_mvarh'),
  ];
  const volume = column('volume_ml');
  return (frame) => {
    energyA.push(frame.energyA);
    energyB.push(frame.energyB);
    energyC.push(frame.energyC);
    reactiveA.push(frame.reactiveA);
    reactiveB.push(frame.reactiveB);
    reactiveC.push(frame.reactiveC);
    volume.push(frame.volume);
  };
};
