import { expect, it } from 'vitest';
import { seriesOfMeter } from './series-of-meter.ts';

const mac = 'AA:BB:CC:DD:EE:01';
const electric = { macAddress: mac, type: 'eletric', model: 'tri' } as const;
const water = { macAddress: mac, type: 'water', model: 'mono' } as const;

it('returns the quantities that the other meter measures, each once', () => {
  expect(seriesOfMeter(['power', 'signal', 'power'], electric)).toEqual([
    { mac, quantity: 'power' },
    { mac, quantity: 'signal' },
  ]);
});

it('returns the first quantity of a meter that measures none of them', () => {
  expect(seriesOfMeter(['power'], water)).toEqual([{ mac, quantity: 'flow' }]);
  expect(seriesOfMeter([], electric)).toEqual([{ mac, quantity: 'power' }]);
});
