import { expect, test } from 'vitest';
import { createLargePackets } from './large-packets.ts';

const FOUR_MB = 4_000_000;

const setUp = () => {
  let now = 0;
  const pass = (ms: number): void => {
    now += ms;
  };
  const packets = createLargePackets(() => now);
  const dropped: string[] = [];
  const open = (sender: string) => {
    const slot = packets.openSlot(
      () => sender,
      () => {
        dropped.push(sender);
        slot.give();
      },
    );
    return slot;
  };
  return { packets, open, dropped, pass };
};

test('one board collects one large packet at a time, over all its connections', () => {
  const { open } = setUp();
  const [first, second] = [open('a'), open('a')];
  expect([first.mayGather(FOUR_MB), second.mayGather(FOUR_MB)]).toEqual([true, false]);
  expect(open('b').mayGather(FOUR_MB)).toBe(true);
  first.give();
  expect(second.mayGather(FOUR_MB)).toBe(true);
});

test('small packets require no slot', () => {
  const { open } = setUp();
  expect([open('a').mayGather(FOUR_MB), open('a').mayGather(60_000)]).toEqual([true, true]);
});

test('an endless packet gives way to waiting ones after ten seconds', async () => {
  const { packets, open, dropped, pass } = setUp();
  for (const sender of ['a', 'b', 'c', 'd']) open(sender).mayGather(FOUR_MB);
  const waiting = open('e');
  expect(waiting.mayGather(FOUR_MB)).toBe(false);
  const woken = new Promise<void>((resolve) => waiting.onRoom(resolve));
  pass(9_999);
  packets.sweep();
  expect(dropped).toEqual([]);
  pass(1);
  packets.sweep();
  await woken;
  expect(waiting.mayGather(FOUR_MB)).toBe(true);
});

test('drops an incomplete packet without competition after a minute, and a complete one never', () => {
  const { packets, open, dropped, pass } = setUp();
  open('slow').mayGather(FOUR_MB);
  const packet = open('whole');
  packet.mayGather(FOUR_MB);
  packet.complete();
  pass(59_999);
  packets.sweep();
  expect(dropped).toEqual([]);
  pass(1);
  packets.sweep();
  expect(dropped).toEqual(['slow']);
});
