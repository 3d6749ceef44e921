import { expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { anEstablishment } from '../../../testing/an-establishment.ts';
import { beginningsOf } from './beginnings.ts';

const doneOf = (...parameters: Parameters<typeof beginningsOf>) =>
  beginningsOf(...parameters).map(({ isDone }) => isDone);
const UNKNOWN = {};
const establishment = anEstablishment({});
const fresh = aBoard({ lastSeen: null, tax: null });

it('marks completed steps, and leads each step to its place', () => {
  expect(doneOf([], [], UNKNOWN)).toEqual([false, false, false, false]);
  expect(doneOf([establishment], [], UNKNOWN)).toEqual([true, false, false, false]);
  expect(doneOf([establishment], [fresh], UNKNOWN)).toEqual([true, true, false, false]);
  expect(doneOf([establishment], [aBoard({ lastSeen: null })], UNKNOWN)).toEqual([true, true, false, true]);
  expect(beginningsOf([establishment], [aBoard({})], UNKNOWN)).toEqual([]);
  expect(
    beginningsOf([establishment], [fresh], UNKNOWN)
      .map(({ to }) => to)
      .slice(2),
  ).toEqual([`/meter/${fresh.macAddress}`, `/editBoard/${fresh.macAddress}`]);
});

it('includes the contract of the establishment and an invited client once both are loaded', () => {
  const water = anEstablishment({ _id: 'e2' });
  const boards = [aBoard({ type: 'water', establishmentId: 'e2' }), aBoard({ establishmentId: 'e1' })];
  const steps = beginningsOf([water, establishment], boards, { hasContract: false, hasInvited: true });
  expect(steps.map(({ isDone }) => isDone)).toEqual([true, true, true, true, false, true]);
  expect(steps[4]).toMatchObject({ to: '/bill/e1/contract', isLater: true });
  expect(beginningsOf([establishment], boards, { hasContract: true, hasInvited: true })).toEqual([]);
  const onlyWater = boards.slice(0, 1);
  expect(
    beginningsOf([water], onlyWater, { hasContract: undefined, hasInvited: false }).at(-1),
  ).toMatchObject({
    name: 'Convidar um cliente',
    to: '/users',
  });
});
