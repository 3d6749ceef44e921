const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The part of an address that identifies a subscriber: all of an IPv4 address, the first 64 bits of an IPv6 address. */
export const subscriberOf = (address: string): string => {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  return [...groups, '0', '0', '0', '0'].slice(0, 4).join(':');
};
