const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS_OF_SITE = 3;

/** The network that an address is of: a /24 of IPv4, a /48 of IPv6, as one house or office has them. */
export const networkOf = (address: string): string => {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (!plain.includes(':')) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = plain.split('::');
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, GROUPS_OF_SITE);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/48`;
};
