import { subscriberOf } from '../../platform/limits/subscriber.ts';
import type { Counted } from '../../platform/limits/throttle.ts';

/** Of one account from one address: who mistypes from elsewhere is never held up by it. */
const PER_ACCOUNT = 5;
/** Of one address over all accounts: an office behind one address has many people. */
const PER_ADDRESS = 50;

/** By what a sign-in is counted before its outcome is known. */
export const countedSignIn = (email: string, address: string): readonly Counted[] => {
  const place = subscriberOf(address);
  return [
    { key: `${email}\n${place}`, allowed: PER_ACCOUNT, isForgiven: true },
    { key: place, allowed: PER_ADDRESS },
  ];
};
