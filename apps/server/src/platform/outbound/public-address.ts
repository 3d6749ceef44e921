import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (failure: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** Thrown for an entered address in the network of this server, to which nothing is sent. */
export class AddressRefused extends Error {
  /** The address contains the IP address itself, as opposed to a name that resolves to it. */
  readonly isLiteral: boolean;

  constructor({ isLiteral }: { readonly isLiteral: boolean }) {
    super('O endereço leva a uma rede interna.');
    this.isLiteral = isLiteral;
  }
}

// Separate lists, because a list compares an IPv4 address with its IPv6 entries too.
const closed = new BlockList();
const closedV6 = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, prefix, 'ipv4');
// Only 2000::/3 is routed. Within it, these are documentation, and tunnels with an embedded IPv4 address.
for (const [net, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  closedV6.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address lies in the public Internet (IANA special-purpose registries). */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 0) return false;
  return family === 4 ? !closed.check(address, 'ipv4') : !closedV6.check(address, 'ipv6');
};

/** Throws AddressRefused for an address that names a closed network itself; names are checked when they are resolved. */
export const refuseClosedHost = (url: URL): void => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new AddressRefused({ isLiteral: true });
};

/**
 * Resolves names to public addresses only. The connection uses the checked addresses, so a later resolution cannot change them.
 * @param resolve - the system's resolver, or one of a test
 */
export const createPublicLookup =
  (resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (failure, found) => {
      if (failure) return callback(failure, []);
      const [first] = found;
      const isRefused = first === undefined || found.some(({ address }) => !isPublicAddress(address));
      if (isRefused) return callback(new AddressRefused({ isLiteral: false }), []);
      return options.all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
