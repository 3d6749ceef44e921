import { expect, it } from 'vitest';
import { aBoard } from '../../testing/a-board.ts';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { beginningsOf } from './beginnings.ts';

const doneOf = (...given: Parameters<typeof beginningsOf>) =>
  beginningsOf(...given).map(({ isDone }) => isDone);
const place = anEstablishment({});
const fresh = aBoard({ lastSeen: null, tax: null });

it('follows what is done, and leads each step to where it is', () => {
  expect(doneOf([], [])).toEqual([false, false, false, false]);
  expect(doneOf([place], [])).toEqual([true, false, false, false]);
  expect(doneOf([place], [fresh])).toEqual([true, true, false, false]);
  expect(doneOf([place], [aBoard({ lastSeen: null })])).toEqual([true, true, false, true]);
  expect(beginningsOf([place], [aBoard({})])).toEqual([]);
  expect(
    beginningsOf([place], [fresh])
      .map(({ to }) => to)
      .slice(2),
  ).toEqual([`/meter/${fresh.macAddress}`, `/editBoard/${fresh.macAddress}`]);
});
