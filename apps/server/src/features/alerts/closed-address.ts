import { InvalidInput } from '../../platform/errors.ts';
import { AddressRefused, refuseClosedHost } from '../../platform/outbound/public-address.ts';

/** @throws InvalidInput naming the field at `path` where an address that somebody gave leads into a closed network. */
export const requireOpenHost = (address: URL, path: string): void => {
  try {
    refuseClosedHost(address);
  } catch (refused) {
    if (!(refused instanceof AddressRefused)) throw refused;
    throw new InvalidInput(refused.message, [{ path, msg: refused.message }]);
  }
};
