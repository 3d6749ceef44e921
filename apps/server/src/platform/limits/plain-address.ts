/** An IPv4 address that came in by an IPv6 socket is written as everybody knows it. */
export const plainAddress = (address = ''): string => address.replace(/^::ffff:(?=\d+\.)/, '');
