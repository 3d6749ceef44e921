import { instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { blankFrame, type Frame, formatFrame } from '@nascente/domain/telemetry/frames/frame';

/** A line of a tri board. */
export const triLine = (mac: Mac, at: number, fields: Partial<Frame> = {}): string =>
  formatFrame({ ...triFrame(at), ...fields }, mac);

const triFrame = (at: number): Frame => ({
  ...blankFrame('tri', instant(at)),
  rssi: -61,
  va: 220.5,
  vb: 221,
  vc: 219.75,
  ia: 12.5,
  wa: 2600,
  wb: 2100,
  wc: -150,
  ...({ energyA: 1200, energyB: 900, energyC: -75, reactiveA: 310, reactiveB: -20 } as Partial<Frame>),
});
