import { instant } from '@nascente/domain/time/zone';
import { describe, expect, it } from 'vitest';
import { LimitReached } from '../errors.ts';
import { subscriberOf } from './subscriber.ts';
import { createThrottle } from './throttle.ts';

const BY_EMAIL = [{ key: 'a@b.test', allowed: 5, isForgiven: true }];

describe('the address that is counted', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::77', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('of %s is %s', (address, subscriber) => {
    expect(subscriberOf(address)).toBe(subscriber);
  });
});

describe('the throttle', () => {
  it('waits longer each time, never beyond a quarter of an hour, and forgets after it', () => {
    let now = 0;
    const throttle = createThrottle(() => instant(now));
    const waits: number[] = [];
    while (waits.length < 8) {
      try {
        throttle.begin(BY_EMAIL);
      } catch (error) {
        expect(error).toBeInstanceOf(LimitReached);
        const seconds = error instanceof LimitReached ? (error.retryAfterSeconds ?? 0) : 0;
        waits.push(seconds);
        now += seconds * 1000;
      }
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
    now += 900_001;
    for (let attempt = 0; attempt < 5; attempt++) throttle.begin(BY_EMAIL);
    expect(() => throttle.begin(BY_EMAIL)).toThrow(LimitReached);
  });

  it('does not count attempts that were right', () => {
    const throttle = createThrottle(() => instant(0));
    for (let attempt = 0; attempt < 500; attempt++) throttle.begin(BY_EMAIL).succeeded();
    expect(() => throttle.begin(BY_EMAIL)).not.toThrow();
  });

  it('takes back a right attempt alone where it does not forgive', () => {
    const throttle = createThrottle(() => instant(0));
    const by = [{ key: 'office', allowed: 2 }];
    throttle.begin(by);
    throttle.begin(by).succeeded();
    expect(throttle.begin(by).beganPause('office')).toBe(true);
    expect(() => throttle.begin(by)).toThrow(LimitReached);
  });

  it('remembers failures for as long as they are to be remembered, and pauses no longer for it', () => {
    let now = 0;
    const throttle = createThrottle(() => instant(now));
    const by = [{ key: 'strangers', allowed: 2, rememberedMs: 86_400_000 }];
    throttle.begin(by);
    throttle.begin(by);
    now += 3_600_000;
    expect(throttle.begin(by).beganPause('strangers')).toBe(false);
    expect(() => throttle.begin(by)).toThrow('Tente novamente em 1 minuto.');
    now += 86_400_001;
    throttle.begin(by);
    expect(() => throttle.begin(by)).not.toThrow();
  });

  it('counts nothing of an attempt that has to wait for another reason', () => {
    const throttle = createThrottle(() => instant(0));
    throttle.begin([{ key: 'paused', allowed: 1 }]);
    const both = [
      { key: 'paused', allowed: 1 },
      { key: 'free', allowed: 1 },
    ];
    expect(() => throttle.begin(both)).toThrow(LimitReached);
    expect(throttle.begin([{ key: 'free', allowed: 1 }]).beganPause('free')).toBe(true);
  });
});
